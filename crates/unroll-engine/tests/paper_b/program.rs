//! Random loop-free programs of the infeasible-code paper's shape (section 7): control-flow diamonds with two levels of nested branches.

/// A guard or its negation: the program is blocked where it does not hold.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Guard {
    pub(crate) variable: usize,
    pub(crate) below: u64,
    /// False for the negation.
    pub(crate) holds: bool,
}

/// `target := source * factor + constant`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Assignment {
    pub(crate) target: usize,
    pub(crate) source: usize,
    pub(crate) factor: u64,
    pub(crate) constant: u64,
}

/// A block of three statements.
#[derive(Clone, Debug)]
pub(crate) struct Block {
    pub(crate) guard: Option<Guard>,
    pub(crate) assignments: Vec<Assignment>,
    pub(crate) predecessors: Vec<usize>,
    /// True if no block is passed by fewer executions: one of the four in the middle of a diamond.
    pub(crate) is_minimal: bool,
}

/// A program. Blocks come after their predecessors; the first is the initial, the last the final one.
#[derive(Clone, Debug)]
pub(crate) struct Program {
    pub(crate) blocks: Vec<Block>,
    pub(crate) variables: usize,
    /// Bits of a variable.
    pub(crate) width: u32,
}

/// Numbers by the generator `splitmix64`.
pub(crate) struct Rng(pub(crate) u64);

impl Rng {
    pub(crate) fn below(&mut self, limit: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut x = self.0;
        x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (x ^ (x >> 31)) % limit
    }

    fn index(&mut self, limit: usize) -> usize {
        self.below(limit as u64) as usize
    }
}

/// The size of a program.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Size {
    pub(crate) diamonds: usize,
    pub(crate) variables: usize,
    /// Variables that guards compare, so that many guards depend on each other.
    pub(crate) compared: usize,
    pub(crate) width: u32,
}

impl Program {
    /// The program with a number.
    pub(crate) fn random(size: Size, number: u64) -> Self {
        let mut generator = Generator {
            rng: Rng(number),
            size,
            blocks: Vec::new(),
        };
        let mut last = generator.block(None, &[], false);
        for _ in 0..size.diamonds {
            last = generator.diamond(last);
        }
        Self {
            blocks: generator.blocks,
            variables: size.variables,
            width: size.width,
        }
    }

    /// The blocks that the execution of an input passes, in order.
    pub(crate) fn run(&self, inputs: &[u64]) -> Vec<usize> {
        let mask = u64::MAX >> (64 - self.width);
        let mut values = inputs.to_vec();
        let mut passed = vec![];
        for (at, block) in self.blocks.iter().enumerate() {
            let follows = |before: &usize| passed.last() == Some(before);
            let is_next = at == 0 || block.predecessors.iter().any(follows);
            let is_open = block
                .guard
                .is_none_or(|guard| (values[guard.variable] < guard.below) == guard.holds);
            if !is_next || !is_open {
                continue;
            }
            for assignment in &block.assignments {
                let product = values[assignment.source].wrapping_mul(assignment.factor);
                values[assignment.target] = product.wrapping_add(assignment.constant) & mask;
            }
            passed.push(at);
        }
        passed
    }

    /// The blocks whose covers are the covers of all blocks.
    pub(crate) fn minimal(&self) -> impl Iterator<Item = usize> + '_ {
        let blocks = self.blocks.iter().enumerate();
        blocks
            .filter(|(_, block)| block.is_minimal)
            .map(|(at, _)| at)
    }
}

struct Generator {
    rng: Rng,
    size: Size,
    blocks: Vec<Block>,
}

impl Generator {
    /// A diamond behind a block; gives the block that joins it.
    fn diamond(&mut self, head: usize) -> usize {
        let mut outer = vec![];
        for branch in self.both(head) {
            let inner = self.both(branch);
            for at in &inner {
                self.blocks[*at].is_minimal = true;
            }
            outer.push(self.block(None, &inner, false));
        }
        self.block(None, &outer, false)
    }

    /// The two blocks behind a block, one for a guard and one for its negation.
    fn both(&mut self, before: usize) -> [usize; 2] {
        let limit = (1u64 << self.size.width.min(16)) - 1;
        let variable = self.rng.index(self.size.compared);
        let below = 1 + self.rng.below(limit);
        [true, false].map(|holds| {
            let guard = Guard {
                variable,
                below,
                holds,
            };
            self.block(Some(guard), &[before], false)
        })
    }

    fn block(&mut self, guard: Option<Guard>, predecessors: &[usize], is_minimal: bool) -> usize {
        let assignments = if guard.is_some() { 2 } else { 3 };
        let assignments = (0..assignments).map(|_| self.assignment()).collect();
        self.blocks.push(Block {
            guard,
            assignments,
            predecessors: predecessors.to_vec(),
            is_minimal,
        });
        self.blocks.len() - 1
    }

    /// Most assignments are to variables that no guard compares.
    fn assignment(&mut self) -> Assignment {
        let Size {
            variables,
            compared,
            ..
        } = self.size;
        let is_compared = compared == variables || self.rng.below(8) == 0;
        let target = if is_compared {
            self.rng.index(compared)
        } else {
            compared + self.rng.index(variables - compared)
        };
        Assignment {
            target,
            source: self.rng.index(variables),
            factor: 1 + self.rng.below(3),
            constant: self.rng.below(16),
        }
    }
}
