import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Change, compareModels } from '../../src/diff/index.ts';
import type { DomainClass, DomainModel } from '../../src/model/index.ts';
import { rustModels } from '../../src/targets/rust-models/index.ts';
import { text } from '../../src/targets/text/index.ts';
import { cargoCache, cargoEnvironment } from '../support/caches.ts';
import { describeWith } from '../support/judges.ts';
import { modelOfTurtle } from '../support/ontologies.ts';
import { editedHistories } from './edits.ts';
import { versions } from './ontologies.ts';

/**
 * Compares the verdicts of a diff about callers in Rust with the compiler: code that uses all of the models of one version is
 * compiled against those of another one. If the compiler rejects a caller, the diff must report a breaking change, or at least
 * a dangerous one if the caller is exhaustive; and for each breaking change, the compiler must reject a caller.
 */

const seed = Number(process.env['RANDOM_SEED'] ?? 3);
const numRuns = Number(process.env['RANDOM_MODELS'] ?? 2);

interface Pair {
  readonly old: string;
  readonly now: string;
  readonly renamed: (iri: string) => string;
}

const pairs: readonly Pair[] = [
  ...fc
    .sample(editedHistories, { numRuns, seed })
    .flatMap((all) => all.slice(1).map(({ text, renamed }, i) => ({ old: all[i]?.text ?? '', now: text, renamed }))),
  ...fc.sample(versions, { numRuns, seed }).map(([old, now]) => ({ old, now, renamed: (iri: string) => iri })),
];

/** Rust code that uses a type in one way. */
interface Caller {
  readonly type: string;
  /** Whether it is exhaustive: it names all fields or variants of a type, so a new one breaks it. */
  readonly isWhole: boolean;
  readonly code: string;
}

const matches = (text: string, pattern: RegExp): readonly (readonly string[])[] =>
  [...text.matchAll(pattern)].map((found) => found.map((part) => part ?? ''));

