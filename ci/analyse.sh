#!/usr/bin/env bash
# Runs `cargo unroll` with the settings of a CI job, which stand in environment variables:
#   UNROLL_ARGS             options of `cargo unroll`, separated by spaces
#   UNROLL_SHARD            K/N; all functions if empty
#   UNROLL_IN_DIFF          a revision to compare with; all functions if empty
#   UNROLL_CACHE            read-write, read-only or off
#   UNROLL_CACHE_DIR        the directory of the cache
#   UNROLL_REPORT           the file for the JSON lines
#   UNROLL_IS_PULL_REQUEST  true if the code is not trusted, so that it must not add to the cache
# Arguments are passed on.
set -euo pipefail

args=()
read -r -a given <<<"${UNROLL_ARGS:-}"
args+=("${given[@]}" "$@")
if [ -n "${UNROLL_SHARD:-}" ]; then
  args+=(--shard "$UNROLL_SHARD")
fi
if [ -n "${UNROLL_IN_DIFF:-}" ]; then
  args+=(--in-diff "$UNROLL_IN_DIFF")
fi
cache=${UNROLL_CACHE:-}
if [ -z "$cache" ]; then
  cache=read-write
  if [ "${UNROLL_IS_PULL_REQUEST:-false}" = true ]; then
    cache=read-only
  fi
fi
args+=(--cache "$cache")
if [ -n "${UNROLL_CACHE_DIR:-}" ]; then
  # The shell that reads a configuration file does not expand `~`.
  args+=(--cache-dir "${UNROLL_CACHE_DIR/#\~/$HOME}")
fi
if [ -n "${UNROLL_REPORT:-}" ]; then
  mkdir -p "$(dirname "$UNROLL_REPORT")"
  args+=(--report "json=$UNROLL_REPORT")
fi
exec cargo unroll "${args[@]}"
