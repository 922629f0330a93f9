//! Calls in escape analysis: summaries in terms of the arguments, and intrinsics.

use super::body::Body;
use super::memory::Offset;
use super::token::{Carrier, Root, Tokens, carried, of_type};
use crate::ir::{Call, Callee, Constant, Operand};

impl Body<'_> {
    /// Gives the effect of a call to this function; the result is what its result may carry.
    pub(super) fn call(&mut self, call: &Call) -> Tokens {
        // What is behind a pointer is not followed, as the head of the module says.
        let Callee::Direct(name) = &call.callee else {
            return Tokens::new();
        };
        if name.starts_with("llvm.memcpy.") || name.starts_with("llvm.memmove.") {
            self.copy(&call.args[0].1, &call.args[1].1, &call.args[2].1);
            return Tokens::new();
        }
        if name.starts_with("llvm.") {
            // Arithmetic, for what returns something that carries an address.
            let args = call.args.iter().flat_map(|(_, arg)| self.tokens(arg));
            return of_type(args.collect(), &call.ret);
        }
        // Without a body, nothing is known of what the callee does to an address.
        let Some(summary) = (self.summary_of)(name) else {
            return Tokens::new();
        };
        let operand = |at: u32| call.args.get(at as usize).map(|(_, operand)| operand);
        for (left, right) in &summary.compared {
            if let (Some(left), Some(right)) = (operand(*left), operand(*right)) {
                self.compare(left, right);
            }
        }
        self.keep(call, &summary.kept);
        let returned = summary.returned.iter();
        let returned = returned.flat_map(|(root, carrier)| self.meaning(call, *root, *carrier));
        of_type(returned.collect(), &call.ret)
    }

    /// Stores what a callee keeps: in locals of this function, if no argument leads anywhere else.
    fn keep<'r>(&mut self, call: &Call, kept: impl IntoIterator<Item = &'r Root>) {
        let kept = kept.into_iter();
        let kept: Tokens = kept
            // As a number: what a callee keeps as a pointer the borrow checker watches over.
            .flat_map(|root| self.meaning(call, *root, Carrier::Number))
            .collect();
        if kept.is_empty() {
            return;
        }
        let targets = call.args.iter().flat_map(|(_, arg)| self.tokens(arg));
        let targets = targets.filter(|(_, carrier)| *carrier == Carrier::Pointer);
        self.store_behind(&kept, &targets.collect());
    }

    /// The meaning of a token of a callee's in terms of this function.
    fn meaning(&self, call: &Call, root: Root, carrier: Carrier) -> Tokens {
        let tokens = |at: u32| match call.args.get(at as usize) {
            Some((_, arg)) => self.tokens(arg),
            None => Tokens::new(),
        };
        match root {
            // The callee's locals are gone when it returns.
            Root::Local(_) => Tokens::new(),
            Root::Param(at) => carried(&tokens(at), carrier),
            Root::Within(at, loaded) => {
                let behind = tokens(at).into_iter();
                let behind = behind.flat_map(|(root, _)| self.memory.behind(root, loaded));
                carried(&behind.collect(), carrier)
            }
        }
    }

    /// Copies bytes from one place to another.
    fn copy(&mut self, target: &Operand, source: &Operand, len: &Operand) {
        let len = match len {
            Operand::Const(Constant::Int(len)) => u64::try_from(*len).ok(),
            _ => None,
        };
        // Between locals the offsets are kept, so that fields stay apart.
        let found: Vec<(Offset, _)> = if let Some((local, Some(start))) = self.place(source) {
            self.memory.range(local, start, len)
        } else {
            let roots = self.tokens(source).into_iter();
            let carriers = [Carrier::Pointer, Carrier::Number];
            let all =
                roots.flat_map(|(root, _)| carriers.map(|loaded| self.memory.behind(root, loaded)));
            all.flatten().map(|token| (None, token)).collect()
        };
        if let Some((local, start)) = self.place(target) {
            for (offset, token) in found {
                let sum = start.zip(offset);
                let at = sum.and_then(|(start, offset)| start.checked_add(offset));
                self.memory.add(local, at, [token]);
            }
        } else {
            let tokens: Tokens = found.into_iter().map(|(_, token)| token).collect();
            let targets = self.tokens(target);
            self.store_behind(&tokens, &targets);
        }
    }
}
