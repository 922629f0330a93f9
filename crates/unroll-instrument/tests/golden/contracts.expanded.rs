#[inline]
pub fn up(n: u32) -> u32 {
    #[ensures(__read)]
    const _: () = ();
    if ::core::cfg!(debug_assertions) {
        #[allow(clippy::all, clippy::pedantic, clippy::restriction, clippy::nursery)]
        if !(n > 0 && n < MAX) {
            ::core::panic!("{}", "precondition `n > 0 && n < MAX` of `up` violated");
        }
    }
    let __unroll_result: u32 = '__unroll_fn: {
        let mut n = n;
        {
            if n == 3 {
                break '__unroll_fn 4;
            }
            n += 1;
            n
        }
    };
    if ::core::cfg!(debug_assertions) {
        #[allow(clippy::all, clippy::pedantic, clippy::restriction, clippy::nursery)]
        if !({
            let &r = &__unroll_result;
            r >= n
        }) {
            ::core::panic!("{}", "postcondition `|&r| r >= n` of `up` violated");
        }
    }
    __unroll_result
}
fn parse(s: &str) -> Result<u8, std::num::ParseIntError> {
    let __unroll_result = {
        #[inline(always)]
        fn __unroll_once<__R>(body: impl ::core::ops::FnOnce() -> __R) -> __R {
            body()
        }
        __unroll_once(|| -> Result<u8, std::num::ParseIntError> {
            let n: u8 = s.parse()?;
            Ok(n)
        })
    };
    if ::core::cfg!(debug_assertions) {
        #[allow(clippy::all, clippy::pedantic, clippy::restriction, clippy::nursery)]
        if !({
            let result = &__unroll_result;
            result.is_ok() || s.is_empty()
        }) {
            ::core::panic!(
                "{}",
                "postcondition `|result| result.is_ok() || s.is_empty()` of `parse` violated",
            );
        }
    }
    __unroll_result
}
fn rotate(a: &mut [u8]) {
    #[requires(__read)]
    const _: () = ();
    if ::core::cfg!(debug_assertions) {
        #[allow(clippy::all, clippy::pedantic, clippy::restriction, clippy::nursery)]
        if !(!a.is_empty()) {
            ::core::panic!("{}", "precondition `!a.is_empty()` of `rotate` violated");
        }
    }
    let __unroll_old = if ::core::cfg!(debug_assertions) {
        ::core::option::Option::Some((a.len(),))
    } else {
        ::core::option::Option::None
    };
    let __unroll_result: () = '__unroll_fn: {
        a.rotate_left(1);
    };
    if let ::core::option::Option::Some((__unroll_old_0,)) = __unroll_old {
        if ::core::cfg!(debug_assertions) {
            #[allow(clippy::all, clippy::pedantic, clippy::restriction, clippy::nursery)]
            if !(a.len() == __unroll_old_0) {
                ::core::panic!(
                    "{}",
                    "postcondition `a.len() == old(a.len())` of `rotate` violated",
                );
            }
        }
    }
    __unroll_result
}
#[debug_requires(true, "message")]
fn other_dialect(v: &V) -> Vec<u8> {
    let __unroll_result: Vec<u8> = '__unroll_fn: { v.bytes() };
    if ::core::cfg!(debug_assertions) {
        #[allow(clippy::all, clippy::pedantic, clippy::restriction, clippy::nursery)]
        if !(__unroll_result.len() == v.ret + 1) {
            ::core::panic!(
                "{}",
                "postcondition `ret.len() == v.ret + 1` of `other_dialect` violated",
            );
        }
    }
    __unroll_result
}
#[inline]
#[unroll_test]
#[requires(n>0)]
#[requires(n<9)]
#[ensures(positive)]
fn moves_below(n: u32) -> u32 {
    n
}
