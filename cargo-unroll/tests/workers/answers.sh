#!/bin/sh
# A worker that answers, with the function that was asked as its note, after some progress.
job=$(cat)
function=$(printf "%s" "$job" | sed "s/.*\"function\":\"\([^\"]*\)\".*/\1/")
echo "unroll-progress 1 2"
# The first job takes longest, so that answers come back out of order.
case $function in *slow) sleep 0.3 ;; esac
echo "unroll-outcome {\"verdict\":\"ok\",\"notes\":[{\"code\":\"U0201\",\"message\":\"$function\",\"span\":null}],\"objectives\":[],\"tests\":[],\"findings\":[],\"smt2\":[]}"
