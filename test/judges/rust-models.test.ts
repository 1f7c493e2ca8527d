import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, expect, test } from 'vitest';
import {
  buildModel,
  concreteClasses,
  type DomainClass,
  type DomainModel,
  declaredRelations,
  type Field,
  type FieldType,
  type Member,
  parametersOf,
  type ScalarKind,
  type ScalarType,
  typeNames,
  variantOf,
} from '../../src/model/index.ts';
import { loadOntology } from '../../src/ontology/index.ts';
import { rustModels } from '../../src/targets/rust-models/index.ts';
import { typeName } from '../../src/targets/rust-models/names.ts';
import type { OptionValues } from '../../src/targets/target.ts';
import { text } from '../../src/targets/text/index.ts';
import { cargoEnvironment } from '../support/caches.ts';
import { describeWith, run } from '../support/judges.ts';
import { halfOfVocabularies, isExhaustive, isFullRun, judgedOntologies, modelOf, sampleEvenly } from '../support/ontologies.ts';

/**
 * One workspace for all runs: cargo identifies a crate by its folder, so a new temporary folder would require a full
 * compilation each time and leave its artefacts behind.
 */
const cache = fileURLToPath(new URL('../../.cache/cargo/', import.meta.url));
const workspace = path.join(cache, 'rust-models');

const OWL = 'http://www.w3.org/2002/07/owl#';
const RDFS = 'http://www.w3.org/2000/01/rdf-schema#';
const XSD = 'http://www.w3.org/2001/XMLSchema#';

/**
 * For the largest ontologies, rustfmt checks all code, but clippy only every nth class with its own fields: for all of
 * schema.org, rustc needs more memory than machines have.
 */
const excerpts: ReadonlyMap<string, number> = new Map([
  ['as', 4],
  ['crm', 4],
  ['dbo', 20],
  ['dpv', 6],
  ['ebucore', 12],
  ['gs1', 3],
  ['part-actions', 4],
  ['part-offer-near', 12],
  ['qudt', 12],
  ['rico', 4],
  ['schema', 20],
  // Clippy needs minutes for all of them.
  ...(isExhaustive
    ? []
    : ([
        ['torture', 4],
        ['dash', 3],
        ['mads', 3],
        ['part-offer', 3],
        ['sh', 3],
      ] as const)),
]);

/**
 * Ontologies whose instances have so many fields that rustc needs minutes to compile a test. They are linted and documented in
 * a separate crate, for which rustc generates no machine code. The comparison of the layers writes and reads instances of
 * `torture`, `prov` and others.
 */
const lintOnlyOntologies: ReadonlySet<string> = new Set([
  ...excerpts.keys(),
  ...['dash', 'gr', 'mads', 'part-offer', 'part-person', 'prov', 'sh', 'torture'],
]);

/** Ontologies with half of all fields, but only kinds that others have as well. Only the exhaustive run tests them. */
const redundantOntologies: ReadonlySet<string> = new Set(['iris-torture', 'part-production', 'part-record']);
const judgedNames = halfOfVocabularies(judgedOntologies, 1).filter((name) => isExhaustive || !redundantOntologies.has(name));

/** A code example, which proves that the test finds examples in the documentation. */
const example = '//! ```\n//! assert!(true);\n//! ```\n\n';

/** Lints that a team may enable in addition to the default ones. */
const strict = [
  ...['clippy::pedantic', 'missing_debug_implementations', 'rust_2018_idioms', 'trivial_casts'],
  ...['trivial_numeric_casts', 'unreachable_pub', 'unused_import_braces', 'unused_lifetimes', 'unused_qualifications'],
];

/** Lints that generated code does not satisfy, with reasons. */
const excludedLints = [
  // Documentation is the prose of an ontology.
  'clippy::doc_markdown',
  // Names are those of the ontology.
  'clippy::similar_names',
  'clippy::struct_field_names',
  // A class may have many boolean fields.
  'clippy::struct_excessive_bools',
  // A class may have many fields.
  'clippy::too_many_lines',
];

