import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, expect, test } from 'vitest';
import { instanceOf } from '../../src/instances/index.ts';
import {
  buildModel,
  type Choice,
  type DomainClass,
  type DomainModel,
  defaultPolicies,
  type Enumeration,
  type Field,
  type FieldType,
  type Relation,
  type ScalarKind,
  type ScalarType,
  type Union,
} from '../../src/model/index.ts';
import { loadOntology } from '../../src/ontology/index.ts';
import { rustModels } from '../../src/targets/rust-models/index.ts';
import { typeName } from '../../src/targets/rust-models/names.ts';
import { isValidated } from '../conformance/rust.ts';
import { allKinds } from '../postgres/kinds.ts';
import { cargoEnvironment } from '../support/caches.ts';
import { describeWith, run } from '../support/judges.ts';
import { modelOfTurtle } from '../support/ontologies.ts';

/** Contains the workspaces of both tests of this target, which share compiled dependencies. */
const cache = fileURLToPath(new URL('../../.cache/cargo/', import.meta.url));
const workspace = path.join(cache, 'rust-validation');

/** The ontology with constraints of every kind. */
const ontology = fileURLToPath(new URL('../ontologies/constraints.ttl', import.meta.url));

const cargo = (...args: string[]) =>
  run('cargo', args, {
    cwd: workspace,
    env: { ...cargoEnvironment, RUSTDOCFLAGS: '-D warnings' },
  });

// ---------------------------------------------------------------------------------------------------- models by hand

type Parts = Omit<Partial<Field>, 'name' | 'type'>;

const scalar = (kind: ScalarKind, facets: Partial<ScalarType> = {}): ScalarType => ({ kind: 'scalar', scalar: kind, ...facets });
const at = (value: string) => ({ value, inclusive: true });
const exclusiveBound = (value: string) => ({ value, inclusive: false });
const xpath = (source: string, flags = '') => ({ source, flags, syntax: 'xpath' as const });

function domainClass(
  name: string,
  fields: Record<string, FieldType | [FieldType, Parts]>,
  rest: Partial<DomainClass> = {},
): DomainClass {
  const cls = {
    name,
    slug: name.replace(/(?!^)([A-Z])/g, '_$1').toLowerCase(),
    plural: `${name.toLowerCase()}s`,
    iri: `http://example.org/#${name}`,
    deprecated: false,
    ...{
      parents: [],
      ancestors: [],
      children: [],
      totals: [],
      comparisons: [],
      refinements: [],
      keys: [],
      choices: [],
      closed: false,
      relations: [],
      allRelations: [],
    },
  } as unknown as { -readonly [K in keyof DomainClass]: DomainClass[K] };
  const base = { cardinality: 'one', deprecated: false, unique: false, owner: cls } as const;
  const own = Object.entries(fields).map(([name, field]): Field => {
    const [type, parts] = Array.isArray(field) ? field : [field, {}];
    return { ...base, name, type, ...parts };
  });
  const allFields: Field[] = [{ ...base, name: 'id', type: { kind: 'id' }, generated: 'uuid' }, ...own];
  return Object.assign(cls, { fields: allFields, allFields }, rest);
}

function enumeration(name: string, values: Record<string, string>): Enumeration {
  return {
    name,
    slug: name.replace(/(?!^)([A-Z])/g, '_$1').toLowerCase(),
    deprecated: false,
    values: Object.entries(values).map(([name, value]) => ({ name, value, deprecated: false })),
  };
}

const odd = enumeration('OddValue', {
  empty: '',
  quotes: '"\'`',
  backslash: '\\n\\',
  line_break: 'a\nb\r\n\tc',
  comment: '*/ // "#',
  value_1: '1',
  self: 'self',
  type: 'type',
  a_1: 'a-1',
  a1: 'a1',
  a__1: 'A1',
  no_latin: 'Straße 東京 \u202eabc\u200b',
  long: 'word '.repeat(40),
  [`very_${'long_'.repeat(30)}name`]: 'x',
});
const colour = enumeration('Colour', { red: 'red', green: 'green', blue: 'blue' });
const [red, green] = colour.values as [Enumeration['values'][number], Enumeration['values'][number]];

const union = (name: string, slug: string, ...members: ScalarType[]): Union => ({ name, slug, members });
const dated = union(
  'DateOrText',
  'date_or_text',
  scalar('date', { minimum: at('2000-01-01') }),
  scalar('gYear'),
  scalar('string'),
);
const numbered = union(
  'NumberOrDecimal',
  'number_or_decimal',
  scalar('uint8', { maximum: at('200') }),
  scalar('decimal'),
  scalar('string', { patterns: [xpath('^n/a$')] }),
);

const texts = union('DateOrYearOrIri', 'date_or_year_or_iri', scalar('date'), scalar('gYear'), scalar('iri'));

const optional = { cardinality: 'optional' } as const;
const many = { cardinality: 'many' } as const;
const enumerated: FieldType = { kind: 'enumeration', enumeration: colour };
const long = 'n'.repeat(58);

