//! References and boxes: the leaves are those of what they point to.

use super::Input;
use crate::rt::{Describe, Key, leak};

impl<T: Input> Input for &T {
    #[inline]
    fn any(key: Key) -> Self {
        leak(T::any(key))
    }

    fn describe(&self, out: &mut Describe) {
        out.form("ref", |out| out.item(*self));
    }
}

impl<T: Input> Input for &mut T {
    #[inline]
    fn any(key: Key) -> Self {
        leak(T::any(key))
    }

    fn describe(&self, out: &mut Describe) {
        out.form("mut", |out| out.item(&**self));
    }
}

impl<T: Input> Input for Box<T> {
    #[inline]
    fn any(key: Key) -> Self {
        Box::new(T::any(key))
    }

    fn describe(&self, out: &mut Describe) {
        out.form("box", |out| out.item(&**self));
    }
}
