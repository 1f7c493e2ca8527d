/** Reads what a project states about itself in its manifests. Starts no other program. */

import path from 'node:path';
import { readRegular, statOf } from '../../diagnostics/index.ts';

/** A fact, and the file that states it. */
export interface Fact {
  readonly name: string;
  readonly value: string;
  readonly source: string;
}

/** Returns name, version, revision and toolchains of a project, as far as its files state them. */
export function projectFacts(root: string): readonly Fact[] {
  const facts: Fact[] = [];
  const add = (name: string, value: unknown, source: string) => {
    if (typeof value === 'string' && value.trim() !== '') facts.push({ name, value: firstLine(value), source });
  };
  const text = (file: string) => readIfPossible(path.join(root, file)) ?? '';

  const npm = parseObject(text('package.json'));
  for (const [name, key] of MANIFEST_KEYS) add(name, npm[key], 'package.json');
  add('Node.js', objectOf(npm['engines'])['node'], 'package.json');
  add('Package manager', npm['packageManager'], 'package.json');
  const scripts = Object.keys(objectOf(npm['scripts']));
  add('npm scripts', scripts.join(', '), 'package.json');
  for (const file of ['.nvmrc', '.node-version']) add('Node.js', text(file), file);

  const cargo = text('Cargo.toml');
  const crate = { ...tomlTable(cargo, 'workspace.package'), ...tomlTable(cargo, 'package') };
  for (const [name, key] of MANIFEST_KEYS) add(name, crate[key], 'Cargo.toml');
  add('Rust', crate['rust-version'], 'Cargo.toml');
  add('Rust edition', crate['edition'], 'Cargo.toml');
  const toolchain = ['rust-toolchain.toml', 'rust-toolchain'].find((file) => text(file) !== '');
  if (toolchain !== undefined) add('Rust', rustChannel(text(toolchain)), toolchain);

  const pyproject = text('pyproject.toml');
  const python = { ...tomlTable(pyproject, 'tool.poetry'), ...tomlTable(pyproject, 'project') };
  for (const [name, key] of MANIFEST_KEYS) add(name, python[key], 'pyproject.toml');
  add('Python', python['requires-python'], 'pyproject.toml');
  add('Python', text('.python-version'), '.python-version');
  const go = text('go.mod');
  add('Name', /^module\s+(\S+)/m.exec(go)?.[1], 'go.mod');
  add('Go', /^go\s+(\S+)/m.exec(go)?.[1], 'go.mod');

  add('Git revision', gitRevision(root), '.git');
  return facts;
}

/** A toolchain file without an extension may also consist of the name of a channel. */
function rustChannel(toolchain: string): string | undefined {
  return toolchain.includes('[toolchain]') ? tomlTable(toolchain, 'toolchain')['channel'] : toolchain;
}

const MANIFEST_KEYS = [
  ['Name', 'name'],
  ['Version', 'version'],
  ['Description', 'description'],
  ['Licence', 'license'],
] as const;

function firstLine(text: string): string {
  return text.trim().split(/\r?\n/)[0]?.slice(0, 200) ?? '';
}

function readIfPossible(file: string): string | undefined {
  try {
    return readRegular(file).toString('utf8');
  } catch {
    return undefined;
  }
}

/** Returns an object itself, and for any other value an empty object. */
function objectOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

function parseObject(text: string): Record<string, unknown> {
  try {
    return objectOf(JSON.parse(text));
  } catch {
    return {};
  }
}

/** Returns the strings of one table of a TOML file that stand on one line and have no escapes; other values are ignored. */
function tomlTable(toml: string, table: string): Record<string, string> {
  const entries: Record<string, string> = {};
  let current = '';
  for (const line of toml.split('\n')) {
    const header = /^\s*\[([^[\]]+)\]\s*(?:#.*)?$/.exec(line)?.[1];
    if (header !== undefined) current = header.trim();
    else if (/^\s*\[\[/.test(line)) current = '';
    const [, key, basic, literal] = /^\s*([\w-]+)\s*=\s*(?:"([^"\\]*)"|'([^']*)')/.exec(line) ?? [];
    if (current === table && key !== undefined) entries[key] = basic ?? literal ?? '';
  }
  return entries;
}

/** Returns the commit and branch that are checked out: `3f2c… on main`. Reads Git's files (gitrepository-layout(5)). */
function gitRevision(root: string): string | undefined {
  const git = gitFolder(path.resolve(root));
  if (git === undefined) return undefined;
  const head = readIfPossible(path.join(git, 'HEAD'))?.trim() ?? '';
  const ref = /^ref: (.+)$/.exec(head)?.[1];
  if (ref === undefined) return COMMIT.test(head) ? head : undefined;
  const branch = ref.replace(/^refs\/heads\//, '');
  // A linked worktree shares the branches of the main one.
  const common = path.resolve(git, readIfPossible(path.join(git, 'commondir'))?.trim() ?? '');
  const commit = [git, common].map((folder) => commitOf(folder, ref)).find((each) => COMMIT.test(each));
  return `${commit ?? 'no commit yet'} on ${branch}`;
}

const COMMIT = /^[0-9a-f]{40,64}$/;

/** Returns the commit of a branch, from its own file or from the packed branches; empty without such a branch. */
function commitOf(git: string, ref: string): string {
  const packed = readIfPossible(path.join(git, 'packed-refs')) ?? '';
  const line = packed.split('\n').find((each) => each.endsWith(` ${ref}`)) ?? '';
  return readIfPossible(path.join(git, ref))?.trim() ?? line.split(' ', 1)[0] ?? '';
}

function gitFolder(folder: string): string | undefined {
  const git = path.join(folder, '.git');
  const stat = statOf(git);
  if (stat?.isDirectory()) return git;
  if (stat) {
    const target = /^gitdir: (.+)$/m.exec(readIfPossible(git) ?? '')?.[1];
    return target === undefined ? undefined : path.resolve(folder, target);
  }
  const parent = path.dirname(folder);
  return parent === folder ? undefined : gitFolder(parent);
}