const limits = domainClass('Limits', {
  title: scalar('string', { minLength: 1, maxLength: 200 }),
  subtitle: [scalar('string', { minLength: 3, maxLength: 5, patterns: [xpath('^\\d+$'), xpath('[a-z]"#', 'i')] }), optional],
  tags: [scalar('string', { maxLength: 3, values: ['a', 'b"', 'c\n'] }), { ...many, minItems: 1, maxItems: 3 }],
  codes: [scalar('uint8', { minimum: at('255') }), { ...many, maxItems: 0 }],
  whole: [scalar('int64', { minimum: at('-9223372036854775808'), maximum: at('9223372036854775807') }), optional],
  most: [scalar('uint64Text', { minimum: at('18446744073709551615') }), optional],
  none: [scalar('int8', { minimum: at('300') }), optional],
  small: [scalar('uint32', { maximum: at('0') }), optional],
  positive: [scalar('uint32', { minimum: at('1') }), optional],
  real: [
    scalar('float64', { minimum: exclusiveBound('0'), maximum: exclusiveBound('0.30000000000000004440892098500626') }),
    optional,
  ],
  single: [scalar('float32', { minimum: at('-0.1'), maximum: at('16777217') }), optional],
  price: [scalar('decimal', { minimum: exclusiveBound('0'), maximum: at('99999999999999999999.99999999') }), optional],
  tiny: [scalar('decimal', { minimum: at(`0.${'0'.repeat(26)}1`), maximum: at('9'.repeat(28)) }), optional],
  span: [scalar('duration', { values: ['P1DT12H', 'P1M'] }), optional],
  bytes: [scalar('hex', { values: ['AB', 'CD'] }), many],
  key: [scalar('hex', { values: ['AB'] }), optional],
  seen_at: [
    scalar('dateTime', { minimum: at('2024-01-01T00:00:00Z'), maximum: exclusiveBound('2025-01-01T00:00:00.5Z') }),
    optional,
  ],
  days: [scalar('date', { minimum: at('2024-02-29'), values: ['2024-02-29', '2024-03-01'] }), many],
  opens: [scalar('time', { minimum: exclusiveBound('08:30:00'), maximum: at('20:00:00.25') }), optional],
  flag: [scalar('boolean', { values: ['true'] }), optional],
  any_flag: [scalar('boolean', { values: ['true', 'false'] }), optional],
  stars: [scalar('int32', { values: ['1', '2', '3'] }), optional],
  [long]: [scalar('string', { maxLength: 3, patterns: [xpath(`^(${'long|'.repeat(40)})$`)] }), optional],
  colour: [{ ...enumerated, only: [red, green] }, optional],
  colours: [{ ...enumerated, only: [red] }, many],
  when: [{ kind: 'union', union: dated }, optional],
  numbers: [{ kind: 'union', union: numbered }, many],
});

const stated = domainClass(
  'Stated',
  {
    kind: [scalar('string'), { constant: 'a "kind"' }],
    level: [scalar('uint64Text'), { ...optional, constant: '18446744073709551615' }],
    lasts: [scalar('duration'), { constant: 'P1DT12H' }],
    codes: [scalar('hex'), { ...many, contains: ['AB'] }],
    is_fixed: [scalar('boolean'), { constant: 'false' }],
    shade: [enumerated, { constant: 'red' }],
    since: [scalar('dateTime'), { constant: '2024-05-17T08:30:00.123456Z' }],
    rate: [scalar('decimal'), { ...optional, default: '0.50' }],
    colour: [enumerated, { default: 'green' }],
    title: [scalar('string'), { ...optional, default: 'line\nbreak' }],
    factor: [scalar('float32'), { default: '1' }],
    opens: [scalar('time'), { default: '08:30:00' }],
    day: [{ kind: 'union', union: dated }, { default: '2024-05-17' }],
    number: [{ kind: 'union', union: numbered }, { constant: '1.5' }],
    tags: [scalar('string'), { ...many, contains: ['a', 'b'] }],
    marks: [scalar('int16'), { ...many, minItems: 1, contains: ['-5'] }],
    gone: [scalar('string'), { ...optional, absent: true }],
    all_gone: [scalar('date'), { ...many, absent: true }],
    [`x${long}`]: [scalar('string'), { default: 'word '.repeat(30) }],
  },
  { closed: true },
);

const held = domainClass('Held', {
  text: scalar('string'),
  real: scalar('float64'),
  single: scalar('float32'),
  whole: scalar('int64'),
  price: scalar('decimal'),
  at: scalar('dateTime'),
  on: scalar('date'),
  opens: [scalar('time'), optional],
  link: [scalar('iri'), optional],
  about: [{ kind: 'union', union: texts }, optional],
});

const node: DomainClass = domainClass('Node', {});
const refers = { kind: 'reference', target: node } as const;
const optionalReference: [FieldType, Parts] = [refers, optional];
Object.assign(node, {
  ...domainClass(
    'Node',
    {
      parent_id: [refers, { ...optional, irreflexive: true }],
      peer_ids: [refers, { ...many, irreflexive: true }],
      first_id: optionalReference,
      second_id: optionalReference,
      third_id: [refers, {}],
      fourth_id: optionalReference,
    },
    { closed: true, relationsName: 'NodeWithRelations' },
  ),
});
const nodeField = (name: string) => node.allFields.find((f) => f.name === name) as Field;
const choice = (name: string, required: boolean, ...fields: string[]): Choice => ({
  name,
  typeName: name,
  required,
  fields: fields.map(nodeField),
});
const relation = (name: string, target: DomainClass, rest: Partial<Relation>): Relation =>
  ({ name, source: node, target, many: false, required: false, declared: true, deprecated: false, ...rest }) as Relation;