/** Yields the code that a user may write against the types of a file. */
function* callersOf(file: string): Generator<Caller> {
  for (const [, type = '', body = ''] of matches(file, /^pub struct (\w+) \{\n([\s\S]*?)^\}/gm)) {
    const fields = matches(body, /^ {4}pub ((?:r#)?\w+): (.+),$/gm).map(([, name = '', of = '']) => ({ name, of }));
    const reads = fields.map(({ name, of }) => `let _: &${of} = &it.${name};`).join(' ');
    yield { type, isWhole: false, code: `pub fn f(it: &${type}) { ${reads} }` };
    const given = fields.map(({ name, of }) => `${name}: ${of}`).join(', ');
    const names = fields.map(({ name }) => name).join(', ');
    yield { type, isWhole: true, code: `pub fn f(${given}) -> ${type} { ${type} { ${names} } }` };
  }
  for (const [, type = '', body = ''] of matches(file, /^impl (\w+) \{\n([\s\S]*?)^\}/gm)) {
    for (const [, list = ''] of matches(body, /pub fn new\(([^)]*)\) -> Self/g)) {
      const given = list.split(/,\s*/).filter((one) => one.trim() !== '');
      const types = given.map((one) =>
        one
          .trim()
          .replace(/^\S+: /, '')
          .replace('impl Into<String>', 'String'),
      );
      const params = types.map((of, i) => `a${i}: ${of}`).join(', ');
      yield {
        type,
        isWhole: false,
        code: `pub fn f(${params}) -> ${type} { ${type}::new(${types.map((_, i) => `a${i}`).join(', ')}) }`,
      };
    }
    if (body.includes('pub fn apply('))
      yield {
        type,
        isWhole: false,
        code: `pub fn f(it: &mut ${type}, by: ${type}Update) { it.apply(by); }`,
      };
  }
  for (const [, from = '', type = ''] of matches(file, /^impl From<(\w+)> for (\w+) \{/gm))
    yield { type, isWhole: false, code: `pub fn f(it: ${from}) -> ${type} { ${type}::from(it) }` };
  for (const [, type = '', body = ''] of matches(file, /^pub enum (\w+) \{\n([\s\S]*?)^\}/gm)) {
    const arms = matches(body, /^ {4}(\w+)(\([^)]*\))?,$/gm).map(
      ([, name = '', of = '']) => `${type}::${name}${of && '(_)'} => {}`,
    );
    yield { type, isWhole: type.startsWith('Any'), code: `pub fn f(it: &${type}) { match it { ${arms.join(', ')} } }` };
  }
}

const MANIFEST = `[package]
name = "callers"
version = "0.0.0"
edition = "2021"

[workspace]

[features]
sqlx = []

[dependencies]
chrono = { version = "0.4", features = ["serde"] }
regex = "1"
rust_decimal = { version = "1", features = ["serde-str"] }
serde = { version = "1", features = ["derive"] }
serde_json = { version = "1", features = ["float_roundtrip"] }
serde_with = { version = "3", default-features = false, features = ["alloc", "macros"] }
uuid = { version = "1", features = ["serde", "v4"] }
`;

const workspace = path.join(cargoCache, 'callers');

function write(file: string, content: string): void {
  const target = path.join(workspace, file);
  mkdirSync(path.dirname(target), { recursive: true });
  writeFileSync(target, content);
}

/** Compiles callers and returns those that the compiler rejects, with its message. */
function refused(callers: readonly Caller[], now: DomainModel): ReadonlyMap<Caller, string> {
  rmSync(path.join(workspace, 'src'), { recursive: true, force: true });
  for (const { path: file, content } of rustModels.generate(now)) write(`src/models/${file}`, content);
  const imports = 'use crate::models::*;\nuse chrono::*;\nuse rust_decimal::Decimal;\nuse uuid::Uuid;\n';
  for (const [i, { code }] of callers.entries()) write(`src/c${i}.rs`, `${imports}${code}\n`);
  const found = new Map<Caller, string>();
  // The compiler checks types only after all names resolve, so this repeats without the callers that failed.
  for (;;) {
    const left = callers.flatMap((caller, i) => (found.has(caller) ? [] : [`mod c${i};`]));
    write('src/lib.rs', text(['#![allow(warnings)]', 'pub mod models;', ...left]));
    const options = { cwd: workspace, env: { ...process.env, ...cargoEnvironment }, encoding: 'utf8' } as const;
    const { status, stderr } = spawnSync('cargo', ['check', '--quiet', '--message-format', 'short'], options);
    if (status === 0) return found;
    const errors = matches(stderr, /^src\/c(\d+)\.rs:.*: (error.*)$/gm);
    if (errors.length === 0) throw new Error(stderr);
    for (const [, i = '', error = ''] of errors) found.set(callers[Number(i)] as Caller, error);
  }
}

const classAndDescendants = (cls: DomainClass): readonly DomainClass[] => [cls, ...cls.children.flatMap(classAndDescendants)];

/** Returns the names of a class and of all classes and enumerations that its types mention. */
function mentionedTypes(cls: DomainClass): readonly string[] {
  const held = cls.allRelations.map(({ target }) => target);
  const enumerations = cls.allFields.flatMap(({ type }) => (type.kind === 'enumeration' ? [type.enumeration.name] : []));
  return [...[...classAndDescendants(cls), ...cls.ancestors, ...held].map(({ name }) => name), ...enumerations];
}

/** Finds the class from which a Rust type was generated. */
function classOf(model: DomainModel, type: string): DomainClass | undefined {
  return model.classes.find(({ name, relationsName }) =>
    [name, `${name}Create`, `${name}Update`, `${name}Page`, `Any${name}`, `${name}Kind`, relationsName].includes(type),
  );
}

describeWith(['cargo'], 'callers in Rust', () => {
  test('fail to compile exactly if the diff reports a breaking change', async () => {
    write('Cargo.toml', MANIFEST);
    const silent: string[] = [];
    const unproven: string[] = [];
    for (const { old, now, renamed } of pairs) {
      const [a, b] = [(await modelOfTurtle(old)).model, (await modelOfTurtle(now)).model];
      const { changes } = compareModels(a, b, renamed);
      const files = rustModels.generate(a).filter(({ path: file }) => file !== 'validation.rs' && file !== 'mod.rs');
      const callers = files.flatMap(({ content }) => [...callersOf(content)]);
      const proven = new Set<Change>();
      for (const [{ type, isWhole, code }, error] of refused(callers, b)) {
        const cls = classOf(a, type);
        const next = cls && b.classes.find(({ iri }) => iri === renamed(cls.iri));
        const groups = new Set(cls ? [...mentionedTypes(cls), ...(next ? mentionedTypes(next) : [])] : [type]);
        // The diff names an enumeration by its new name, which is not known here: any change may be the cause.
        const because = changes.filter(({ group }) => !cls || group === undefined || groups.has(group));
        const reported = because.filter(
          ({ effects: { rust } }) => rust.level === 'breaking' || (isWhole && rust.level === 'dangerous'),
        );
        for (const change of reported) proven.add(change);
        const says = because.map(({ says, effects }) => `  ${says}: ${effects.rust.level}`).join('\n');
        if (reported.length === 0) silent.push(`${code}\n${error}\n${says}\n${old}\n---\n${now}`);
      }
      for (const change of changes) {
        const { level, because } = change.effects.rust;
        if (level === 'breaking' && !proven.has(change))
          unproven.push(`${change.group} ${change.says}: ${because}\n${old}\n---\n${now}`);
      }
    }
    expect(silent.slice(0, 3).join('\n\n'), `RANDOM_SEED=${seed} RANDOM_MODELS=${numRuns} draws them again`).toBe('');
    expect(unproven.slice(0, 3).join('\n\n'), `RANDOM_SEED=${seed} RANDOM_MODELS=${numRuns} draws them again`).toBe('');
  });
});
