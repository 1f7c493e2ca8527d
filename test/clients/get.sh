#!/usr/bin/env bash
# Installs programs for the full test run into a folder: client generators and clients for API documents, Flyway, golang-migrate, dbmate,
# Jackson, Hibernate Validator, Fuseki, and the W3C's tests of SHACL. The tests look for them in the folder of CODEGEN_TEST_CLIENTS, or else in .cache/clients.
# Programs that cannot be installed on this machine are left out.
set -uo pipefail
here="$(cd "$(dirname "$0")" && pwd)"
to="${1:?the folder}"
mkdir -p "$to/gqlgen"
to="$(cd "$to" && pwd)"

# Runs a command again after a failure: registries are sometimes unavailable.
retried() {
  local pause
  for pause in 5 20 60; do
    "$@" && return
    echo "failed; next attempt in $pause s: $*" >&2
    sleep "$pause"
  done
  "$@"
}
maven() {
  retried mvn -q -B -Dmaven.wagon.http.retryHandler.count=5 -Daether.connector.http.retryHandler.count=5 "$@"
}
# Builds a program with the Go modules of a folder.
go_build() {
  (cd "$1" && retried go build -o "$2" "$3")
}

# OpenAPI Generator, from Maven Central.
if command -v mvn >/dev/null && [ ! -e "$to/openapi-generator-cli.jar" ]; then
  maven org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy \
    -Dartifact=org.openapitools:openapi-generator-cli:7.25.0 -Dmdep.stripVersion=true -DoutputDirectory="$to"
fi

# Apache Jena Fuseki, a SPARQL server, from Maven Central.
if command -v mvn >/dev/null && [ ! -e "$to/jena-fuseki-server.jar" ]; then
  maven org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy \
    -Dartifact=org.apache.jena:jena-fuseki-server:5.5.0 -Dmdep.stripVersion=true -DoutputDirectory="$to"
fi

# Flyway, from Maven Central, with the dependencies of its pom.xml.
if command -v mvn >/dev/null && [ ! -e "$to/flyway" ]; then
  maven -f "$here/flyway/pom.xml" org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy-dependencies \
    -DoutputDirectory="$to/flyway"
fi

# Jackson and Hibernate Validator, from Maven Central, with the dependencies of their pom.xml.
if command -v mvn >/dev/null && [ ! -e "$to/java-validation" ]; then
  maven -f "$here/../example-templates/java/pom.xml" org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy-dependencies \
    -DoutputDirectory="$to/java-validation"
fi

# gqlgen, from the proxy of Go modules, in the versions of go.mod.
if command -v go >/dev/null && [ ! -e "$to/gqlgen/gqlgen" ]; then
  go_build "$here/gqlgen" "$to/gqlgen/gqlgen" github.com/99designs/gqlgen
fi

# golang-migrate, from the same proxy, called by a small program.
if command -v go >/dev/null && [ ! -e "$to/golang-migrate/golang-migrate" ]; then
  go_build "$here/golang-migrate" "$to/golang-migrate/golang-migrate" .
fi

# The W3C's tests of SHACL Core, from PyPI: the source package of pySHACL has them.
if [ ! -e "$to/shacl-core" ]; then
  source="$(mktemp -d)"
  retried python3 -m pip download --quiet --no-deps --no-binary pyshacl --dest "$source" pyshacl==0.40.1 &&
    mkdir -p "$source/tests" && tar -xzf "$source"/pyshacl-*.tar.gz -C "$source/tests" --strip-components=4 --wildcards '*/test/resources/sht_tests/core' &&
    mv "$source/tests/core" "$to/shacl-core"
  rm -rf "$source"
fi

# dbmate and quicktype, from npm.
[ -e "$to/node_modules/dbmate" ] || retried npm install --silent --no-audit --no-fund --prefix "$to" dbmate@2.36.0
[ -e "$to/node_modules/quicktype-core" ] || retried npm install --silent --no-audit --no-fund --prefix "$to" quicktype-core@26.0.0

# urql, GraphQL Code Generator and Relay, from npm.
if [ ! -e "$to/node_modules/relay-compiler" ]; then
  retried npm install --silent --no-audit --no-fund --prefix "$to" graphql@16.15.0 @urql/core@6.0.3 \
    @graphql-codegen/cli@7.4.0 @graphql-codegen/client-preset@6.2.0 relay-compiler@21.0.1 relay-runtime@21.0.1
fi
