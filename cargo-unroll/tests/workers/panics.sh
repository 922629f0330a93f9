#!/bin/sh
# A worker that panics.
cat > /dev/null
echo "thread 'main' (1) panicked at src/cover/analyse.rs:7:9:" >&2
echo 'attempt to divide by zero' >&2
exit 101
