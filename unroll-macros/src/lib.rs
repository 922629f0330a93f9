//! The proc macros of `unroll-test`.
