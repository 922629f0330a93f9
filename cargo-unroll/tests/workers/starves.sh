#!/bin/sh
# A worker that runs out of memory.
cat > /dev/null
echo 'memory allocation of 1099511627776 bytes failed' >&2
kill -ABRT $$
