//! The theory of the loop-unrolling paper: its trace algebra, and each of its theorems as a property test under its name.
//!
//! [`algebra`] has the definitions of sections 2.3 to 2.10, over few states. [`laws`] has the theorems about traces, trace sets and instructions, on
//! random ones, and [`loops`] those about loops, on random bodies. [`forms`] holds the expansions of the macro against the algebra, so that
//! the theorems are about the tool as well. `docs/dev/theory.md` lists the theorems.

mod algebra;
mod forms;
mod laws;
mod loops;
mod random;
