#!/usr/bin/env bash
# Compiles the connector against every Spark that a Maven profile names, beside the build and not in it.
. "$(dirname "$0")/common.sh"

copy=$build/profiles
rm -rf "$copy"
mkdir -p "$copy"
tar --exclude=target -cf - pom.xml mvnw .mvn jvm LICENSE | tar -xf - -C "$copy"
cd "$copy"
while read -r profile; do
  say "Compiling against $profile"
  ./mvnw -B -q -ntp "-P$profile" -pl jvm/connector,jvm/realtime clean compile </dev/null
done < <(sed -n 's/.*<id>\(spark[0-9]*\)<.*/\1/p' pom.xml)
