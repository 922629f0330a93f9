//! How a harness makes the unit-test executable a replay program.

use unroll_protocol::Entry;

/// Serves the driver protocol and exits if `UNROLL_DRIVER` names `entry`; else returns at once.
///
/// Constructors call it before `main`.
#[cfg(feature = "driver")]
pub fn init(entry: &'static Entry) {
    unroll_driver::init(entry, crate::SOURCES);
}

/// Without the feature `driver` there is no replay program.
#[cfg(not(feature = "driver"))]
pub fn init(_entry: &'static Entry) {}

/// Registers a harness: `register!("id", "name", harness)`. An item.
///
/// In the IR of a whole program a harness is an entry of its own (`--cfg unroll_whole_program`). Registered, it would bring the driver of native runs, more than half
/// of that IR.
#[doc(hidden)]
#[macro_export]
macro_rules! __register {
    ($id:expr, $name:expr, $run:expr) => {
        #[cfg(not(unroll_whole_program))]
        const _: () = {
            extern "C" fn construct() {
                static ENTRY: $crate::rt::Entry = $crate::rt::Entry {
                    id: $id,
                    name: ::core::concat!(::core::module_path!(), "::", $name),
                    run: $run,
                    file: ::core::file!(),
                };
                $crate::rt::init(&ENTRY);
            }
            #[used]
            #[cfg_attr(not(target_vendor = "apple"), unsafe(link_section = ".init_array"))]
            #[cfg_attr(
                target_vendor = "apple",
                unsafe(link_section = "__DATA,__mod_init_func")
            )]
            static CONSTRUCT: extern "C" fn() = construct;
        };
    };
}
