#!/bin/sh
# A worker that has no memory for one formula for all paths, as Z3 says it; path by path it answers.
case $(cat) in
*'"strategy":"paths"'*)
    echo 'unroll-outcome {"verdict":"partial","notes":[],"objectives":[{"objective":{"kind":"loop-exit","loop":1,"depth":0,"branch":0},"exit":"condition","verdict":{"verdict":"covered"},"test":null,"millis":0},{"objective":{"kind":"loop-exit","loop":1,"depth":1,"branch":1},"exit":null,"verdict":{"verdict":"undecided","reason":{"obstacle":"the budget of 4000 paths is exhausted"}},"test":null,"millis":0}],"tests":[],"findings":[],"smt2":[]}'
    ;;
*)
    echo 'out of memory in Z3' >&2
    kill -ABRT $$
    ;;
esac
