import type { Project, ScaffoldFile } from './project.ts';

export function ciFiles({ migration }: Project): readonly ScaffoldFile[] {
  const psql = (file: string) => `psql --set ON_ERROR_STOP=1 --single-transaction --file ${file}`;
  return [
    {
      path: '.github/workflows/ci.yml',
      content: `name: CI

on:
  push:
    branches: [main]
  pull_request:

permissions:
  contents: read

jobs:
  rust:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@v5
      - run: rustup component add clippy rustfmt
      - run: cargo fmt --check
      - run: cargo clippy --all-targets -- -D warnings
      - run: cargo test

  frontend:
    runs-on: ubuntu-latest
    defaults:
      run:
        working-directory: frontend
    steps:
      - uses: actions/checkout@v5
      - uses: actions/setup-node@v5
        with:
          node-version: 22
      - run: npm install
      - run: npx tsc --noEmit

  python:
    runs-on: ubuntu-latest
    defaults:
      run:
        working-directory: python
    steps:
      - uses: actions/checkout@v5
      - uses: actions/setup-python@v6
        with:
          python-version: "3.13"
      - run: pip install --editable ".[dev]"
      - run: ruff check
      - run: mypy --strict .
      - run: pytest

  database:
    runs-on: ubuntu-latest
    services:
      postgres:
        image: postgres:17
        env:
          POSTGRES_PASSWORD: postgres
        ports: ["5432:5432"]
        options: --health-cmd pg_isready --health-interval 2s --health-retries 30
    env:
      PGHOST: localhost
      PGUSER: postgres
      PGPASSWORD: postgres
    steps:
      - uses: actions/checkout@v5
      - run: ${psql(migration.up)}
      - run: ${psql(migration.down)}
      - run: ${psql(migration.up)}

  schema:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@v5
      - uses: actions/setup-node@v5
        with:
          node-version: 22
      - run: npx --yes @redocly/cli@2 lint schema/openapi.yaml
      - run: npm install --no-save --prefix "$RUNNER_TEMP" graphql@16
      - run: node -e 'require("graphql").buildSchema(require("fs").readFileSync("schema/schema.graphql", "utf8"))'
        env:
          NODE_PATH: \${{ runner.temp }}/node_modules
`,
    },
  ];
}
