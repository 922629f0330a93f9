#!/bin/sh
# A worker whose answer is broken.
cat > /dev/null
echo "unroll-outcome {\"verdict\":"
