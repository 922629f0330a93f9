#!/bin/sh
# A worker that never answers, with a child that holds its pipes.
sleep 60 &
sleep 60
