//! Hash-consed bit-vector terms with simplification; Z3 behind them.

pub mod term;
