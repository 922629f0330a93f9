#!/bin/sh
# A worker that answers, and is aborted by what cleans up behind it.
cat > /dev/null
echo "unroll-outcome {\"verdict\":\"ok\",\"notes\":[{\"code\":\"U0201\",\"message\":\"kept\",\"span\":null}],\"objectives\":[],\"tests\":[],\"findings\":[],\"smt2\":[]}"
kill -ABRT $$