const keptIn = (holder: Relation['holder'], name: string): Partial<Relation> => ({
  holder,
  field: { name } as Relation['field'],
});
Object.assign(node, {
  choices: [choice('either', true, 'first_id', 'second_id'), choice('at_most_one', false, 'third_id', 'fourth_id')],
  allRelations: [
    relation('parent', node, keptIn('source', 'parent_id')),
    relation('limits', limits, { many: true, ...keptIn('target', 'node_id') }),
    relation('stated', stated, { required: true, ...keptIn('source', 'third_id') }),
    relation('plain', domainClass('Plain', {}), keptIn('target', 'node_id')),
  ],
});

/** Classes with the names of types that the generated code uses. */
const named = [
  'Violation',
  'Violations',
  'Validate',
  'Page',
  'LazyLock',
  'Regex',
  'Result',
  'Validation',
  'FromStr',
  'Decimal',
  'Vec',
  'Option',
  'String',
].map((name) =>
  domainClass(name, {
    text: scalar('string', { patterns: [xpath('a')], maxLength: 3 }),
    prices: [scalar('decimal', { minimum: at('1') }), many],
  }),
);

const words = enumeration('Deserialize', { err: 'Err', ok: 'Ok', none: 'None' });

/** Returns a model with names, patterns and values of every length, because rustfmt's rules depend on widths. */
function modelOfWidths(): DomainModel {
  const lengths = Array.from({ length: 100 }, (_, i) => i + 1);
  const classes = lengths.flatMap((n) => {
    const name = 'n'.repeat(Math.min(n, 70));
    const words = (prefix: string) => prefix + 'w'.repeat(n);
    const named = domainClass(`Named${n}`, {
      [name]: [scalar('string', { maxLength: 5, patterns: [xpath('a')], values: ['a', 'b'] }), optional],
      [`l${name}`]: [scalar('int32', { minimum: at('1') }), { ...many, maxItems: 3 }],
      [`m${name}`]: [refers, { ...many, irreflexive: true, minItems: 1 }],
      [`o${name}`]: optionalReference,
      [`p${name}`]: optionalReference,
      [`q${name}`]: [scalar('decimal', { maximum: at('5') }), { ...optional, default: '1' }],
      [`r${name}`]: [scalar('string'), { default: 'd' }],
    });
    const [, , , , o, p] = named.allFields as [Field, Field, Field, Field, Field, Field];
    Object.assign(named, { choices: [{ ...choice('c', false), fields: [o, p] }] });
    const filled = domainClass(`Filled${n}`, {
      text: [scalar('string', { patterns: [xpath(words('')), xpath(words('\\.'))] }), {}],
      listed: [scalar('string', { values: [words('a'), words('b')] }), many],
      fixed: [scalar('string'), { constant: words('') }],
      given: [scalar('string'), { default: words('') }],
      kept: [scalar('string'), { ...many, contains: [words(''), 'x'] }],
      count: [scalar('decimal', { minimum: at('1'.repeat(Math.min(n, 28))) }), {}],
      kind: { kind: 'enumeration', enumeration: kinds(n) },
    });
    return [named, filled];
  });
  return modelOf(classes, lengths.map(kinds), []);
}

const kinds = (n: number): Enumeration => enumeration(`Kind${n}`, { ['v'.repeat(n)]: 'a', b: 'w'.repeat(n) });

function modelOf(classes: readonly DomainClass[], enumerations: readonly Enumeration[], unions: readonly Union[]): DomainModel {
  return {
    name: 'test',
    source: 'test.ttl',
    deprecated: false,
    classes,
    enumerations,
    unions,
    axioms: [],
    assumptions: [],
    chosen: [],
    policies: defaultPolicies,
  };
}

const manualModels: Readonly<Record<string, DomainModel>> = {
  demands: modelOf(
    [
      limits,
      stated,
      held,
      node,
      ...node.allRelations.map((r) => r.target).filter((cls) => cls.name === 'Plain'),
      domainClass('Odd', { value: { kind: 'enumeration', enumeration: odd } }),
    ],
    [odd, colour],
    [dated, numbered, texts],
  ),
  names: modelOf(named, [words], [union('Serialize', 'serialize', scalar('decimal'), scalar('dateTime'))]),
  // Only the default needs a helper function.
  defaults: modelOf([domainClass('Price', { amount: [scalar('decimal'), { default: '1' }] })], [], []),
};

