#!/bin/sh
# A worker that is killed.
kill -KILL $$
