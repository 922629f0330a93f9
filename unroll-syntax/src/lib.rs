//! Shared work on `syn` trees: numbering of loops and branches, unrolling, labels.