describeWith(['cargo'], 'validation in rust-models', () => {
  beforeAll(async () => {
    const { model: shop } = await buildModel(await loadOntology(ontology));
    const { model: kinds } = await modelOfTurtle(allKinds);
    const crates = { ...manualModels, kinds, shop };
    rmSync(workspace, { recursive: true, force: true });
    const write = (file: string, content: string) => {
      const target = path.join(workspace, file);
      mkdirSync(path.dirname(target), { recursive: true });
      writeFileSync(target, content);
    };
    write(
      'Cargo.toml',
      `[package]
name = "validated"
version = "0.0.0"
edition = "2021"

[lib]
test = false

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

[workspace]
`,
    );
    write(
      'src/lib.rs',
      Object.keys(crates)
        .sort()
        .map((name) => `pub mod ${name};\n`)
        .join(''),
    );
    for (const [name, model] of Object.entries(crates)) {
      for (const file of rustModels.generate(model)) write(`src/${name}/${file.path}`, file.content);
    }
    write('tests/counting/mod.rs', countingModule);
    write('tests/validation.rs', validationTest);
    write('tests/allocations.rs', allocationsTest({ kinds, shop }));
    for (const file of rustModels.generate(modelOfWidths())) write(`widths/${file.path}`, file.content);
  });

  test('rustfmt changes nothing', () => {
    cargo('fmt', '--check');
    run('rustfmt', ['--edition', '2021', '--check', 'widths/mod.rs'], { cwd: workspace });
  });

  test('clippy reports no warning', () => {
    cargo('clippy', '--all-targets', '--', '--deny', 'warnings');
  });

  test('rustdoc reports no warning', () => {
    cargo('doc', '--no-deps');
  });

  test('validation rejects exactly the instances that violate a constraint', () => {
    const output = cargo('test');
    expect(output).toContain('11 passed; 0 failed');
    expect(output).toContain('1 passed; 0 failed');
  });
});

const id = '6f9619ff-8b86-4d01-b42d-00cf4fc964ff';
const other = '00000000-0000-4000-8000-000000000000';

