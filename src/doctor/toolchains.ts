/** Checks the tools for building generated projects. `codegen` itself runs none of them. */

import { type Check, ok, warning } from './check.ts';
import { isAtLeast, outputOf, versionIn } from './run.ts';

interface Program {
  readonly name: string;
  readonly command: readonly [program: string, ...args: string[]];
  readonly use: string;
  readonly remedy: string;
  readonly minimum?: string;
}

const RUSTUP = 'install Rust from https://rustup.rs';

const programs: readonly Program[] = [
  // The minimum Rust version for building generated crates.
  { name: 'cargo', command: ['cargo', '--version'], use: 'builds the crate', remedy: RUSTUP, minimum: '1.85.0' },
  { name: 'rustc', command: ['rustc', '--version'], use: 'compiles the crate', remedy: RUSTUP, minimum: '1.85.0' },
  { name: 'clippy', command: ['cargo', 'clippy', '--version'], use: 'checks the crate', remedy: 'rustup component add clippy' },
  { name: 'rustfmt', command: ['rustfmt', '--version'], use: 'formats the crate', remedy: 'rustup component add rustfmt' },
  { name: 'node', command: ['node', '--version'], use: 'runs the frontend’s tools', remedy: 'put Node.js on the PATH' },
  {
    name: 'npm',
    command: ['npm', '--version'],
    use: 'installs the frontend’s packages',
    remedy: 'install npm, which comes with Node.js',
  },
  {
    name: 'python3',
    command: ['python3', '--version'],
    use: 'runs the Python package',
    remedy: 'install Python 3.11 or newer from https://www.python.org',
    minimum: '3.11.0',
  },
  { name: 'psql', command: ['psql', '--version'], use: 'runs the migrations', remedy: 'install the client of PostgreSQL' },
];

const packages: readonly Omit<Program, 'command' | 'remedy'>[] = [
  { name: 'pydantic', use: 'the base of the Python models', minimum: '2.0.0' },
  { name: 'mypy', use: 'checks the Python package' },
  { name: 'ruff', use: 'checks the Python package' },
  { name: 'pytest', use: 'tests the Python package' },
];

/** A package may be installed for Python, or as a standalone program. */
const VERSIONS = `
import importlib.metadata as m
for name in ${JSON.stringify(packages.map((each) => each.name))}:
    try: print(name, m.version(name))
    except m.PackageNotFoundError: pass
`;

/** Checks the programs and Python packages that generated projects need. They run in the folder `cwd`. */
export async function checkToolchains(cwd: string): Promise<readonly Check[]> {
  const [results, installed] = await Promise.all([
    Promise.all(programs.map((each) => checkProgram(each, cwd))),
    outputOf('python3', ['-c', VERSIONS], cwd),
  ]);
  const versions = new Map((installed ?? '').split('\n').map((line) => line.trim().split(' ') as [string, string]));
  const python = await Promise.all(
    packages.map(async (each): Promise<Check> => {
      const { name, minimum } = each;
      const program = name === 'pydantic' || versions.has(name) ? undefined : await outputOf(name, ['--version'], cwd);
      const version = versions.get(name) ?? (program && versionIn(program));
      const remedy = `python3 -m pip install "${name}${minimum === undefined ? '' : '>=2'}"`;
      return checkVersion({ ...each, remedy }, version);
    }),
  );
  return [...results, ...python];
}

async function checkProgram(wanted: Program, cwd: string): Promise<Check> {
  const [program, ...args] = wanted.command;
  const output = await outputOf(program, args, cwd);
  return checkVersion(wanted, output === undefined ? undefined : (versionIn(output) ?? output));
}

function checkVersion({ name, use, remedy, minimum }: Omit<Program, 'command'>, version: string | undefined): Check {
  if (version === undefined) return warning(name, `not found; it ${use}`, remedy);
  if (minimum !== undefined && !isAtLeast(version, minimum)) return warning(name, `${version} is older than ${minimum}`, remedy);
  return ok(name, version);
}