/** The number of classes of schema.org whose compilation has a limit of memory. */
const SLICE = isExhaustive ? 100 : 25;

const isWired = ({ name }: { readonly name: string }) => !lintOnlyOntologies.has(name);

const cargo = (...args: string[]) => judge(args);

const judge = (args: readonly string[], env = {}) =>
  run('cargo', args, { cwd: workspace, env: { ...cargoEnvironment, RUSTDOCFLAGS: '-D warnings', ...env } });

describeWith(['cargo'], 'rust-models', () => {
  beforeAll(async () => {
    rmSync(workspace, { recursive: true, force: true });
    const crates = ['judged', 'linted', 'parsed', 'slice'];
    write('Cargo.toml', `[workspace]\nresolver = "2"\nmembers = ${JSON.stringify(crates)}\n`);
    const models = await Promise.all(judgedNames.map(async (name) => ({ name, model: await modelOf(name) })));
    writeCrate('slice', [{ name: 'schema', model: await sliceOfSchema() }]);
    const judged = models.map(({ name, model }) => ({ name, model: excerpt(model, excerpts.get(name)) }));
    writeCrate('judged', judged.filter(isWired));
    const records = { name: 'records', model: await modelOf('constraints'), options: { variants: ['record'] } };
    writeCrate('linted', [records, ...judged.filter((one) => !isWired(one))]);
    write('linted/src/lib.rs', example + readFileSync(path.join(workspace, 'linted/src/lib.rs'), 'utf8'));
    const parsed = models.filter((one) => excerpts.has(one.name));
    writeCrate('parsed', [...parsed, { name: 'widths', model: await modelOfWidths() }]);
    write('judged/tests/wire.rs', wireTest(models.filter(isWired).map(ontologyTest)));
  });

  test.each(['2021', '2024'])('rustfmt with style edition %s changes nothing', (edition) => {
    cargo('fmt', '--all', '--check', '--', '--style-edition', edition);
  });

  test('clippy reports no warning in the crate that is only linted', () => {
    cargo('clippy', '--package', 'linted', '--all-targets', '--', '--deny', 'warnings');
  });

  // Memory and time grow with the number of classes.
  test.runIf(isFullRun)(`a slice of ${SLICE} classes of schema.org compiles in ${SLICE * 50} MB of virtual memory`, () => {
    const script = `ulimit -v ${SLICE * 50_000}; exec cargo check --package slice`;
    run('bash', ['-c', script], { cwd: workspace, env: cargoEnvironment });
  });

  test.runIf(isFullRun)('rustdoc reports no warning and finds only the planted example in the crate that is only linted', () => {
    const pages = path.join(cargoEnvironment.CARGO_TARGET_DIR, 'doc', 'linted');
    rmSync(pages, { recursive: true, force: true });
    cargo('doc', '--package', 'linted', '--no-deps');
    const files = readdirSync(pages, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.html'));
    // Rustdoc renders everything that would run as a test as an example.
    const examples = files.filter((file) => readFileSync(path.join(pages, file), 'utf8').includes('rust-example-rendered'));
    expect(examples).toEqual(['index.html']);
  });

  test('clippy reports no warning, instances survive JSON, and no documentation runs as a test', () => {
    // Clippy also compiles the crate, so one compilation is enough for both.
    const output = judge(['test', '--package', 'judged'], { RUSTC_WORKSPACE_WRAPPER: 'clippy-driver' });
    expect(output).toContain(`${judgedNames.filter((name) => isWired({ name })).length + 1} passed; 0 failed`);
    expect(output).toMatch(/running 0 tests\n\ntest result: ok\. 0 passed; 0 failed; 0 ignored; [^\n]*\n\n$/);
  });
});

function write(file: string, content: string): void {
  const target = path.join(workspace, file);
  mkdirSync(path.dirname(target), { recursive: true });
  writeFileSync(target, content);
}

interface Ontology {
  readonly name: string;
  readonly model: DomainModel;
  readonly options?: OptionValues;
}

/** Returns the model with every nth class, reduced to `id` and its own fields; the whole model if `step` is undefined. */
function excerpt(model: DomainModel, step: number | undefined): DomainModel {
  if (step === undefined) return model;
  const chosen = new Map(model.classes.filter((_, i) => i % step === 0).map((cls) => [cls, { ...cls }]));
  for (const [cls, copy] of chosen) {
    Object.assign(copy, {
      ancestors: [],
      children: cls.children.flatMap((child) => chosen.get(child) ?? []),
      allFields: cls.allFields.filter((f) => f.name === 'id' || f.owner === cls),
      allRelations: cls.relations.flatMap((r) => {
        const target = chosen.get(r.target);
        return target === undefined ? [] : [{ ...r, target }];
      }),
    });
  }
  return { ...model, classes: [...chosen.values()] };
}

/** Returns the first {@link SLICE} classes of schema.org with their inherited fields, without references to other classes. */
async function sliceOfSchema(): Promise<DomainModel> {
  const model = await modelOf('schema');
  const classes = new Set(model.classes.slice(0, SLICE));
  const isWithin = ({ type }: Field) => type.kind !== 'reference' || classes.has(type.target);
  const copies = new Map([...classes].map((cls) => [cls, { ...cls }]));
  for (const [cls, copy] of copies) {
    Object.assign(copy, {
      ancestors: [],
      children: cls.children.flatMap((child) => copies.get(child) ?? []),
      allFields: cls.allFields.filter(isWithin),
      allRelations: [],
      relations: [],
      relationsName: undefined,
    });
  }
  return { ...model, classes: [...copies.values()] };
}

/** Returns a model with names of every length, because rustfmt's rules depend on widths. */
async function modelOfWidths(): Promise<DomainModel> {
  const lines = [
    '@prefix : <http://example.org/widths#> .',
    `@prefix owl: <${OWL}> .`,
    `@prefix rdfs: <${RDFS}> .`,
    `@prefix xsd: <${XSD}> .`,
  ];
  const classes = Array.from({ length: 110 }, (_, i) => `C${'n'.repeat(i)}`);
  for (const [i, cls] of classes.entries()) {
    const name = (initial: string) => initial + 'n'.repeat(i);
    const target = classes[(i + 40) % classes.length];
    lines.push(
      `:${cls} a owl:Class .`,
      `:${name('s')} a owl:DatatypeProperty ; rdfs:domain :${cls} ; rdfs:range xsd:string .`,
      `:${name('t')} a owl:DatatypeProperty ; rdfs:domain :${cls} ; rdfs:range xsd:dateTime .`,
      `:${name('o')} a owl:DatatypeProperty, owl:FunctionalProperty ; rdfs:domain :${cls} ; rdfs:range xsd:dateTime .`,
      `:${name('d')} a owl:DatatypeProperty ; rdfs:domain :${cls} ; rdfs:range xsd:decimal .`,
      `:${cls} rdfs:subClassOf [ a owl:Restriction ; owl:onProperty :${name('d')} ; owl:maxCardinality 2 ] .`,
      `:${name('r')} a owl:ObjectProperty, owl:FunctionalProperty ; rdfs:domain :${cls} ; rdfs:range :${target} .`,
    );
  }
  // Each of these becomes a variant of an enum, in which its name occurs twice.
  lines.push(':Kinds a owl:Class .', ...classes.slice(30, 60).map((cls) => `:Kind${cls} a owl:Class ; rdfs:subClassOf :Kinds .`));
  write('widths.ttl', lines.join('\n'));
  return (await buildModel(await loadOntology(path.join(workspace, 'widths.ttl')))).model;
}

const manifest = (name: string) => `[package]
name = "${name}"
version = "0.0.0"
edition = "2021"

[dependencies]
chrono = { version = "0.4", features = ["serde"] }
regex = "1"
rust_decimal = { version = "1", features = ["serde-str"] }
serde = { version = "1", features = ["derive"] }
serde_json = { version = "1", features = ["float_roundtrip"] }
serde_with = { version = "3", default-features = false, features = ["alloc", "macros"] }
uuid = { version = "1", features = ["serde", "v4"] }
`;

/** Writes a crate with one module per ontology. */
function writeCrate(name: string, ontologies: readonly Ontology[]): void {
  write(
    `${name}/Cargo.toml`,
    `${manifest(name)}
[lib]
test = false
bench = false

[features]
sqlx = []
`,
  );
  const modules = ontologies.map((ontology) => moduleOf(ontology.name)).sort();
  write(
    `${name}/src/lib.rs`,
    text([
      '//! Models.',
      '',
      '#![deny(warnings)]',
      ...strict.map((lint) => `#![warn(${lint})]`),
      ...excludedLints.map((lint) => `#![allow(${lint})]`),
      '',
      ...modules.map((module) => `pub mod ${module};`),
    ]),
  );
  for (const ontology of ontologies) {
    for (const file of rustModels.generate(ontology.model, ontology.options)) {
      write(`${name}/src/${moduleOf(ontology.name)}/${file.path}`, file.content);
    }
  }
}

function moduleOf(ontology: string): string {
  return `o_${ontology.replaceAll('-', '_')}`;
}

/** One JSON value of each kind in the form that is written, at a limit of the range if the kind has one. */
const samples: Readonly<Record<ScalarKind, string>> = {
  string: '"text \\" \\u00e9"',
  iri: '"https://example.org/x#y"',
  boolean: 'true',
  int8: '-128',
  int16: '-32768',
  int32: '-2147483648',
  int64: '-9007199254740991',
  int64Text: '"-9223372036854775808"',
  uint8: '255',
  uint16: '65535',
  uint32: '4294967295',
  uint64: '9007199254740991',
  uint64Text: '"18446744073709551615"',
  float32: '1.5',
  float64: '0.1',
  decimal: '"12.50"',
  dateTime: '"2024-05-17T08:30:00.123456Z"',
  date: '"2024-05-17"',
  time: '"08:30:00"',
  duration: '"P1Y2M3DT4H5M6S"',
  base64: '"aGk="',
  hex: '"6869"',
  gYear: '"2024"',
  gYearMonth: '"2024-05"',
  gMonthDay: '"--05-17"',
  gDay: '"---17"',
  gMonth: '"--05"',
};

function sampleOf(type: FieldType): string {
  switch (type.kind) {
    case 'id':
    case 'reference':
      return '"6f9619ff-8b86-4d01-b42d-00cf4fc964ff"';
    case 'scalar':
      return samples[type.scalar];
    case 'enumeration':
      return JSON.stringify((type.only ?? type.enumeration.values)[0]?.value);
    case 'union':
      return samples[(type.union.members[0] as ScalarType).scalar];
    default:
      return type satisfies never;
  }
}

function sample(field: Field): string {
  if (field.discriminator && field.type.kind === 'enumeration') {
    const [first] = field.type.only ?? field.type.enumeration.values;
    return JSON.stringify(field.constant ?? field.default ?? first?.value);
  }
  const value = sampleOf(field.type);
  return field.cardinality === 'many' ? `[${value},${value}]` : value;
}

const entries = (fields: readonly Field[]) => fields.map((f) => `"${f.name}":${sample(f)}`);

/** Returns the names of the optional fields. */
const optional = (cls: DomainClass) => cls.allFields.filter((f) => f.cardinality === 'optional').map((f) => f.name);

/** Rust code: a slice of names, and a JSON object. */
const names = (list: readonly string[]) => `&[${list.map((n) => `"${n}"`).join(', ')}]`;
const object = (list: readonly string[]) => `r##"{${list.join(',')}}"##`;

/** Returns a Rust test that reads and writes each type of a model as JSON. */
function ontologyTest({ name, model }: Ontology): string {
  const module = moduleOf(name);
  // Limits the number of classes, because rustc generates code for each type that is read.
  const lines = sampleEvenly(model.classes, 170).flatMap((cls) => {
    const type = `judged::${module}::${typeName(cls)}`;
    const generated = (kind: string) => names(cls.allFields.filter((f) => f.generated === kind).map((f) => f.name));
    const { create, update, any } = typeNames(model).of(cls);
    const body = (role: 'create' | 'update') => entries(variantOf(cls, role).members.map(({ field }) => field));
    const needed = variantOf(cls, 'create').members.filter(({ absent }) => absent === 'refused');
    const created = object(entries(needed.map(({ field }) => field)));
    const args = parametersOf(cls)?.map(argument) ?? [`serde_json::from_str(${created}).unwrap()`];
    const made = cls.allFields.filter((f) => f.cardinality !== 'optional' || (f.constant ?? f.default) !== undefined);
    const written = cls.abstract ? [] : (['create', 'update'] as const);
    const checks = [
      ...(cls.abstract
        ? []
        : [
            `made(through::<${type}>, serde_json::to_value(${type}::new(${args.join(', ')})), ${names(made.map((f) => f.name))}, ${generated('now')}, ${generated('zero')});`,
          ]),
      `wire(through::<${type}>, ${object(entries(cls.allFields))}, ${names(optional(cls))}, ${cls.closed});`,
      ...written.map((role) => {
        const { members } = variantOf(cls, role);
        const named = (is: (member: Member) => boolean) => names(members.filter(is).map(({ field }) => field.name));
        const of = `judged::${module}::${role === 'create' ? create : update}`;
        const lists = `${named(({ absent }) => absent !== 'refused')}, ${named((member) => member.null === 'none')}`;
        return `body(through::<${of}>, ${object(body(role))}, ${lists}, ${cls.closed || role === 'update'});`;
      }),
      ...(any === undefined || cls.abstract
        ? []
        : [`same(through::<judged::${module}::${any}>, ${object(entries(cls.allFields))});`]),
    ];
    if (cls.relationsName !== undefined) {
      const relations = declaredRelations(cls);
      const related = relations.map((r) => {
        const [target = r.target] = concreteClasses(r.target);
        const written = target.allFields.filter((f) => f.cardinality !== 'optional');
        const instance = `{${entries(written).join(',')}}`;
        return `"${r.name}":${r.many ? `[${instance}]` : instance}`;
      });
      const missing = relations.filter((r) => !r.many && !r.required).map((r) => r.name);
      checks.push(
        `wire(through::<judged::${module}::${cls.relationsName}>, ${object([...entries(cls.allFields), ...related])}, ${names([...optional(cls), ...missing])}, ${cls.closed});`,
      );
    }
    return checks;
  });
  return `#[test]\nfn ${module}() {\n${lines.map((line) => `    ${line}\n`).join('')}}\n`;
}

/** Kinds for which a constructor accepts any string type. */
const texts: ReadonlySet<ScalarKind> = new Set([
  ...(['string', 'iri', 'duration', 'base64', 'hex'] as const),
  ...(['gYear', 'gYearMonth', 'gMonthDay', 'gDay', 'gMonth'] as const),
]);

/** Rust code: an argument for a constructor. */
function argument(field: Field): string {
  const { type, cardinality } = field;
  if (isText(field)) return '"text"';
  const hasNoDefault = cardinality === 'one' && (type.kind === 'enumeration' || type.kind === 'union');
  return hasNoDefault ? `serde_json::from_str(r##"${sampleOf(type)}"##).unwrap()` : 'Default::default()';
}

function isText(field: Field): boolean {
  return field.cardinality === 'one' && field.type.kind === 'scalar' && texts.has(field.type.scalar);
}

function wireTest(tests: readonly string[]): string {
  return `#![cfg_attr(rustfmt, rustfmt_skip)]
#![deny(warnings)]

use std::collections::BTreeSet;

use serde::{de::DeserializeOwned, Serialize};
use serde_json::{Map, Value};

/// An instance's JSON, read as its type and written again. All else knows no type, which spares the compiler.
fn through<T: Serialize + DeserializeOwned>(json: Value) -> serde_json::Result<Value> {
    serde_json::to_value(serde_json::from_value::<T>(json)?)
}

type Through = fn(Value) -> serde_json::Result<Value>;

/// What \`new\` makes has the keys that are required or have a value that is stated, generated values, and is read back.
fn made(
    through: Through,
    instance: serde_json::Result<Value>,
    keys: &[&str],
    timestamps: &[&str],
    counts: &[&str],
) {
    let json = instance.unwrap();
    let found: BTreeSet<&str> = json.as_object().unwrap().keys().map(String::as_str).collect();
    assert_eq!(found, keys.iter().copied().collect());
    assert_eq!(json["id"].as_str().map(|id| &id[14..15]), Some("4"));
    for key in timestamps {
        assert_eq!(json[*key], json[timestamps[0]]);
        assert!(json[*key].as_str().is_some_and(|time| time.ends_with('Z') && time.len() <= 27));
    }
    for key in counts {
        assert_eq!(json[*key], 0);
    }
    assert_eq!(through(json.clone()).unwrap(), json);
}

/// What is read is written again as it was; what is optional may be absent or null, and nothing else; unknown keys do no
/// harm, unless the class is closed.
fn wire(through: Through, full: &str, optional: &[&str], closed: bool) {
    let full: Map<String, Value> = serde_json::from_str(full).unwrap();
    assert_eq!(through(Value::Object(full.clone())).unwrap(), Value::Object(full.clone()));

    let mut absent = full;
    absent.retain(|key, _| !optional.contains(&key.as_str()));
    assert_eq!(through(Value::Object(absent.clone())).unwrap(), Value::Object(absent.clone()));

    let mut null = absent.clone();
    null.extend(optional.iter().map(|key| (key.to_string(), Value::Null)));
    assert_eq!(through(Value::Object(null.clone())).unwrap(), Value::Object(absent.clone()));
    null.insert("an unknown key".to_owned(), Value::Bool(true));
    match through(Value::Object(null)) {
        Ok(read) => assert!(!closed && read == Value::Object(absent.clone())),
        Err(error) => assert!(closed, "{error}"),
    }

    for key in absent.keys() {
        let mut incomplete = absent.clone();
        incomplete.remove(key);
        assert!(through(Value::Object(incomplete)).is_err(), "{key}");
    }
}

/// What creates or changes an instance is written as it was; some members may be absent, and some null.
fn body(through: Through, full: &str, absent: &[&str], null: &[&str], closed: bool) {
    same(through, full);
    let full: Map<String, Value> = serde_json::from_str(full).unwrap();
    for key in full.keys() {
        let mut other = full.clone();
        other.remove(key);
        assert_eq!(through(Value::Object(other.clone())).is_ok(), absent.contains(&key.as_str()), "{key}");
        other.insert(key.clone(), Value::Null);
        assert_eq!(through(Value::Object(other)).is_ok(), null.contains(&key.as_str()), "{key}");
    }
    let mut unknown = full;
    unknown.insert("an unknown key".to_owned(), Value::Bool(true));
    assert_eq!(through(Value::Object(unknown)).is_ok(), !closed);
}

/// What is read is written as it was.
fn same(through: Through, json: &str) {
    let json: Value = serde_json::from_str(json).unwrap();
    assert_eq!(through(json.clone()).unwrap(), json);
}

#[test]
fn typed_values() {
    use judged::o_blog::User;
    let user = User::new("ada@example.org", String::from("Ada"));
    let mut json = serde_json::to_value(&user).unwrap();
    assert_eq!(serde_json::from_value::<User>(json.clone()).unwrap(), user);

    json["joined_at"] = "2024-05-17T10:30:00.5+02:00".into();
    let json = through::<User>(json).unwrap();
    assert_eq!(json["joined_at"], "2024-05-17T08:30:00.500Z");
}

${tests.join('\n')}`;
}