const validationTest = `#![cfg_attr(rustfmt, rustfmt_skip)]

mod counting;

use counting::counted;
use serde_json::{from_value, json, to_value, Value};
use validated::demands::*;

const ID: &str = "${id}";
const OTHER: &str = "${other}";

/// The least that can be read, with other values for some keys.
fn with(mut least: Value, changes: Value) -> Value {
    least.as_object_mut().unwrap().extend(changes.as_object().unwrap().clone());
    least
}

fn limits(changes: Value) -> Vec<(String, String)> {
    let least = json!({ "id": ID, "title": "t", "tags": ["a"], "codes": [], "days": [], "bytes": [], "colours": [], "numbers": [] });
    let read: Limits = from_value(with(least, changes)).unwrap();
    found(read.validate())
}

fn found(result: Result<(), Violations>) -> Vec<(String, String)> {
    result.err().into_iter().flat_map(|all| all.0).map(|v| (v.path, v.message)).collect()
}

fn paths(found: Vec<(String, String)>) -> Vec<String> {
    found.into_iter().map(|(path, _)| path).collect()
}

#[test]
fn limits_hold() {
    let valid = [
        json!({}),
        json!({ "title": "\\u{1F600}".repeat(200) }),
        json!({ "subtitle": null }),
        json!({ "tags": ["a", "b\\"", "c\\n"] }),
        json!({ "whole": -9007199254740991i64, "most": "18446744073709551615", "small": 0, "positive": 1, "flag": true, "any_flag": false, "stars": 3 }),
        json!({ "real": 0.1, "single": -0.1, "price": "0.0000001", "tiny": "0.00000001" }),
        json!({ "seen_at": "2024-01-01T01:00:00+01:00", "days": ["2024-02-29", "2024-03-01"], "opens": "20:00:00.25" }),
        json!({ "span": "PT36H", "bytes": ["ab", "CD"], "key": "aB" }),
        json!({ "${long}": "l" , "colour": "green", "colours": ["red", "red"] }),
        json!({ "when": "2000-01-01", "numbers": [200, "1.5", "n/a"] }),
        json!({ "when": "1999", "numbers": [] }),
        json!({ "when": "1999-12-31", "numbers": ["n/a"] }),
    ];
    for (i, changes) in valid.into_iter().enumerate() {
        let expected: &[(String, String)] = &[];
        // The long pattern asks for a longer text than is allowed.
        assert_eq!(limits(changes).into_iter().filter(|(_, m)| !m.contains("long|long")).collect::<Vec<_>>(), expected, "{i}");
    }
    for (changes, expected) in [
        (json!({ "title": "" }), "/title: must be at least 1 character long"),
        (json!({ "title": "x".repeat(201) }), "/title: must be at most 200 characters long"),
        (json!({ "tags": [] }), "/tags: must have at least 1 value"),
        (json!({ "tags": ["a", "a", "a", "a"] }), "/tags: must have at most 3 values"),
        (json!({ "tags": ["a", "x"] }), "/tags/1: must be one of \\"a\\", \\"b\\\\\\"\\", \\"c\\\\n\\""),
        (json!({ "codes": [255] }), "/codes: must have at most 0 values"),
        (json!({ "whole": 9007199254740992u64 }), "/whole: must be between -9007199254740991 and 9007199254740991"),
        (json!({ "span": "P1D" }), "/span: must be one of \\"P1DT12H\\", \\"P1M\\""),
        (json!({ "bytes": ["AB", "AC"] }), "/bytes/1: must be one of \\"AB\\", \\"CD\\""),
        (json!({ "key": "a0" }), "/key: must be \\"AB\\""),
        (json!({ "most": "18446744073709551614" }), "/most: must be at least 18446744073709551615"),
        (json!({ "none": 127 }), "/none: must be at least 300"),
        (json!({ "small": 1 }), "/small: must be at most 0"),
        (json!({ "positive": 0 }), "/positive: must be at least 1"),
        (json!({ "flag": false }), "/flag: must be one of true"),
        (json!({ "stars": 4 }), "/stars: must be one of 1, 2, 3"),
        (json!({ "real": 0 }), "/real: must be greater than 0.0"),
        (json!({ "real": 0.1 + 0.2 }), "/real: must be less than 0.30000000000000004"),
        (json!({ "single": -0.11 }), "/single: must be at least -0.1"),
        (json!({ "price": "0" }), "/price: must be greater than 0"),
        (json!({ "price": "100000000000000000000" }), "/price: must be at most 99999999999999999999.99999999"),
        (json!({ "tiny": "-0.1" }), "/tiny: must be at least 0.${'0'.repeat(26)}1"),
        (json!({ "seen_at": "2023-12-31T23:59:59.999Z" }), "/seen_at: must be at least 2024-01-01T00:00:00Z"),
        (json!({ "seen_at": "2025-01-01T00:00:00.5Z" }), "/seen_at: must be less than 2025-01-01T00:00:00.500Z"),
        (json!({ "days": ["2024-03-02"] }), "/days/0: must be one of 2024-02-29, 2024-03-01"),
        (json!({ "opens": "08:30:00" }), "/opens: must be greater than 08:30:00"),
        (json!({ "colour": "blue" }), "/colour: must be one of \\"red\\", \\"green\\""),
        (json!({ "colours": ["red", "green"] }), "/colours/1: must be one of \\"red\\""),
        (json!({ "numbers": [201] }), "/numbers/0: must be at most 200"),
        (json!({ "numbers": ["1.5", "none"] }), "/numbers/1: must match the pattern ^n/a$"),
    ] {
        let found: Vec<String> = limits(changes).iter().map(|(path, message)| format!("{path}: {message}")).collect();
        assert_eq!(found, [expected]);
    }
}

#[test]
fn all_violations_are_found() {
    let changes = json!({ "title": "", "subtitle": "x", "days": ["2024-02-01", "2024-02-29", "2024-02-02"] });
    assert_eq!(paths(limits(changes)), ["/title", "/subtitle", "/subtitle", "/subtitle", "/days/0", "/days/0", "/days/2", "/days/2"]);
    assert_eq!(limits(json!({ "days": ["2024-02-01"] }))[0].1, "must be at least 2024-02-29");
    let invalid: Limits = from_value(json!({ "id": ID, "title": "", "tags": ["a"], "codes": [], "days": [], "bytes": [], "colours": [], "numbers": [] })).unwrap();
    let violation = invalid.validate().unwrap_err().0.remove(0);
    assert_eq!(violation.to_string(), "/title: must be at least 1 character long");
    assert_eq!(to_value(violation).unwrap(), json!({ "path": "/title", "code": "min-length", "message": "must be at least 1 character long" }));
}

#[test]
fn what_is_stated_is_supplied() {
    let made = Stated::new(vec![-5]);
    assert_eq!(made.validate(), Ok(()));
    let json = to_value(&made).unwrap();
    let expected = json!({
        "id": json["id"], "kind": "a \\"kind\\"", "level": "18446744073709551615", "lasts": "P1DT12H", "codes": ["AB"], "is_fixed": false, "shade": "red",
        "since": "2024-05-17T08:30:00.123456Z", "rate": "0.50", "colour": "green", "title": "line\\nbreak", "factor": 1.0,
        "opens": "08:30:00", "day": "2024-05-17", "number": "1.5", "tags": ["a", "b"], "marks": [-5], "all_gone": [],
        "x${long}": "word ".repeat(30),
    });
    assert_eq!(json, expected);

    // A default is supplied where an instance is made, and not where one is read.
    for key in json.as_object().unwrap().keys() {
        let mut absent = json.clone();
        absent.as_object_mut().unwrap().remove(key);
        let read = from_value::<Stated>(absent.clone()).map(|read| to_value(read).unwrap());
        if ["level", "rate", "title"].contains(&key.as_str()) {
            assert_eq!(read.unwrap(), absent);
        } else {
            assert!(read.is_err(), "{key}");
        }
    }
    assert!(from_value::<Stated>(with(json.clone(), json!({ "colour": null }))).is_err());

    for (changes, path) in [
        (json!({ "kind": "x" }), "/kind"),
        (json!({ "level": "5" }), "/level"),
        (json!({ "lasts": "P1D" }), "/lasts"),
        (json!({ "codes": ["CD"] }), "/codes"),
        (json!({ "is_fixed": true }), "/is_fixed"),
        (json!({ "shade": "green" }), "/shade"),
        (json!({ "since": "2024-05-17T08:30:00Z" }), "/since"),
        (json!({ "number": "1.6" }), "/number"),
        (json!({ "tags": ["b", "c"] }), "/tags"),
        (json!({ "marks": [5] }), "/marks"),
        (json!({ "gone": "" }), "/gone"),
        (json!({ "all_gone": ["2024-01-01"] }), "/all_gone"),
    ] {
        assert_eq!(paths(found(from_value::<Stated>(with(json.clone(), changes)).unwrap().validate())), [path]);
    }
    assert!(from_value::<Stated>(with(json, json!({ "unknown": null }))).is_err());
}

#[test]
fn references_and_related_objects() {
    let least = json!({ "id": ID, "peer_ids": [], "first_id": OTHER, "third_id": OTHER });
    let read = |changes| found(from_value::<Node>(with(least.clone(), changes)).unwrap().validate());
    let none: Vec<(String, String)> = Vec::new();
    assert_eq!(read(json!({})), none);
    assert_eq!(paths(read(json!({ "parent_id": ID, "peer_ids": [OTHER, ID] }))), ["/parent_id", "/peer_ids/1"]);
    assert_eq!(paths(read(json!({ "parent_id": OTHER, "peer_ids": [OTHER] }))), [""; 0]);
    let one = |of: &str| vec![(String::new(), of.to_owned())];
    assert_eq!(read(json!({ "second_id": OTHER })), one("must have exactly one of first_id and second_id"));
    assert_eq!(read(json!({ "first_id": null })), one("must have exactly one of first_id and second_id"));
    assert_eq!(read(json!({ "fourth_id": OTHER })).len(), 1);
    assert!(from_value::<Node>(with(least.clone(), json!({ "unknown": 1 }))).is_err());

    let stated = to_value(Stated::new(vec![-5])).unwrap();
    let limits = json!({ "id": ID, "title": "", "tags": ["a"], "codes": [], "days": [], "bytes": [], "colours": [], "numbers": [] });
    let full = with(least.clone(), json!({ "parent_id": ID, "parent": with(least.clone(), json!({ "peer_ids": [ID] })), "limits": [limits], "stated": with(stated, json!({ "id": OTHER, "kind": "x" })) }));
    let read: NodeWithRelations = from_value(full.clone()).unwrap();
    let expected = ["/parent_id", "/parent/peer_ids/0", "/limits/0/title", "/stated/kind"];
    assert_eq!(paths(found(read.validate())), expected);
    assert_eq!(to_value(&read).unwrap()["limits"], full["limits"].as_array().map(|l| json!(l)).unwrap());
    assert!(from_value::<NodeWithRelations>(with(full, json!({ "unknown": 1 }))).is_err());
}

#[test]
fn enumerations_are_texts() {
    let texts: &[&str] = &[${odd.values.map(({ value }) => `"${rustText(value)}"`).join(', ')}];
    for text in texts {
        let value: OddValue = from_value(json!(text)).unwrap();
        assert_eq!(to_value(value).unwrap(), json!(text));
        assert_eq!(value.as_str(), *text);
        assert_eq!(value.to_string(), *text);
        assert!(OddValue::ALL.contains(&value));
    }
    assert!(from_value::<OddValue>(json!("other")).is_err());
    assert!(from_value::<Colour>(json!("Red")).is_err());
}

/// What the types hold, and other layers do not.
#[test]
fn what_other_layers_do_not_hold_is_a_violation() {
    use chrono::{DateTime, NaiveDate};
    let made = || {
        let (price, at, on) = ("1.5".parse().unwrap(), DateTime::UNIX_EPOCH, NaiveDate::default());
        Held::new(HeldCreate { text: "text".into(), real: 1.5, single: 1.5, whole: 1, price, at, on, opens: None, link: None, about: None })
    };
    type Change = fn(&mut Held);
    let changes: [(&str, Change); 4] = [
        ("/single", |held| held.single = f32::INFINITY),
        ("/whole", |held| held.whole = i64::MIN),
        ("/link", |held| held.link = Some("a b".into())),
        ("/link", |held| held.link = Some("%2".into())),
    ];
    assert_eq!(made().validate(), Ok(()));
    for (path, change) in changes {
        let mut held = made();
        change(&mut held);
        assert_eq!(paths(found(held.validate())), [path]);
    }
    assert!(found(DateOrYearOrIri::Text("a b".into()).validate()).len() == 1);
    assert_eq!(DateOrYearOrIri::Text("2024".into()).validate(), Ok(()));
    // What one member does not allow may be a value of another.
    let old = NaiveDate::from_ymd_opt(1999, 12, 31).unwrap();
    assert_eq!(from_value::<DateOrText>(json!("1999-12-31")).unwrap(), DateOrText::Text("1999-12-31".into()));
    assert_eq!(found(DateOrText::Date(old).validate())[0].1, "must be at least 2000-01-01");
}

fn product() -> Value {
    json!({ "id": ID, "kind": "Product", "sku": "ABC-1234", "catalogue": "main", "number": 1, "tag": ["new"], "colour": "", "available": false })
}

#[test]
fn products_of_the_shop() {
    use validated::shop::{Company, Product, ProductColour, ProductWithRelations, Validate};
    let read = |changes| from_value::<Product>(with(product(), changes)).map(|p| p.validate().err().unwrap_or_default().0);
    let found = |changes| read(changes).unwrap().into_iter().map(|v| v.path).collect::<Vec<_>>();
    for valid in [
        json!({}),
        json!({ "sku": "XYZ-0123", "number": 99999, "discount": "100", "size": "XL", "rating": 5.49, "grade": 3 }),
        json!({ "released": "2024-02-29", "weight": 5, "introduced": "2000-01-01", "checked_at": "2020-01-01T00:00:00.001+01:00" }),
        json!({ "released": "2024", "weight": "heavy", "tag": ["a-b", "c", "d", "e", "f"], "made_by_company_id": OTHER, "replaces_id": OTHER }),
    ] {
        assert_eq!(read(valid).unwrap(), []);
    }
    for (changes, path) in [
        (json!({ "sku": "ABC-12345" }), vec!["/sku", "/sku"]),
        (json!({ "sku": "xABC-123" }), vec!["/sku"]),
        (json!({ "sku": "XYZ-\u{0660}\u{0661}\u{0662}\u{0663}" }), vec!["/sku"]),
        (json!({ "catalogue": "m" }), vec!["/catalogue"]),
        (json!({ "catalogue": "a catalogue too long" }), vec!["/catalogue"]),
        (json!({ "number": 0 }), vec!["/number"]),
        (json!({ "number": 100000 }), vec!["/number"]),
        (json!({ "discount": "100.01" }), vec!["/discount"]),
        (json!({ "rating": 0.0 }), vec!["/rating"]),
        (json!({ "rating": 5.5 }), vec!["/rating"]),
        (json!({ "grade": 4 }), vec!["/grade"]),
        (json!({ "tag": [] }), vec!["/tag"]),
        (json!({ "tag": ["a", "B", "-", "this-is-longer-than-twenty"] }), vec!["/tag/1", "/tag/2", "/tag/3"]),
        (json!({ "tag": ["a", "b", "c", "d", "e", "f"] }), vec!["/tag"]),
        (json!({ "introduced": "1999-12-31" }), vec!["/introduced"]),
        (json!({ "checked_at": "2019-12-31T23:00:00Z" }), vec!["/checked_at"]),
        (json!({ "replaces_id": ID }), vec!["/replaces_id"]),
        (json!({ "made_by_person_id": ID, "made_by_company_id": OTHER }), vec![""]),
    ] {
        assert_eq!(found(changes), path);
    }
    for refused in [
        json!({ "colour": "pink" }),
        json!({ "size": "XXL" }),
        json!({ "number": -1 }),
        json!({ "weight": 1.5 }),
        json!({ "unknown": 1 }),
        json!({ "available": null }),
    ] {
        assert!(read(refused).is_err());
    }

    let made = Product::new("ABC-1234", 5, vec!["new".into()]);
    assert_eq!(made.validate(), Ok(()));
    assert_eq!((made.catalogue.as_str(), made.colour, made.available), ("main", Some(ProductColour::Red), true));
    for key in ["catalogue", "available"] {
        let mut absent = product();
        absent.as_object_mut().unwrap().remove(key);
        assert!(from_value::<Product>(absent).is_err());
    }

    let company = Company::new("Acme");
    let replaced = with(product(), json!({ "id": OTHER, "number": 0 }));
    let related = with(product(), json!({ "made_by_company_id": company.id, "made_by_company": company, "replaces_id": OTHER, "replaces": replaced }));
    let found = from_value::<ProductWithRelations>(related.clone()).unwrap().validate().unwrap_err();
    assert_eq!(found.0.into_iter().map(|v| v.path).collect::<Vec<_>>(), ["/replaces/number"]);
    assert!(from_value::<ProductWithRelations>(with(related, json!({ "unknown": 1 }))).is_err());
}

#[test]
fn subclasses_of_the_shop() {
    use validated::shop::{CompanyOrder, DigitalProduct, OrderStatus, Validate};
    let made = DigitalProduct::new("ABC-1234", 1000, "5".parse().unwrap(), vec!["a".into(), "b".into()]);
    assert_eq!(made.validate(), Ok(()));
    let json = to_value(&made).unwrap();
    assert_eq!((&json["colour"], &json["format"], &json["channel"]), (&json!("blue"), &json!("pdf"), &json!(["web"])));
    for (changes, path) in [
        (json!({ "number": 999 }), "/number"),
        (json!({ "colour": "green" }), "/colour"),
        (json!({ "grade": 1 }), "/grade"),
        (json!({ "size": "S" }), "/size"),
        (json!({ "tag": ["a"] }), "/tag"),
        (json!({ "format": "epub" }), "/format"),
        (json!({ "channel": ["shop"] }), "/channel"),
    ] {
        assert_eq!(paths(from_value::<DigitalProduct>(with(json.clone(), changes)).unwrap().validate().unwrap_err().0.into_iter().map(|v| (v.path, v.message)).collect()), [path]);
    }
    assert!(from_value::<DigitalProduct>(with(json, json!({ "discount": null }))).is_err());

    let order = CompanyOrder::new(OrderStatus::Draft, chrono::DateTime::UNIX_EPOCH, made.id, vec![made.id]);
    assert_eq!(order.validate().unwrap_err().0[0].path, "/status");
    assert_eq!(CompanyOrder { status: OrderStatus::Placed, reference: Some("URN:order:5".into()), ..order }.validate(), Ok(()));
}

#[test]
fn products_are_created_and_changed() {
    use validated::shop::{AnyProduct, Product, ProductCreate, ProductPage, ProductUpdate, Valid, Validate};
    let body = json!({ "sku": "ABC-1234", "number": 5, "tag": ["new"] });
    let create: ProductCreate = from_value(body.clone()).unwrap();
    assert_eq!(create.validate(), Ok(()));
    let mut made = Product::from(create);
    assert_eq!(made.validate(), Ok(()));
    assert_eq!((made.catalogue.as_str(), made.available), ("main", true));
    let invalid: ProductCreate = from_value(with(body.clone(), json!({ "number": 0 }))).unwrap();
    assert_eq!(invalid.validate().unwrap_err().0[0].code, "minimum");
    assert!(from_value::<ProductCreate>(with(body.clone(), json!({ "available": null }))).is_err());
    assert!(from_value::<ProductCreate>(with(body, json!({ "unknown": 1 }))).is_err());

    let update = |json: Value| from_value::<ProductUpdate>(json);
    assert_eq!(update(json!({})).unwrap(), ProductUpdate::default());
    assert!(update(json!({ "number": null })).is_err());
    assert_eq!(update(json!({ "number": 0, "tag": ["B"] })).unwrap().validate().unwrap_err().0.len(), 2);
    made.apply(update(json!({ "number": 7, "discount": "10" })).unwrap());
    assert_eq!((made.number, made.discount), (7, Some("10".parse().unwrap())));
    made.apply(update(json!({ "discount": null })).unwrap());
    assert_eq!((made.number, made.discount), (7, None));

    let valid: Valid<Product> = from_value(to_value(&made).unwrap()).unwrap();
    assert_eq!(valid.0.number, 7);
    made.number = 0;
    assert!(from_value::<Valid<Product>>(to_value(&made).unwrap()).unwrap_err().to_string().starts_with("/number: must be"));

    let any: AnyProduct = from_value(to_value(&made).unwrap()).unwrap();
    assert!(matches!(&any, AnyProduct::Product(product) if product.number == 0));
    assert!(from_value::<AnyProduct>(with(product(), json!({ "kind": "DigitalProduct" }))).is_err());
    assert!(from_value::<AnyProduct>(with(product(), json!({ "kind": "Order" }))).is_err());
    let page = ProductPage { total: 1, limit: 20, offset: 0, items: vec![any] };
    assert_eq!(page.validate().unwrap_err().0[0].path, "/items/0/number");
    assert_eq!(from_value::<ProductPage>(to_value(&page).unwrap()).unwrap(), page);
}

#[test]
fn validating_what_is_valid_allocates_nothing() {
    use validated::shop::{Company, Product, ProductWithRelations, Validate};
    let company = Company::new("Acme");
    let replaced = with(product(), json!({ "id": OTHER }));
    let related = with(product(), json!({ "tag": ["a", "b"], "made_by_company_id": company.id, "made_by_company": company, "replaces_id": OTHER, "replaces": replaced }));
    let related: ProductWithRelations = from_value(related).unwrap();
    let alone: Product = from_value(product()).unwrap();
    assert_eq!(counted(&|| alone.validate().is_ok()), 0);
    assert_eq!(counted(&|| related.validate().is_ok()), 0);
    assert!(counted(&|| Product { number: 0, ..alone.clone() }.validate().is_err()) > 0);
}

#[test]
fn unions_are_read_as_the_first_that_fits() {
    assert!(matches!(from_value(json!("2024-05-17")), Ok(DateOrText::Date(_))));
    assert!(matches!(from_value(json!("2024")), Ok(DateOrText::Text(_))));
    assert!(matches!(from_value(json!(5)), Ok(NumberOrDecimal::Uint8(5))));
    assert!(matches!(from_value(json!("300")), Ok(NumberOrDecimal::Decimal(_))));
    assert!(from_value::<NumberOrDecimal>(json!(300)).is_err());
    assert!(from_value::<NumberOrDecimal>(json!(true)).is_err());
}
`;

