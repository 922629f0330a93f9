//! The values that `?` returns early.

use std::ops::ControlFlow;
use std::task::Poll;

/// Types that `?` applies to.
pub trait Residual {
    /// True if `self?` returns from the function.
    fn is_residual(&self) -> bool;
}

impl<T> Residual for Option<T> {
    #[inline]
    fn is_residual(&self) -> bool {
        self.is_none()
    }
}

impl<T, E> Residual for Result<T, E> {
    #[inline]
    fn is_residual(&self) -> bool {
        self.is_err()
    }
}

impl<B, C> Residual for ControlFlow<B, C> {
    #[inline]
    fn is_residual(&self) -> bool {
        self.is_break()
    }
}

impl<T, E> Residual for Poll<Result<T, E>> {
    #[inline]
    fn is_residual(&self) -> bool {
        matches!(self, Poll::Ready(Err(_)))
    }
}

impl<T, E> Residual for Poll<Option<Result<T, E>>> {
    #[inline]
    fn is_residual(&self) -> bool {
        matches!(self, Poll::Ready(Some(Err(_))))
    }
}
