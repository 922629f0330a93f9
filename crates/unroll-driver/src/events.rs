//! Events: what runs can reach, and the tables of those already reached.
//!
//! The table of exits is consulted at every loop exit of every run of a search, so it is a vector of bit sets.

use super::labels::LabelSet;
use unroll_protocol::{PanicKind, Step};

/// The bit of branch 0 in [`branch_bits`]; branches 1 to 63 take the bits below.
const NO_BRANCH: u64 = 1 << 63;

/// Depths above this are never events.
pub(crate) const DEPTH_LIMIT: u32 = 4095;

/// One event of `docs/dev/protocol.md`, section 5.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Event {
    /// `e:LOOP:D:J`.
    Exit { loop_: u32, depth: u32, branch: u32 },
    /// `v:CLAUSE`.
    Violation { clause: u32 },
    /// `v:CLAUSE:LOOP:D`: a violation in a run that leaves the loop after D iterations.
    ViolationAt { clause: u32, loop_: u32, depth: u32 },
    /// `p:FILE:LINE:COL:KIND`.
    Panic(Location, PanicKind),
    /// `h:LOOP`.
    Hang { loop_: u32 },
    /// `l:NUMBER`: a label.
    Label { number: u32 },
    /// `t:STEP:STEP ..`: a return by this path.
    Path { steps: Vec<Step> },
}

/// A source position.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Location {
    pub(crate) file: String,
    pub(crate) line: u32,
    pub(crate) column: u32,
}

impl Event {
    /// Reads the text form.
    pub(crate) fn parse(text: &str) -> Option<Self> {
        let (kind, rest) = text.split_once(':')?;
        if kind == "p" {
            let (rest, kind) = rest.rsplit_once(':')?;
            let (rest, column) = rest.rsplit_once(':')?;
            let (file, line) = rest.rsplit_once(':')?;
            let place = Location {
                file: file.into(),
                line: line.parse().ok()?,
                column: column.parse().ok()?,
            };
            return Some(Self::Panic(place, PanicKind::from_name(kind)?));
        }
        if kind == "t" {
            let steps = rest.split(':').filter(|step| !step.is_empty());
            let steps = steps.map(|step| step.parse().ok()).collect::<Option<_>>()?;
            return Some(Self::Path { steps });
        }
        let numbers: Option<Vec<u32>> = rest.split(':').map(|n| n.parse().ok()).collect();
        match (kind, numbers?.as_slice()) {
            ("e", &[loop_, depth, branch]) => Some(Self::Exit {
                loop_,
                depth,
                branch,
            }),
            ("v", &[clause]) => Some(Self::Violation { clause }),
            ("v", &[clause, loop_, depth]) => Some(Self::ViolationAt {
                clause,
                loop_,
                depth,
            }),
            ("h", &[loop_]) => Some(Self::Hang { loop_ }),
            ("l", &[number]) => Some(Self::Label { number }),
            _ => None,
        }
    }

    /// Reads a comma list. File names with commas are not supported by the list's form.
    pub(crate) fn parse_list(text: &str) -> Option<Vec<Self>> {
        text.split(',')
            .filter(|item| !item.is_empty())
            .map(Self::parse)
            .collect()
    }
}

/// The branches of an exit as a set: bit j-1 for branch j, the top bit for branch 0.
#[inline]
pub(crate) fn branch_bits(depth: u32, mask: u64) -> u64 {
    let mask = mask & !NO_BRANCH;
    if depth == 0 || mask == 0 {
        NO_BRANCH
    } else {
        mask
    }
}

/// The bit of one branch number.
pub(crate) fn branch_bit(branch: u32) -> u64 {
    match branch {
        1..=63 => 1 << (branch - 1),
        _ => NO_BRANCH,
    }
}

/// Events reached so far.
#[derive(Debug, Default)]
pub(crate) struct Seen {
    /// Exits deeper than this are not events.
    max_depth: u32,
    /// Branch sets by loop, then depth up to `max_depth`.
    exits: Vec<Vec<u64>>,
    /// Labels.
    pub(crate) labels: LabelSet,
    /// Everything else, of which there is little.
    others: Vec<Event>,
}

impl Seen {
    /// Sets the depth up to which exits are events; what was seen before is kept.
    pub(crate) fn set_max_depth(&mut self, max_depth: u32) {
        self.max_depth = max_depth.min(DEPTH_LIMIT);
    }

