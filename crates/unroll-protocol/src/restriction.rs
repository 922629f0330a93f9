//! Restrictions of generated inputs.

crate::coded! {
    /// A property that every generated value of a type has although other values of the type lack it. Code that
    /// observes the property may behave otherwise for other callers, so no claim rests on it.
    pub enum Restriction {
        /// A lock is not held, and nothing takes it between two guards of the function.
        Unlocked = 1,
        /// No two values share a place.
        Distinct = 2,
        /// An iterator or range has yielded nothing yet.
        Unconsumed = 3,
        /// A sequence of zero-sized elements is no longer than other sequences.
        ShortZeroSized = 4,
        /// A path or system string is valid UTF-8.
        Utf8 = 5,
        /// No other thread changes an atomic, or the counts of an `Arc`, during the call.
        SingleThreaded = 6,
        /// A formatter has the options of `{}`.
        Unformatted = 7,
        /// A writer that fails once fails again.
        Failing = 8,
        /// A value of one type is behind a trait object.
        Implementation = 9,
        /// A value of a type that the crate itself has is behind a trait object.
        OwnImplementation = 10,
        /// An error of the standard library is one of a few.
        UsualErrors = 11,
        /// A future waits for nothing but its own wake-ups.
        Unwoken = 12,
    }
}
