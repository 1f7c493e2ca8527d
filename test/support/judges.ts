import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, test } from 'vitest';
import { serverPrograms } from './postgres.ts';

/** Whether a missing judge fails the tests instead of skipping them. */
const requireAll = process.env['REQUIRE_ALL_JUDGES'] === '1';

/** Returns whether a command starts and exits with 0. */
function canRun(command: string, args: readonly string[]): boolean {
  try {
    execFileSync(command, args, { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** Python with the packages that judge generated Python; a virtual environment may be named by CODEGEN_TEST_PYTHON. */
export const python = process.env['CODEGEN_TEST_PYTHON'] ?? 'python3';

/** Squawk, which pip installs next to that Python. */
export const squawk = path.join(path.dirname(python), 'squawk');

/** Oxigraph's server, which pip installs next to that Python. */
export const oxigraph = path.join(path.dirname(python), 'oxigraph');

/** Python with Morph-KGC, which needs an older rdflib than pySHACL; CODEGEN_TEST_MORPH_KGC may name a virtual environment. */
export const morphKgc = process.env['CODEGEN_TEST_MORPH_KGC'] ?? 'python3';

/** Python with the oldest Pydantic that is supported; a virtual environment may be named by CODEGEN_TEST_OLDEST_PYDANTIC. */
export const oldestPydantic = process.env['CODEGEN_TEST_OLDEST_PYDANTIC'] ?? 'python3';

const clients = path.resolve(
  process.env['CODEGEN_TEST_CLIENTS'] ?? fileURLToPath(new URL('../../.cache/clients', import.meta.url)),
);

/** Client generators and migration tools that `test/clients/get.sh` installs; CODEGEN_TEST_CLIENTS may name another folder. */
export const clientMakers = {
  folder: clients,
  openApiGenerator: path.join(clients, 'openapi-generator-cli.jar'),
  gqlgen: path.join(clients, 'gqlgen/gqlgen'),
  fuseki: path.join(clients, 'jena-fuseki-server.jar'),
  /** The W3C's tests of SHACL Core. */
  shaclTests: path.join(clients, 'shacl-core'),
  /** The folder of Flyway's archives. */
  flyway: path.join(clients, 'flyway'),
  /** The folder of the archives of Jackson and Jakarta Validation. */
  javaValidation: path.join(clients, 'java-validation'),
} as const;

/** ESLint with typescript-eslint, which needs its own TypeScript: it is installed next to its package.json. */
export const eslint = fileURLToPath(new URL('../judges/eslint/node_modules/eslint/bin/eslint.js', import.meta.url));

/** textlint, which is installed next to its own package.json. */
export const textlint = fileURLToPath(new URL('../judges/prose/node_modules/textlint/bin/textlint.js', import.meta.url));

/** The packages of the extension for VS Code, which are installed next to its package.json. */
const vscodeClient = fileURLToPath(new URL('../../editors/vscode/node_modules/vscode-languageclient', import.meta.url));

/** Returns the path of the browser for the tests of sites, if there is one; CODEGEN_TEST_CHROMIUM may name another. */
export function chromiumPath(): string | undefined {
  const named = process.env['CODEGEN_TEST_CHROMIUM'];
  return [...(named === undefined ? [] : [named]), '/usr/bin/chromium', '/usr/bin/chromium-browser'].find((file) =>
    existsSync(file),
  );
}

/** The judges that a machine may lack, each with a check for its presence. */
const judges = {
  git: () => canRun('git', ['--version']),
  cargo: () => canRun('cargo', ['clippy', '--version']) && canRun('cargo', ['fmt', '--version']),
  pydantic: () => canRun(python, ['-c', 'import pydantic; assert pydantic.VERSION >= "2"']),
  'oldest-pydantic': () => canRun(oldestPydantic, ['-c', 'import pydantic; assert pydantic.VERSION.startswith("2.11.")']),
  vulture: () => canRun(python, ['-m', 'vulture', '--version']),
  frameworks: () => canRun(python, ['-c', 'import fastapi, httpx, multipart, psycopg, sqlalchemy']),
  pyright: () => canRun(python, ['-m', 'pyright', '--version']),
  mypy: () => canRun(python, ['-m', 'mypy', '--version']),
  pytest: () => canRun(python, ['-m', 'pytest', '--version']),
  pyshacl: () => canRun(python, ['-c', 'import pyshacl']),
  'morph-kgc': () => canRun(morphKgc, ['-c', 'import morph_kgc, psycopg, sqlalchemy']),
  squawk: () => canRun(squawk, ['--version']),
  oxigraph: () => canRun(oxigraph, ['--version']),
  ruff: () => canRun(python, ['-m', 'ruff', '--version']),
  eslint: () => canRun(process.execPath, [eslint, '--version']),
  textlint: () => existsSync(textlint),
  vscode: () => existsSync(vscodeClient),
  chromium: () => chromiumPath() !== undefined,
  postgresql: () => serverPrograms() !== undefined,
  go: () => canRun('go', ['version']),
  'openapi-generator': () => existsSync(clientMakers.openApiGenerator) && canRun('java', ['-version']),
  gqlgen: () => existsSync(clientMakers.gqlgen),
  // Version 5 needs Java 17.
  fuseki: () => existsSync(clientMakers.fuseki) && canRun('java', ['-version']),
  flyway: () => existsSync(clientMakers.flyway) && canRun('javac', ['-version']),
  // Records need Java 17.
  'java-validation': () => existsSync(clientMakers.javaValidation) && canRun('javac', ['-version']),
  'golang-migrate': () => existsSync(path.join(clients, 'golang-migrate/golang-migrate')),
  dbmate: () => existsSync(path.join(clients, 'node_modules/dbmate')),
  'shacl-tests': () => existsSync(clientMakers.shaclTests),
  quicktype: () => existsSync(path.join(clients, 'node_modules/quicktype-core')),
  /** With GraphQL Code Generator, which get.sh installs with it. */
  urql: () => existsSync(path.join(clients, 'node_modules/@urql/core')),
  relay: () => existsSync(path.join(clients, 'node_modules/relay-compiler')),
} as const;

export type Judge = keyof typeof judges;

/** Returns whether to skip a test that needs a judge: if it is missing, unless all judges are required. */
export function isMissing(judge: Judge): boolean {
  return !requireAll && !judges[judge]();
}

/**
 * Declares tests that need judges. If the machine lacks one, the tests are skipped and their name states the missing judge;
 * with REQUIRE_ALL_JUDGES=1 they fail instead.
 */
export function describeWith(needed: readonly Judge[], name: string, body: () => void): void {
  const missing = needed.filter((judge) => !judges[judge]());
  if (missing.length === 0) {
    describe(name, body);
  } else if (requireAll) {
    test(`${name}: needs ${missing.join(', ')}`, () => {
      throw new Error(`not found on this machine: ${missing.join(', ')}`);
    });
  } else {
    describe.skip(`${name} (skipped: no ${missing.join(', ')} on this machine)`, body);
  }
}

/** Runs a judge and returns its standard output. Throws an error with all its output unless it exits with 0. */
export function run(
  command: string,
  args: readonly string[],
  options: { cwd: string; env?: Record<string, string>; input?: string },
): string {
  const done = spawnSync(command, args, {
    cwd: options.cwd,
    env: { ...process.env, ...options.env },
    input: options.input,
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  });
  // A judge that does not read its input reports the reason itself.
  if (done.error && (done.error as NodeJS.ErrnoException).code !== 'EPIPE') throw done.error;
  if (done.status !== 0) {
    throw new Error(`${command} ${args.join(' ')} exited with ${done.status}\n${done.stdout}\n${done.stderr}`.slice(0, 20_000));
  }
  return done.stdout;
}