    /// The depth up to which exits are events.
    pub(crate) fn max_depth(&self) -> u32 {
        self.max_depth
    }

    /// True if an exit has a branch not seen before.
    #[inline]
    pub(crate) fn is_new_exit(&self, loop_: u32, depth: u32, mask: u64) -> bool {
        if depth > self.max_depth {
            return false;
        }
        let known = self
            .exits
            .get(loop_ as usize)
            .and_then(|depths| depths.get(depth as usize));
        branch_bits(depth, mask) & !known.copied().unwrap_or(0) != 0
    }

    /// Marks an exit; whether it was new.
    pub(crate) fn add_exit(&mut self, loop_: u32, depth: u32, mask: u64) -> bool {
        self.is_new_exit(loop_, depth, mask) && {
            *self.exit_slot(loop_, depth as usize) |= branch_bits(depth, mask);
            true
        }
    }

    /// True if an event other than an exit is new.
    pub(crate) fn is_new(&self, event: &Event) -> bool {
        match event {
            Event::ViolationAt { depth, .. } if *depth > self.max_depth => false,
            Event::Label { number } => !self.labels.contains(*number),
            _ => !self.others.contains(event),
        }
    }

    /// Marks any event; whether it was new.
    pub(crate) fn add(&mut self, event: Event) -> bool {
        if let Event::Exit {
            loop_,
            depth,
            branch,
        } = event
        {
            if depth > DEPTH_LIMIT {
                return false;
            }
            let slot = self.exit_slot(loop_, depth as usize);
            let bit = branch_bit(branch);
            let new = *slot & bit == 0;
            *slot |= bit;
            return new;
        }
        if let Event::Label { number } = event {
            return self.labels.insert(number);
        }
        self.is_new(&event) && {
            self.others.push(event);
            true
        }
    }

    fn exit_slot(&mut self, loop_: u32, depth: usize) -> &mut u64 {
        // Loop numbers are dense and small; a wrong one must not exhaust memory.
        let loop_ = (loop_ as usize).min(4095);
        if self.exits.len() <= loop_ {
            self.exits.resize(loop_ + 1, Vec::new());
        }
        let depths = &mut self.exits[loop_];
        if depths.len() <= depth {
            depths.resize(depth + 1, 0);
        }
        &mut depths[depth]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn events_parse() {
        assert_eq!(
            Event::parse("e:1:2:3"),
            Some(Event::Exit {
                loop_: 1,
                depth: 2,
                branch: 3
            })
        );
        assert_eq!(Event::parse("v:4"), Some(Event::Violation { clause: 4 }));
        let place = Location {
            file: "C:/a.rs".into(),
            line: 7,
            column: 9,
        };
        assert_eq!(
            Event::parse("p:C:/a.rs:7:9:index"),
            Some(Event::Panic(place, PanicKind::Index))
        );
        assert_eq!(Event::parse("p:a.rs:7:9:strange"), None);
        assert_eq!(Event::parse("e:1:2"), None);
        let steps = vec![Step::Way(3), Step::Exit { loop_: 1, depth: 2 }];
        assert_eq!(Event::parse("t:3:1x2"), Some(Event::Path { steps }));
        assert_eq!(Event::parse("t:"), Some(Event::Path { steps: vec![] }));
        assert_eq!(Event::parse("t:3x"), None);
        assert_eq!(Event::parse_list("").map(|list| list.len()), Some(0));
    }

    #[test]
    fn an_exit_is_new_until_all_its_branches_were_seen() {
        let mut seen = Seen::default();
        seen.set_max_depth(2);
        assert!(seen.is_new_exit(1, 1, 0b11));
        assert!(seen.add(Event::Exit {
            loop_: 1,
            depth: 1,
            branch: 1
        }));
        assert!(!seen.is_new_exit(1, 1, 0b01));
        assert!(seen.add_exit(1, 1, 0b11));
        assert!(!seen.add_exit(1, 1, 0b10));
        assert!(!seen.is_new_exit(1, 3, 1), "deeper than the maximum");
        assert!(seen.add_exit(1, 0, 0b11));
        assert!(!seen.add(Event::Exit {
            loop_: 1,
            depth: 0,
            branch: 0
        }));
    }
}
