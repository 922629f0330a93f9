//! Gates over bits, simplified and shared, each defined by clauses when it is first made.

use rustc_hash::FxHashMap;

use crate::blast::sat::{Bit, Sat};

/// A gate with its operands in normal order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Gate {
    And(Bit, Bit),
    Xor(Bit, Bit),
    Mux(Bit, Bit, Bit),
    Majority(Bit, Bit, Bit),
}

/// All gates made so far, and the clauses that define them.
#[derive(Debug)]
pub(super) struct Gates {
    pub(super) sat: Sat,
    made: FxHashMap<Gate, Bit>,
}

impl Gates {
    pub(super) fn new() -> Self {
        Self {
            sat: Sat::new(),
            made: FxHashMap::default(),
        }
    }

    fn make(&mut self, gate: Gate, clauses: impl FnOnce(&mut Sat, Bit)) -> Bit {
        if let Some(bit) = self.made.get(&gate) {
            return *bit;
        }
        let bit = self.sat.variable();
        clauses(&mut self.sat, bit);
        self.made.insert(gate, bit);
        bit
    }

    /// `a & b`.
    pub(super) fn and(&mut self, a: Bit, b: Bit) -> Bit {
        // Sorted, so that a commuted gate is found among those made; constants come first.
        let (a, b) = if a <= b { (a, b) } else { (b, a) };
        if a == Bit::FALSE || a == !b {
            return Bit::FALSE;
        }
        if a == Bit::TRUE || a == b {
            return b;
        }
        self.make(Gate::And(a, b), |sat, out| {
            sat.add(&[!out, a]);
            sat.add(&[!out, b]);
            sat.add(&[out, !a, !b]);
        })
    }

    /// `a | b`.
    pub(super) fn or(&mut self, a: Bit, b: Bit) -> Bit {
        !self.and(!a, !b)
    }

    /// `a ^ b`.
    pub(super) fn xor(&mut self, a: Bit, b: Bit) -> Bit {
        // Negations move outwards, so that the four gates of one pair are one.
        let flip = a.is_negated() != b.is_negated();
        let plain = |bit: Bit| if bit.is_negated() { !bit } else { bit };
        let (a, b) = (plain(a), plain(b));
        let (a, b) = if a <= b { (a, b) } else { (b, a) };
        let out = if a == b {
            Bit::FALSE
        } else if a == Bit::FALSE {
            b
        } else {
            self.make(Gate::Xor(a, b), |sat, out| {
                sat.add(&[!out, a, b]);
                sat.add(&[!out, !a, !b]);
                sat.add(&[out, !a, b]);
                sat.add(&[out, a, !b]);
            })
        };
        if flip { !out } else { out }
    }

    /// `c ? t : e`.
    pub(super) fn mux(&mut self, c: Bit, t: Bit, e: Bit) -> Bit {
        // A condition and its negation give one gate with the branches exchanged.
        let (c, t, e) = if c.is_negated() {
            (!c, e, t)
        } else {
            (c, t, e)
        };
        if c == Bit::FALSE || t == e {
            return e;
        }
        if t == !e {
            return self.xor(c, e);
        }
        match (t.as_constant(), e.as_constant()) {
            (Some(true), _) => return self.or(c, e),
            (Some(false), _) => return self.and(!c, e),
            (_, Some(true)) => return self.or(!c, t),
            (_, Some(false)) => return self.and(c, t),
            _ => {}
        }
        if t == c || t == !c {
            return if t == c {
                self.or(c, e)
            } else {
                self.and(!c, e)
            };
        }
        if e == c || e == !c {
            return if e == c {
                self.and(c, t)
            } else {
                self.or(!c, t)
            };
        }
        self.make(Gate::Mux(c, t, e), |sat, out| {
            sat.add(&[!c, !t, out]);
            sat.add(&[!c, t, !out]);
            sat.add(&[c, !e, out]);
            sat.add(&[c, e, !out]);
            // Redundant, but they propagate where the condition is open.
            sat.add(&[!t, !e, out]);
            sat.add(&[t, e, !out]);
        })
    }

    /// At least two of three: the carry of a full adder.
    pub(super) fn majority(&mut self, a: Bit, b: Bit, c: Bit) -> Bit {
        let mut bits = [a, b, c];
        // All three operands commute. Sorted, a constant is the first, and a bit stands beside its
        // negation.
        bits.sort_unstable();
        let [a, b, c] = bits;
        if a == Bit::FALSE {
            return self.and(b, c);
        }
        if a == Bit::TRUE {
            return self.or(b, c);
        }
        if a == b || b == c {
            return b;
        }
        if a == !b {
            return c;
        }
        if b == !c {
            return a;
        }
        self.make(Gate::Majority(a, b, c), |sat, out| {
            for (x, y) in [(a, b), (a, c), (b, c)] {
                sat.add(&[!x, !y, out]);
                sat.add(&[x, y, !out]);
            }
        })
    }
}
