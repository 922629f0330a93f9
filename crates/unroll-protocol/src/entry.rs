//! A harness, as the driver of native runs is told of it.

/// A harness.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    /// The id that the tool gave the function.
    pub id: &'static str,
    /// The function's path.
    pub name: &'static str,
    /// Builds the inputs, calls the instrumented function, shows the result.
    pub run: fn(),
    /// The source file that it stands in, as the compiler was told it.
    pub file: &'static str,
}

/// Frees an allocation, given its start, length and capacity.
pub type Free = unsafe fn(*mut u8, usize, usize);