/** A Rust module that counts the memory allocations of a thread. */
const countingModule = `#![cfg_attr(rustfmt, rustfmt_skip)]

thread_local! {
    static ALLOCATIONS: std::cell::Cell<usize> = const { std::cell::Cell::new(0) };
}

struct Counting;

unsafe impl std::alloc::GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: std::alloc::Layout) -> *mut u8 {
        ALLOCATIONS.with(|count| count.set(count.get() + 1));
        unsafe { std::alloc::System.alloc(layout) }
    }

    unsafe fn dealloc(&self, place: *mut u8, layout: std::alloc::Layout) {
        unsafe { std::alloc::System.dealloc(place, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// How often it is taken while something is found valid, once that has been found before: expressions are compiled when they
/// are first used.
pub fn counted(validate: &dyn Fn() -> bool) -> usize {
    assert!(validate());
    let before = ALLOCATIONS.with(std::cell::Cell::get);
    assert!(validate());
    ALLOCATIONS.with(std::cell::Cell::get) - before
}
`;

/** Returns a Rust test that validates a valid instance of each class and asserts that this allocates no memory. */
function allocationsTest(models: Readonly<Record<string, DomainModel>>): string {
  const checks = Object.entries(models).flatMap(([module, model]) => {
    const files = rustModels.generate(model);
    return model.classes.flatMap((cls) => {
      if (!isValidated(files, typeName(cls))) return [];
      const instance = instanceOf(cls);
      if (!instance) throw new Error(`no instance of ${cls.name}`);
      return `    allocates_nothing!(${module}, ${typeName(cls)}, ${rustLiteral(JSON.stringify(instance.value))});`;
    });
  });
  return `#![cfg_attr(rustfmt, rustfmt_skip)]

mod counting;

use counting::counted;

macro_rules! allocates_nothing {
    ($module:ident, $type:ident, $json:expr) => {{
        use validated::$module::Validate as _;
        let value: validated::$module::$type = serde_json::from_str($json).unwrap();
        assert_eq!(value.validate(), Ok(()));
        assert_eq!(counted(&|| value.validate().is_ok()), 0, stringify!($type));
    }};
}

#[test]
fn a_valid_instance_of_any_class_allocates_nothing() {
${checks.join('\n')}
}
`;
}

const rustLiteral = (text: string): string => `"${rustText(text)}"`;

function rustText(text: string): string {
  return [...text].map((c) => `\\u{${(c.codePointAt(0) as number).toString(16)}}`).join('');
}
