#!/bin/sh
# A worker that says it is done and gives no answer.
cat > /dev/null
echo "something that a library prints"
