#!/usr/bin/env bash
# What `make test` tries for seconds, for minutes: damaged messages must be decoded or told, nothing else; whole ones
# must mean what they mean to the client's codecs. A case is its number: CASES=1 FIRST=4711 ci/fuzz.sh tries one again.
# Usage: [CASES=1000000] [FIRST=0] [MESSAGES=200000] ci/fuzz.sh
. "$(dirname "$0")/common.sh"

exec ./mvnw -B -ntp -q test -pl jvm/connector -Dtest='FuzzTest,ClientCodecTest' \
  -Dfuzz.cases="${CASES:-1000000}" -Dfuzz.first="${FIRST:-0}" -Ddifferential.cases="${MESSAGES:-200000}"
