//! The analyses on random graphs, irreducible ones included, against their definitions.

use std::collections::BTreeSet;

use proptest::prelude::*;
use unroll_llvm::analysis::{Cfg, Liveness, UNREACHABLE, Wto};
use unroll_llvm::ir::{
    Block, BlockId, Constant, Function, Instr, InstrKind, IntPred, Operand, Reg, Terminator, Type,
};

/// One block: the registers it reads, the one it defines, where it goes.
type Plan = (Vec<u32>, Option<u32>, Vec<u32>);

const REGS: u32 = 6;

fn plans() -> impl Strategy<Value = Vec<Plan>> {
    (1_u32..12).prop_flat_map(|blocks| {
        let plan = (
            prop::collection::vec(0..REGS, 0..3),
            prop::option::of(0..REGS),
            prop::collection::vec(0..blocks, 0..3),
        );
        prop::collection::vec(plan, blocks as usize)
    })
}

/// A function of that shape. It need not be in SSA form, which the analyses do not ask for.
fn function(plans: &[Plan]) -> Function {
    let blocks = plans
        .iter()
        .enumerate()
        .map(|(at, (reads, defines, targets))| Block {
            label: at.to_string(),
            instrs: reads
                .iter()
                .map(|reg| read(*reg))
                .chain(defines.map(define))
                .collect(),
            terminator: match targets.as_slice() {
                [] => Terminator::Unreachable,
                [target] => Terminator::Br {
                    target: BlockId(*target),
                },
                [then, els, ..] => Terminator::CondBr {
                    cond: Operand::Const(Constant::Undef),
                    then: BlockId(*then),
                    els: BlockId(*els),
                },
            },
            terminator_dbg: None,
        });
    Function {
        name: "f".into(),
        params: vec![],
        ret: Type::Void,
        blocks: blocks.collect(),
        reg_count: REGS,
        unread_symbols: vec![],
    }
}

fn read(reg: u32) -> Instr {
    let operand = Operand::Reg(Reg(reg));
    let kind = InstrKind::ICmp {
        pred: IntPred::Eq,
        ty: Type::Ptr,
        lhs: operand.clone(),
        rhs: operand,
    };
    Instr {
        result: None,
        kind,
        dbg: None,
    }
}

fn define(reg: u32) -> Instr {
    let kind = InstrKind::Freeze {
        ty: Type::Ptr,
        value: Operand::Const(Constant::Null),
    };
    Instr {
        result: Some(Reg(reg)),
        kind,
        dbg: None,
    }
}

/// The blocks that `from` reaches by at least `least` edges without leaving `within`.
fn reach(
    cfg: &Cfg,
    from: BlockId,
    within: impl Fn(BlockId) -> bool,
    least: usize,
) -> BTreeSet<BlockId> {
    let start = if least == 0 {
        vec![from]
    } else {
        cfg.succs[from.0 as usize].clone()
    };
    let mut todo: Vec<_> = start.into_iter().filter(|it| within(*it)).collect();
    let mut seen = BTreeSet::new();
    while let Some(block) = todo.pop() {
        if seen.insert(block) {
            todo.extend(cfg.succs[block.0 as usize].iter().filter(|it| within(**it)));
        }
    }
    seen
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(500) })]

    #[test]
    fn order_is_a_weak_topological_order(plans in plans()) {
        let function = function(&plans);
        let cfg = Cfg::new(&function);
        let wto = Wto::new(&cfg);
        let reached = reach(&cfg, BlockId(0), |_| true, 0);
        prop_assert_eq!(&wto.order.iter().copied().collect::<BTreeSet<_>>(), &reached);
        prop_assert_eq!(&cfg.rpo.iter().copied().collect::<BTreeSet<_>>(), &reached);
        prop_assert_eq!(wto.order.len(), reached.len());
        for block in (0..plans.len() as u32).map(BlockId) {
            prop_assert_eq!(wto.position[block.0 as usize] != UNREACHABLE, reached.contains(&block));
        }
        for block in &wto.order {
            for to in &cfg.succs[block.0 as usize] {
                let forward = wto.position[block.0 as usize] < wto.position[to.0 as usize];
                prop_assert!(forward || wto.heads[block.0 as usize].contains(to), "{:?} -> {:?}", block, to);
            }
        }
    }

    #[test]
    fn components_are_strongly_connected_and_contiguous(plans in plans()) {
        let cfg = Cfg::new(&function(&plans));
        let wto = Wto::new(&cfg);
        for (head, blocks) in &wto.components {
            prop_assert_eq!(blocks[0], *head);
            let start = wto.position[head.0 as usize] as usize;
            prop_assert_eq!(&wto.order[start..start + blocks.len()], blocks.as_slice());
            let inside: BTreeSet<_> = blocks.iter().copied().collect();
            for block in blocks {
                prop_assert_eq!(&reach(&cfg, *block, |it| inside.contains(&it), 1), &inside);
            }
            // A natural loop is not reached but by its head.
            let around = reach(&cfg, BlockId(0), |it| it != *head, 0);
            let is_entered = blocks[1..].iter().any(|it| around.contains(it));
            prop_assert_eq!(wto.is_natural(&cfg, *head), !is_entered);
        }
        // A block on a cycle is in some component.
        for block in &wto.order {
            let cyclic = reach(&cfg, *block, |_| true, 1).contains(block);
            prop_assert_eq!(cyclic, !wto.heads[block.0 as usize].is_empty());
        }
    }

    #[test]
    fn a_register_is_live_iff_some_path_reads_it_first(plans in plans()) {
        let function = function(&plans);
        let cfg = Cfg::new(&function);
        let live = Liveness::new(&function, &cfg);
        for block in &cfg.rpo {
            for reg in 0..REGS {
                // Search forward through blocks that neither read nor define the register.
                let silent = |it: BlockId| {
                    let (reads, defines, _) = &plans[it.0 as usize];
                    !reads.contains(&reg) && *defines != Some(reg)
                };
                let mut ends = BTreeSet::from([*block]);
                if silent(*block) {
                    for inner in reach(&cfg, *block, silent, 0) {
                        ends.extend(&cfg.succs[inner.0 as usize]);
                    }
                }
                let expected = ends.iter().any(|it| plans[it.0 as usize].0.contains(&reg));
                prop_assert_eq!(live.is_live_in(*block, Reg(reg)), expected, "{:?} in {:?}", reg, block);
            }
        }
    }
}
