import manifest from '../../../package.json' with { type: 'json' };
import { type ScaffoldFile, type ScaffoldValues, shellWord, shellWords } from './project.ts';

/** The command that runs this version of codegen on a machine with only Node.js. */
const CODEGEN = `npx --yes ${manifest.name}@${manifest.version}`;

/** Runs a migration script in a transaction, unless a line of it begins with `-- no-transaction`. */
const PSQL_COMMAND = `psql --set ON_ERROR_STOP=1 $(grep -q '^-- no-transaction' "$file" || echo --single-transaction) --file "$file"`;

/** The PostgreSQL server of a job. */
const POSTGRES = `    services:
      postgres:
        image: postgres:17
        env:
          POSTGRES_PASSWORD: postgres
        ports: ["5432:5432"]
        options: --health-cmd pg_isready --health-interval 2s --health-retries 30
`;

export function ciFiles({ ontology, sourceOptions, service }: ScaffoldValues): readonly ScaffoldFile[] {
  const ontologyWord = shellWord(ontology);
  const sourceWords = shellWords(sourceOptions);
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
  ontology:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@v5
        with:
          fetch-depth: 0
      - uses: actions/setup-node@v5
        with:
          node-version: 22
      - name: generated files are up to date
        run: ${CODEGEN} project gen . --graph ${ontologyWord}${sourceWords} --check --no-hooks
      - name: changes for clients
        if: github.event_name == 'pull_request'
        run: ${CODEGEN} diff --against "origin/$BASE" ${ontologyWord}${sourceWords} --format github
        env:
          BASE: \${{ github.base_ref }}

  rust:
    runs-on: ubuntu-latest
${service === 'none' ? '' : `${POSTGRES}    env:\n      DATABASE_URL: postgres://postgres:postgres@localhost/postgres\n`}    steps:
      - uses: actions/checkout@v5
      - run: rustup component add clippy rustfmt
      - run: cargo fmt --check
      - run: cargo clippy --all-targets${service === 'none' ? '' : ' --all-features'} -- -D warnings
      - run: cargo test${service === 'none' ? '' : ' -- --include-ignored'}

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
${POSTGRES}    env:
      PGHOST: localhost
      PGUSER: postgres
      PGPASSWORD: postgres
    steps:
      - uses: actions/checkout@v5
      - name: all up
        run: for file in $(ls migrations/*.sql | grep -v '\\.down\\.sql$'); do ${PSQL_COMMAND}; done
      - name: all down
        run: for file in $(ls -r migrations/*.down.sql); do ${PSQL_COMMAND}; done
      - name: all up again
        run: for file in $(ls migrations/*.sql | grep -v '\\.down\\.sql$'); do ${PSQL_COMMAND}; done

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
