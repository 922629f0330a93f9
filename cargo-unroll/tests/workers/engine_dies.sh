#!/bin/sh
# A worker whose engine dies; without it, it answers.
case $(cat) in
*'"strategy":"native"'*)
    echo 'unroll-outcome {"verdict":"partial","notes":[],"objectives":[{"objective":{"kind":"loop-exit","loop":1,"depth":0,"branch":0},"exit":"condition","verdict":{"verdict":"covered"},"test":null,"millis":0},{"objective":{"kind":"loop-exit","loop":1,"depth":1,"branch":1},"exit":null,"verdict":{"verdict":"undecided","reason":"not-reached"},"test":null,"millis":0}],"tests":[],"findings":[],"smt2":[]}'
    ;;
*) kill -KILL $$ ;;
esac
