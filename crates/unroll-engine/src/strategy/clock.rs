//! The time limit of an execution: the backstop behind budgets of steps.

use std::time::Instant;

/// Instructions from one look at the clock to the next: in a merged state each may stand for many, and a load may take a tenth of a second.
const INSTRUCTIONS_PER_LOOK: u64 = 8;

/// Says when an execution has to end. The clock is read once in so many instructions.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Clock {
    deadline: Option<Instant>,
    /// Instructions at which to look.
    look: u64,
    is_over: bool,
}

impl Clock {
    /// A clock that runs until the deadline; for ever without one.
    pub(crate) fn new(deadline: Option<Instant>) -> Self {
        Self {
            deadline,
            look: 0,
            is_over: false,
        }
    }

    /// True if the time is over after so many instructions.
    pub(crate) fn is_over(&mut self, steps: u64) -> bool {
        if steps >= self.look
            && let Some(deadline) = self.deadline
        {
            self.look = steps + INSTRUCTIONS_PER_LOOK;
            // Sticky: between two readings of the clock the answer must not change back.
            self.is_over |= Instant::now() >= deadline;
        }
        self.is_over
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn time_that_is_over_stays_over_and_no_deadline_never_comes() {
        let mut late = Clock::new(Some(Instant::now()));
        assert!(late.is_over(0));
        assert!(late.is_over(1), "between two looks, too");
        let mut early = Clock::new(Some(Instant::now() + Duration::from_secs(3_600)));
        assert!(!early.is_over(INSTRUCTIONS_PER_LOOK));
        assert!(!Clock::new(None).is_over(u64::MAX));
    }
}
