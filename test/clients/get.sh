#!/usr/bin/env bash
# Gets the makers of clients that the long run tries the API documents with, from their registries, into a folder.
# The tests look for them in the folder that CODEGEN_TEST_CLIENTS names, else in .cache/clients. What cannot be had here is left out.
set -uo pipefail
here="$(cd "$(dirname "$0")" && pwd)"
to="${1:?the folder}"
mkdir -p "$to/gqlgen"
to="$(cd "$to" && pwd)"

# OpenAPI Generator, from Maven Central.
if command -v mvn >/dev/null && [ ! -e "$to/openapi-generator-cli.jar" ]; then
  mvn -q -B org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy \
    -Dartifact=org.openapitools:openapi-generator-cli:7.25.0 -Dmdep.stripVersion=true -DoutputDirectory="$to"
fi

# gqlgen, from the proxy of Go modules, by the versions of go.mod.
if command -v go >/dev/null && [ ! -e "$to/gqlgen/gqlgen" ]; then
  (cd "$here/gqlgen" && go build -o "$to/gqlgen/gqlgen" github.com/99designs/gqlgen)
fi

# quicktype, from npm.
[ -e "$to/node_modules/quicktype-core" ] || npm install --silent --no-audit --no-fund --prefix "$to" quicktype-core@26.0.0
