import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildSync } from 'esbuild';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  allChoices,
  allTotals,
  constructorFields,
  type DomainClass,
  type DomainModel,
  declaredRelations,
  type Field,
  type FieldType,
  kindOf,
  parametersOf,
  type Relation,
  relatedTypeName,
  type ScalarKind,
  type ScalarType,
  typeNames,
  variantOf,
} from '../../src/model/index.ts';
import { elementsOf } from '../../src/report/element-search.ts';
import type { GeneratedFile } from '../../src/targets/index.ts';
import { moduleNames, typescriptModels } from '../../src/targets/typescript-models/index.ts';
import { Declarations } from '../support/declarations.ts';
import { run } from '../support/judges.ts';
import { halfOfVocabularies, judgedOntologies, largeVocabularies, modelOf } from '../support/ontologies.ts';

const bin = fileURLToPath(new URL('../../node_modules/.bin/', import.meta.url));

/** The strictest options that a user's project may have. */
const compilerOptions = {
  target: 'es2022',
  lib: ['es2022'],
  types: [],
  module: 'nodenext',
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  noPropertyAccessFromIndexSignature: true,
  noImplicitOverride: true,
  noUnusedLocals: true,
  noUnusedParameters: true,
  verbatimModuleSyntax: true,
  isolatedModules: true,
  isolatedDeclarations: true,
  erasableSyntaxOnly: true,
  declaration: true,
  rootDir: '.',
  outDir: 'js',
};

let folder: string;
const models = new Map<string, DomainModel>();
/** The generated files of each ontology; generation is slow for large ones. */
const generated = new Map<string, readonly GeneratedFile[]>();

beforeAll(async () => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'typescript-models-'));
  write('package.json', JSON.stringify({ type: 'module' }));
  write('usage.ts', usage);
  for (const name of halfOfVocabularies(judgedOntologies, 0)) {
    const model = await modelOf(name);
    models.set(name, model);
    const files = typescriptModels.generate(model);
    generated.set(name, files);
    for (const file of files) write(`models/${name}/${file.path}`, file.content);
    write(`assertions/${name}.ts`, typeAssertions(name, model));
  }
  write('tsconfig.json', JSON.stringify({ compilerOptions }));
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

function generatedOf(name: string): readonly GeneratedFile[] {
  const files = generated.get(name);
  if (!files) throw new Error(`nothing is generated of ${name}`);
  return files;
}

function write(file: string, content: string): void {
  const full = path.join(folder, file);
  mkdirSync(path.dirname(full), { recursive: true });
  writeFileSync(full, content);
}

/** Returns the type that `JSON.parse` returns for a value of a kind; `id` and `reference` are UUIDs. */
function primitive(kind: ScalarKind | 'id' | 'reference' | 'enumeration'): 'string' | 'number' | 'boolean' {
  if (kind === 'id' || kind === 'reference' || kind === 'enumeration') return 'string';
  const { json } = kindOf(kind);
  return json === 'integer' ? 'number' : json;
}

/** Converts a value from its text in the model to JSON. */
function jsonValue(type: FieldType, text: string): string | number | boolean {
  const kinds =
    type.kind === 'union' ? type.union.members.map((m) => m.scalar) : [type.kind === 'scalar' ? type.scalar : type.kind];
  if (kinds.some((kind) => primitive(kind) === 'number') && /^-?[\d.]+$/.test(text)) return Number(text);
  return kinds.includes('boolean') && /^(true|false)$/.test(text) ? text === 'true' : text;
}

function scalarType(type: ScalarType): string {
  // One value may have several spellings in JSON.
  if (type.values === undefined || kindOf(type.scalar).spellings === 'many') return primitive(type.scalar);
  return type.values.map((value) => JSON.stringify(jsonValue(type, value))).join(' | ');
}

/** Returns the TypeScript type of a field's value, computed from the model alone. */
function jsonType({ type, cardinality, constant, absent }: Field): string {
  const of = (): string => {
    if (absent) return 'never';
    if (constant !== undefined && !(type.kind === 'scalar' && kindOf(type.scalar).spellings === 'many')) {
      return JSON.stringify(jsonValue(type, constant));
    }
    switch (type.kind) {
      case 'id':
      case 'reference':
        return 'string';
      case 'scalar':
        return scalarType(type);
      case 'enumeration':
        return (type.only ?? type.enumeration.values).map(({ value }) => JSON.stringify(value)).join(' | ');
      case 'union':
        return type.union.members.map(scalarType).join(' | ');
      default:
        return type satisfies never;
    }
  };
  if (cardinality === 'many') return `(${of()})[]`;
  return cardinality === 'optional' ? `${of()} | null` : of();
}

function fieldMember(field: Field): string {
  const { name, cardinality, constant } = field;
  return `${constant === undefined ? '' : 'readonly '}${name}${cardinality === 'optional' ? '?' : ''}: ${jsonType(field)}`;
}

function relationMember({ name, many, required }: Relation, type: string): string {
  if (many) return `${name}: m.${type}[]`;
  return required ? `${name}: m.${type}` : `${name}?: m.${type} | null`;
}

interface Parts {
  /** Required positional parameters of a factory. */
  readonly required: readonly Field[];
  /** Optional positional parameters. */
  readonly defaulted: readonly Field[];
  /** Fields of its last argument, an object. */
  readonly rest: readonly Field[];
  /** Fields with a fixed value, such as the discriminator. */
  readonly fixed: readonly Field[];
  /** Fields that it does not set: generated ids and timestamps. */
  readonly assigned: readonly Field[];
}

function parts(cls: DomainClass): Parts {
  const required = constructorFields(cls);
  const others = cls.allFields.filter((f) => !required.includes(f));
  const assigned = others.filter((f) => f.generated === 'uuid' || f.generated === 'now');
  const fixed = others.filter((f) => f.absent || f.discriminator || (f.constant !== undefined && f.cardinality !== 'many'));
  const free = others.filter((f) => !assigned.includes(f) && !fixed.includes(f));
  const defaulted = free.filter((f) => f.generated === 'zero' || f.default !== undefined);
  return { required, defaulted, rest: free.filter((f) => !defaulted.includes(f)), fixed, assigned };
}

/** Returns a module that compiles only if each class of the model has exactly the expected types. */
function typeAssertions(name: string, model: DomainModel): string {
  const lines = [
    `import type * as m from '../models/${name}/index.js';`,
    'type Flat<T> = { -readonly [Name in keyof T]: T[Name] };',
    'type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;',
  ];
  const same = (a: string, b: string) => lines.push(`true satisfies Same<${a}, ${b}>;`);
  for (const cls of model.classes) {
    const fields = cls.allFields.map(fieldMember);
    const { required, defaulted, rest, assigned } = parts(cls);
    same(`m.${cls.name}`, `{ ${fields.join('; ')} }`);
    if (cls.relationsName !== undefined) {
      const names = typeNames(model);
      const members = declaredRelations(cls).map((one) => relationMember(one, relatedTypeName(one.target, names)));
      same(`m.${cls.relationsName}`, `{ ${[...fields, ...members].join('; ')} }`);
    }
    for (const role of cls.abstract ? [] : (['create', 'update'] as const)) {
      const members = variantOf(cls, role).members.map(
        ({ field, absent }) => `${field.name}${absent === 'refused' ? '' : '?'}: ${jsonType(field)}`,
      );
      const type = `m.${typeNames(model).of(cls)[role]}`;
      if (members.length === 0) same(type, role === 'create' && cls.children.length > 0 ? 'object' : 'Record<string, never>');
      else same(`Flat<${type}>`, `{ ${members.join('; ')} }`);
    }
    const { page, any, create } = typeNames(model).of(cls);
    same(`m.${page}`, `{ total: number; limit: number; offset: number; items: m.${any ?? cls.name}[] }`);
    if (any !== undefined) lines.push(...narrowing(cls, any, model));
    if (cls.abstract) continue;
    const keys = (list: readonly Field[]) => list.map((f) => `'${f.name}'`).join(' | ');
    const parameters = [
      ...required.map((f, i) => `r${i}: ${jsonType(f)}`),
      ...defaulted.map((f, i) => `d${i}?: ${jsonType(f)}`),
      ...(rest.length > 0 ? [`rest?: Partial<Pick<m.${cls.name}, ${keys(rest)}>>`] : []),
    ];
    const given = parametersOf(cls) === undefined ? [`create: m.${create}`] : parameters;
    const made =
      assigned.length === cls.allFields.length ? 'Record<string, never>' : `Omit<${directInstanceType(cls)}, ${keys(assigned)}>`;
    same(`typeof m.create${cls.name}`, `(${given.join(', ')}) => ${made}`);
    same(`typeof m.new${cls.name}`, `(id: string, create: m.${create}) => ${directInstanceType(cls)}`);
  }
  return `${lines.join('\n')}\n`;
}

const discriminatorOf = (cls: DomainClass): string | undefined => cls.allFields.find((field) => field.discriminator)?.name;

/** Returns the type of direct instances of a class, without those of subclasses. */
function directInstanceType(cls: DomainClass): string {
  const field = cls.children.length > 0 ? discriminatorOf(cls) : undefined;
  return field === undefined ? `m.${cls.name}` : `m.${cls.name} & { ${field}: '${cls.name}' }`;
}

/** Returns a function that compiles only if the discriminator narrows the union type to each of its classes. */
function narrowing(cls: DomainClass, any: string, model: DomainModel): readonly string[] {
  const kinds = model.classes.filter((other) => !other.abstract && (other === cls || other.ancestors.includes(cls)));
  return [
    `((one: m.${any}) => {`,
    `  switch (one.${discriminatorOf(cls)}) {`,
    ...kinds.map((kind) => `    case '${kind.name}': return one satisfies ${directInstanceType(kind)};`),
    // TypeScript narrows unions only.
    ...(kinds.length > 1 ? ['    default: return one satisfies never;'] : []),
    '  }',
    '});',
  ];
}

/** Code that uses the tutorial's models as a frontend would. */
const usage = `
import { type Comment, type CommentWithAuthor, createComment, createPost, newComment, type PostWithRelations, type User } from './models/blog-evolved/index.js';

const user: User = { id: 'u', email: 'ann@example.org', name: 'Ann', joined_at: '2024-05-17T08:30:00Z' };
const comment: Comment = { id: 'c', created_at: '2024-05-17T08:30:00Z', ...createComment('hi', 'p', user.id) };
const withAuthor: CommentWithAuthor = { ...comment, author: user };
export const post: PostWithRelations = {
  id: 'p',
  published_at: '2024-05-17T08:30:00Z',
  ...createPost('Title', 'Content', user.id),
  author: withAuthor.author,
  comments: [comment],
};

export const created: Omit<Comment, 'id' | 'created_at'> = createComment('hi', 'p', 'u');
export const voted: typeof created = createComment('hi', 'p', 'u', 3);

export const stored: Comment = newComment('c', { text: 'hi', post_id: 'p', author_id: 'u' });

// @ts-expect-error a required argument is missing
createComment('hi', 'p');
// @ts-expect-error what creates one has an author
newComment('c', { text: 'hi', post_id: 'p' });
// @ts-expect-error a count is a number
createComment('hi', 'p', 'u', '3');
// @ts-expect-error what the factory returns has no id
createComment('hi', 'p', 'u').id;
// @ts-expect-error nor a generated timestamp
createComment('hi', 'p', 'u').created_at;
// @ts-expect-error a required field is missing
export const nameless: User = { id: 'u', email: 'ann@example.org', joined_at: '2024-05-17T08:30:00Z' };
// @ts-expect-error a timestamp is a string
export const dated: User = { ...user, joined_at: new Date() };
// @ts-expect-error the related objects are missing
export const alone: PostWithRelations = { ...post, comments: undefined };
`;

const samples: Readonly<Record<ScalarKind, readonly (string | number | boolean)[]>> = {
  string: ['text', 'other text'],
  iri: ['https://example.org/a', '../b'],
  boolean: [true, false],
  int8: [7, -128],
  int16: [7, -32768],
  int32: [7, -2147483648],
  int64: [7, -9007199254740991],
  int64Text: ['7', '-9223372036854775808'],
  uint8: [7, 255],
  uint16: [7, 65535],
  uint32: [7, 4294967295],
  uint64: [7, 9007199254740991],
  uint64Text: ['7', '18446744073709551615'],
  float32: [1.5, -1],
  float64: [1.5, -1e300],
  decimal: ['12.50', '-7'],
  dateTime: ['2024-05-17T08:30:00Z', '2024-05-17T08:30:00.5+02:00'],
  date: ['2024-05-17', '2024-02-29'],
  time: ['08:30:00', '23:59:59.999'],
  duration: ['P1DT12H', '-PT0.5S'],
  base64: ['SGVsbG8=', ''],
  hex: ['48656C', ''],
  gYear: ['2024', '0044-05:00'],
  gYearMonth: ['2024-05', '2024-12Z'],
  gMonthDay: ['--05-17', '--02-29'],
  gDay: ['---17', '---31'],
  gMonth: ['--05', '--12'],
};

/** Returns the nth sample value of a type. Ignores patterns, lengths and exclusive bounds. */
function sampleValue(type: FieldType, nth: number): string | number | boolean {
  switch (type.kind) {
    case 'id':
    case 'reference':
      return `f81d4fae-7dec-41d0-a765-00a0c91e6bf${nth}`;
    case 'enumeration': {
      const values = type.only ?? type.enumeration.values;
      return values[nth % values.length]?.value ?? '';
    }
    case 'union':
      return sampleValue(type.union.members[nth % type.union.members.length] as ScalarType, 0);
    case 'scalar': {
      const allowed = type.values?.map((value) => jsonValue(type, value));
      const among = (allowed ?? samples[type.scalar]).filter((value) => {
        if (typeof value !== 'number' && type.scalar !== 'decimal') return true;
        const { minimum, maximum } = type;
        return Number(value) >= Number(minimum?.value ?? -Infinity) && Number(value) <= Number(maximum?.value ?? Infinity);
      });
      return among[nth % among.length] ?? jsonValue(type, type.minimum?.value ?? type.maximum?.value ?? '');
    }
    default:
      return type satisfies never;
  }
}

function sample({ type, cardinality, minItems = 1, contains = [] }: Field): unknown {
  if (cardinality !== 'many') return sampleValue(type, 0);
  const items = Array.from({ length: Math.max(minItems - contains.length, 1) }, (_, nth) => sampleValue(type, nth));
  return [...contains.map((value) => jsonValue(type, value)), ...items];
}

/** Returns the value that a factory sets if the caller omits the field. */
function supplied({ type, cardinality, generated, constant, default: initial, contains = [] }: Field): unknown {
  if (cardinality === 'many') return contains.map((value) => jsonValue(type, value));
  if (generated === 'zero') return 0;
  const text = constant ?? initial;
  // The value of a discriminator is the name of the class.
  return text === undefined ? undefined : jsonValue(type, text);
}

type Instance = Record<string, unknown>;

/** Builds an object from fields; omits fields without a value. */
function object(fields: readonly Field[], valueIn: (field: Field) => unknown): Instance {
  return Object.fromEntries(fields.map((f) => [f.name, valueIn(f)]).filter(([, value]) => value !== undefined));
}

/** The mocked current time of factory calls. */
const NOW = '2026-01-02T03:04:05.678Z';

/** Returns calls of every factory, each with the expected result. */
function factoryCalls(model: DomainModel): { factory: string; args: unknown[]; result: Instance }[] {
  return model.classes.flatMap((cls) => {
    if (cls.abstract) return [];
    const { required, defaulted, rest, fixed, assigned } = parts(cls);
    const least = required.map(sample);
    const constants = object(
      fixed.filter((f) => !f.absent || f.cardinality === 'many'),
      supplied,
    );
    return [
      {
        factory: `create${cls.name}`,
        args: parametersOf(cls) === undefined ? [object(required, sample)] : least,
        result: { ...constants, ...object(required, sample), ...object([...defaulted, ...rest], supplied) },
      },
      {
        factory: `create${cls.name}`,
        args:
          parametersOf(cls) === undefined
            ? [object([...required, ...defaulted, ...rest], sample)]
            : [...least, ...defaulted.map(sample), ...(rest.length > 0 ? [object(rest, sample)] : [])],
        result: { ...constants, ...object([...required, ...defaulted, ...rest], sample) },
      },
      {
        factory: `new${cls.name}`,
        args: [id(7), object(required, sample)],
        result: {
          ...constants,
          ...object(required, sample),
          ...object([...defaulted, ...rest], supplied),
          ...object(assigned, assignedValue),
        },
      },
      {
        // The factory ignores members of a body that only the server may set.
        factory: `new${cls.name}`,
        args: [id(7), { ...object([...required, ...defaulted, ...rest, ...assigned], sample), id: id(8) }],
        result: {
          ...constants,
          ...object([...required, ...defaulted, ...rest], sample),
          ...object(assigned, (field) => (isWritten(cls, field) ? sample(field) : assignedValue(field))),
        },
      },
    ];
  });
}

/** Returns whether a client may set a field when it creates an instance. */
const isWritten = (cls: DomainClass, field: Field): boolean =>
  variantOf(cls, 'create').members.some((member) => member.field === field);

const assignedValue = ({ generated }: Field): unknown => (generated === 'uuid' ? id(7) : NOW);

const callAll = `
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';

Date.prototype.toISOString = () => '${NOW}';
let count = 0;
for (const [name, calls] of Object.entries(JSON.parse(readFileSync('calls.json', 'utf8')))) {
  const models = await import(\`./js/models/\${name}/index.js\`);
  for (const { factory, args, result } of calls) {
    assert.deepEqual(models[factory](...args), result, \`\${name}: \${factory}\`);
    count++;
  }
}
console.log(count);
`;

/** A value to validate, with the expected violations. */
interface Case {
  readonly cls: string;
  readonly value: unknown;
  /** `path message`, sorted. */
  readonly found: readonly string[];
}

/** Returns whether samples of a class are valid: false if it has constraints that {@link sampleValue} ignores. */
function hasSamples(cls: DomainClass): boolean {
  const { allFields } = cls;
  if (allChoices(cls).length > 0 || allTotals(cls).length > 0) return false;
  return allFields.every(({ type, irreflexive }) => {
    const scalars = type.kind === 'scalar' ? [type] : type.kind === 'union' ? type.union.members : [];
    return (
      !irreflexive &&
      scalars.every((t) => !t.patterns && !t.minLength && t.maxLength === undefined && t.minimum?.inclusive !== false)
    );
  });
}

/** Returns valid instances of each class, and variants with missing fields, wrong values or an unknown field. */
function samplesOf(model: DomainModel): Case[] {
  return model.classes.filter(hasSamples).flatMap((cls): Case[] => {
    const valueIn = (field: Field) => {
      if (field.absent) return field.cardinality === 'many' ? [] : undefined;
      return field.constant === undefined ? sample(field) : jsonValue(field.type, field.constant);
    };
    const whole = object(cls.allFields, valueIn);
    const needed = cls.allFields.filter((field) => field.cardinality !== 'optional');
    const known = cls.allFields.filter((field) => !field.absent);
    const nulls = Object.fromEntries(cls.allFields.filter((f) => !needed.includes(f)).map((f) => [f.name, null]));
    return [
      { cls: cls.name, value: whole, found: [] },
      { cls: cls.name, value: { ...whole, ...nulls }, found: [] },
      {
        cls: cls.name,
        value: nulls,
        found: needed.map((f) => (f.absent ? `/${f.name} must be an empty list` : `/${f.name} is required`)),
      },
      {
        cls: cls.name,
        value: { ...whole, ...Object.fromEntries(known.map((f) => [f.name, {}])) },
        found: known.map((f) => `/${f.name}`),
      },
      { cls: cls.name, value: { ...whole, 'un/known': 1 }, found: cls.closed ? ['/un~1known must not be present'] : [] },
    ];
  });
}

const id = (n: number): string => `f81d4fae-7dec-41d0-a765-00a0c91e6b0${n}`;

const product: Instance = {
  id: id(0),
  kind: 'Product',
  sku: 'ABC-1234',
  catalogue: 'main',
  number: 1000,
  tag: ['a', 'b-c'],
  available: false,
};
const digital: Instance = {
  ...product,
  kind: 'DigitalProduct',
  discount: '5',
  colour: 'blue',
  format: 'pdf',
  channel: ['app', 'web'],
};
const order: Instance = {
  id: id(0),
  kind: 'Order',
  status: 'Placed',
  placed_at: '2024-05-17T08:30:00Z',
  ordered_by_id: id(1),
  item_ids: [id(2)],
};

/** Changes to valid instances of the ontology `constraints`, with the violations that the validators must report. */
const constrained: readonly (readonly [cls: string, good: Instance, change: Instance, ...found: string[]])[] = [
  ['Product', product, {}],
  [
    'Product',
    product,
    { size: 'XL', colour: "it's", rating: 5.4, grade: 3, released: '2024', weight: 'light', discount: '100.00' },
  ],
  ['Product', product, { size: null, colour: '', released: '2024-05-17', weight: 3, checked_at: '2019-12-31T23:00:00.001Z' }],
  ['Product', product, { introduced: '2000-01-01', made_by_person_id: id(1), made_by_company_id: null, replaces_id: id(2) }],
  ['Product', product, { sku: 'abc-1234' }, '/sku must match /^[A-Z]{3}-[0-9]{4}$/u'],
  ['Product', product, { sku: 'ABC-12345' }, '/sku must be at most 8 characters long', '/sku must match /^[A-Z]{3}-[0-9]{4}$/u'],
  ['Product', product, { catalogue: '😀' }, '/catalogue must be at least 2 characters long'],
  ['Product', product, { catalogue: '😀'.repeat(12) }],
  ['Product', product, { catalogue: '😀'.repeat(13) }, '/catalogue must be at most 12 characters long'],
  ['Product', product, { number: 0 }, '/number must be at least 1'],
  ['Product', product, { number: 100000 }, '/number must be at most 99999'],
  ['Product', product, { discount: '100.01' }, '/discount must be at most 100'],
  ['Product', product, { discount: '-0.0000000000000000000000001' }, '/discount must be at least 0'],
  ['Product', product, { rating: 0 }, '/rating must be more than 0'],
  ['Product', product, { rating: 5.5 }, '/rating must be less than 5.5'],
  ['Product', product, { size: 's' }, '/size must be "S", "M", "L" or "XL"'],
  ['Product', product, { grade: 4 }, '/grade must be 1, 2 or 3'],
  ['Product', product, { released: '17 May' }, '/released must be a date, such as 2024-05-17, or must be a year, such as 2024'],
  [
    'Product',
    product,
    { weight: 1.5 },
    '/weight must be an integer from -2147483648 to 2147483647, or must be a string of Unicode characters without U+0000',
  ],
  ['Product', product, { introduced: '1999-12-31' }, '/introduced must be at least 2000-01-01'],
  ['Product', product, { checked_at: '2020-01-01T00:00:00+01:00' }, '/checked_at must be more than 2019-12-31T23:00:00Z'],
  ['Product', product, { tag: [] }, '/tag must have at least 1 value'],
  ['Product', product, { tag: ['a', 'a', 'a', 'a', 'a', 'a'] }, '/tag must have at most 5 values'],
  ['Product', product, { tag: ['a', 'a', 'a', 'a', 'A'] }, '/tag/4 must match /^[a-z]+(-[a-z]+)*$/u'],
  ['Product', product, { replaces_id: id(0).toUpperCase() }, '/replaces_id must not be the id of the object itself'],
  [
    'Product',
    product,
    { made_by_person_id: id(1), made_by_company_id: id(2) },
    'must have at most one of made_by_person_id and made_by_company_id',
  ],
  ['Product', product, { 'a/b': 1, format: 'pdf' }, '/a~1b must not be present', '/format must not be present'],
  ['DigitalProduct', digital, { size: null, grade: 2 }],
  ['DigitalProduct', digital, { size: 'M' }, '/size must not have a value'],
  ['DigitalProduct', digital, { colour: 'red' }, '/colour must be "blue"'],
  [
    'DigitalProduct',
    digital,
    { colour: null, discount: null },
    '/colour must be "blue"',
    '/discount must be a decimal number of at most 28 digits in a string',
  ],
  ['DigitalProduct', digital, { grade: 1, number: 999 }, '/grade must be 2 or 3', '/number must be at least 1000'],
  [
    'DigitalProduct',
    digital,
    { tag: ['a'], channel: ['app'] },
    '/channel must contain "web"',
    '/tag must have at least 2 values',
  ],
  ['Order', order, { status: 'Draft', reference: 'URN:order:12' }],
  ['Order', order, { status: 'draft' }, '/status must be "Draft", "Placed", "Shipped" or "Cancelled"'],
  ['Order', order, { reference: 'urn:order:a b' }, '/reference must be an IRI'],
  ['Order', order, { item_ids: [id(1), id(1), id(1), id(1)] }, '/item_ids must have at most 3 values'],
  ['Order', order, { item_ids: [id(1), 'x'] }, '/item_ids/1 must be a UUID'],
  ['CompanyOrder', order, { kind: 'CompanyOrder', status: 'Draft' }, '/status must be "Placed" or "Shipped"'],
  ['CompanyOrder', order, {}, '/kind must be "CompanyOrder"'],
];

const validateAll = `
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';

let count = 0;
for (const [name, cases] of Object.entries(JSON.parse(readFileSync('cases.json', 'utf8')))) {
  const validation = await import(\`./js/models/\${name}/validation/index.js\`);
  for (const { cls, value, found } of cases) {
    const what = \`\${name}: \${cls} \${JSON.stringify(value)}\`;
    const violations = validation[cls + 'Schema'].validate(value).map(({ path, message }) => \`\${path} \${message}\`.trim());
    // A schema returns at most 100 violations.
    if (found.length > 100) {
      assert.equal(new Set(violations).size, 100);
      for (const text of violations) assert.ok(found.includes(text) || found.includes(text.replace(/ .*/, '')), text);
    } else {
      assert.equal(violations.length, found.length, \`\${what}\\n\${violations.join('\\n')}\`);
      for (const [i, text] of violations.sort().entries()) {
        const wanted = [...found].sort()[i];
        assert.equal(wanted.includes(' ') ? text : text.replace(/ .*/, ''), wanted, what);
      }
    }
    assert.equal(validation[cls + 'Schema'].is(value), found.length === 0);
    count++;
  }
}
console.log(count);
`;

const validateRelated = `
import assert from 'node:assert/strict';
import { PostWithRelationsSchema } from './js/models/blog-evolved/validation/index.js';

const [a, b, c] = [1, 2, 3].map((n) => 'f81d4fae-7dec-41d0-a765-00a0c91e6bf' + n);
const time = '2024-05-17T08:30:00Z';
const author = { id: a, email: 'ann@example.org', name: 'Ann', joined_at: time };
const comment = { id: c, text: 'hi', created_at: time, upvotes: 0, post_id: b, author_id: a };
const post = { id: b, title: 'T', content: 'C', published_at: time, author_id: a, author, comments: [comment] };
const found = (violations) => violations.map(({ path, code }) => path + ' ' + code);

assert.deepEqual(found(PostWithRelationsSchema.validate(post)), []);
assert.equal(PostWithRelationsSchema.is(post), true);
assert.deepEqual(found(PostWithRelationsSchema.validate({ ...post, comments: [{ ...comment, text: 1 }] })), ['/comments/0/text type']);
assert.deepEqual(found(PostWithRelationsSchema.validate({ ...post, author: undefined, comments: null })), ['/author required', '/comments type']);
`;

const validateWrites = `
import assert from 'node:assert/strict';
import * as models from './js/models/constraints/index.js';
import * as v from './js/models/constraints/validation/index.js';

const product = JSON.parse(process.argv[2]);
const { id, kind, ...create } = product;
const found = (violations) => violations.map(({ path, code }) => path + ' ' + code);

assert.deepEqual(v.ProductCreateSchema.validate(create), []);
assert.deepEqual(found(v.ProductCreateSchema.validate({ ...create, id, number: 0, sku: undefined })), ['/sku required', '/number minimum', '/id closed']);
assert.deepEqual(v.ProductUpdateSchema.validate({}), []);
assert.deepEqual(v.ProductUpdateSchema.validate({ size: null }), []);
assert.deepEqual(found(v.ProductUpdateSchema.validate({ number: null, x: 1 })), ['/number type', '/x closed']);
assert.deepEqual(models.applyProduct(product, { size: null, number: undefined, id: 'x', catalogue: 'new' }), { ...product, size: null, catalogue: 'new' });
assert.deepEqual(v.ProductPageSchema.validate({ items: [product], total: 1, limit: 20, offset: 0 }), []);
assert.deepEqual(found(v.ProductPageSchema.validate({ items: [{ ...product, kind: 'Nope' }, null], total: -1, limit: 20 })), ['/total type', '/offset required', '/items/0/kind values', '/items/1 type']);
assert.ok(v.AnyProductSchema.is(product) && !v.AnyProductSchema.is({ ...product, kind: 'DigitalProduct' }) && !v.AnyProductSchema.is({ ...product, kind: 'toString' }));
assert.equal(v.ProductSchema.parse(product), product);
assert.throws(() => v.ProductSchema.parse({ ...product, number: 0 }), (error) => error instanceof v.ValidationError && error.violations[0].code === 'minimum');
const standard = v.ProductSchema['~standard'];
assert.deepEqual([standard.version, standard.vendor, standard.validate(product)], [1, 'codegen', { value: product }]);
assert.deepEqual(standard.validate({ ...product, tag: ['a', 1] }).issues.map((issue) => issue.path), [['tag', 1]]);

// Nothing that is sent stops them.
const unknown = Object.fromEntries(Array.from({ length: 130_000 }, (_, i) => ['k' + i, i]));
const violations = v.ProductSchema.validate({ ...product, ...unknown });
assert.deepEqual([violations.length, violations[0].code], [100, 'closed']);
assert.deepEqual(found(v.ProductSchema.validate({ ...product, tag: Array(1_000_000).fill(1) })).slice(0, 2), ['/tag max-items', '/tag/0 type']);
assert.deepEqual(found(v.ProductSchema.validate({ ...product, sku: 'A'.repeat(50_000_000) })), ['/sku max-length', '/sku pattern']);
assert.deepEqual(found(v.ProductSchema.validate({ ...product, discount: '1'.repeat(50_000_000) })), ['/discount type']);
const circle = { ...product };
circle.tag = [circle];
assert.deepEqual(found(v.ProductSchema.validate(circle)), ['/tag/0 type']);
`;

describe('typescript-models', () => {
  test('models of every ontology compile under the strictest options and have the expected types', () => {
    run(path.join(bin, 'tsc'), ['-p', '.'], { cwd: folder });
  });

  test('every factory returns the expected object', () => {
    const calls = Object.fromEntries([...models].map(([name, model]) => [name, factoryCalls(model)]));
    write('calls.json', JSON.stringify(calls));
    write('call-all.mjs', callAll);
    const expected = [...models.values()].reduce(
      (sum, model) => sum + 4 * model.classes.filter((cls) => !cls.abstract).length,
      0,
    );
    expect(run(process.execPath, ['call-all.mjs'], { cwd: folder }).trim()).toBe(String(expected));
  });

  test("the tutorial's factory returns a comment without id and timestamp", () => {
    const print = "import { created, voted } from './js/usage.js'; console.log(JSON.stringify([created, voted]))";
    const printed = run(process.execPath, ['--input-type=module', '-e', print], { cwd: folder });
    const comment = { text: 'hi', upvotes: 0, post_id: 'p', author_id: 'u' };
    expect(JSON.parse(printed)).toEqual([comment, { ...comment, upvotes: 3 }]);
  });

  test('every validator accepts valid instances and reports all violations', () => {
    const cases = Object.fromEntries([...models].map(([name, model]) => [name, samplesOf(model)]));
    cases['constraints']?.push(
      ...constrained.map(([cls, good, change, ...found]) => ({ cls, value: { ...good, ...change }, found })),
    );
    write('cases.json', JSON.stringify(cases));
    write('validate-all.mjs', validateAll);
    const expected = Object.values(cases).reduce((sum, list) => sum + list.length, 0);
    expect(expected).toBeGreaterThan(2000);
    expect(run(process.execPath, ['validate-all.mjs'], { cwd: folder }).trim()).toBe(String(expected));
  });

  test("the tutorial's schemas validate related objects", () => {
    write('related.mjs', validateRelated);
    run(process.execPath, ['related.mjs'], { cwd: folder });
  });

  test('schemas validate bodies, pages and unions of subclasses, even for hostile input', () => {
    write('writes.mjs', validateWrites);
    run(process.execPath, ['writes.mjs', JSON.stringify(product)], { cwd: folder });
  });

  test('a bundle contains only the imported code', () => {
    const bundle = (code: string) =>
      buildSync({ stdin: { contents: code, resolveDir: folder, loader: 'ts' }, bundle: true, format: 'esm', write: false })
        .outputFiles[0]?.text ?? '';
    const factories = bundle("export { createComment } from './models/blog/index.js'");
    expect(factories.match(/^function \w+/gm)).toEqual(['function createComment']);
    const schema = bundle("export { CommentSchema } from './models/blog/validation/index.js'");
    expect(schema).toContain('var CommentSchema');
    expect(schema).not.toMatch(/createComment|BigInt/);
  });

  test('a program can load any schema module first', () => {
    for (const { path: file } of generatedOf('constraints').filter((each) => each.path.startsWith('validation/'))) {
      const load = `await import('./js/models/constraints/${file.replace(/ts$/, 'js')}')`;
      run(process.execPath, ['--input-type=module', '-e', load], { cwd: folder });
    }
  });

  test('knip finds no unused export in a project that uses every type', () => {
    const project = 'every-type';
    for (const { path: file, content } of generatedOf('constraints')) write(`${project}/src/models/${file}`, content);
    write(`${project}/package.json`, JSON.stringify({ name: project, type: 'module' }));
    write(
      `${project}/tsconfig.json`,
      JSON.stringify({ compilerOptions: { ...compilerOptions, noEmit: true }, include: ['src'] }),
    );
    write(`${project}/knip.json`, JSON.stringify({ entry: ['src/index.ts'], project: ['src/**/*.ts'] }));
    write(`${project}/src/index.ts`, "export * from './models/index.js';\nexport * from './models/validation/index.js';\n");
    const knip = () => run(path.join(bin, 'knip'), [], { cwd: path.join(folder, project) });
    expect(knip().trim()).toBe('');
    write(`${project}/src/models/validation/product.ts`, 'export const planted = 1;\n');
    expect(knip).toThrow('Unused exports');
  });

  test('the modules resolve in a bundler too', () => {
    const options = { ...compilerOptions, module: 'esnext', moduleResolution: 'bundler', noEmit: true };
    write('tsconfig.bundler.json', JSON.stringify({ compilerOptions: options, include: ['usage.ts', 'models/torture'] }));
    run(path.join(bin, 'tsc'), ['-p', 'tsconfig.bundler.json'], { cwd: folder });
  });

  test('the option imports selects the file extension in import paths', () => {
    const model = models.get('torture') as DomainModel;
    for (const imports of ['ts', 'none']) {
      for (const file of typescriptModels.generate(model, { imports })) write(`${imports}/${file.path}`, file.content);
    }
    // Tools that strip types resolve a module by its exact file name; tsc rewrites the extension.
    const options = { ...compilerOptions, rewriteRelativeImportExtensions: true, outDir: 'stripped' };
    write('tsconfig.ts.json', JSON.stringify({ compilerOptions: options, include: ['ts'] }));
    run(path.join(bin, 'tsc'), ['-p', 'tsconfig.ts.json'], { cwd: folder });
    const bundled = { ...compilerOptions, module: 'esnext', moduleResolution: 'bundler', noEmit: true };
    write('tsconfig.none.json', JSON.stringify({ compilerOptions: bundled, include: ['none'] }));
    run(path.join(bin, 'tsc'), ['-p', 'tsconfig.none.json'], { cwd: folder });
    const endings = (imports: string) =>
      typescriptModels
        .generate(model, { imports })
        .flatMap(({ content }) => [...content.matchAll(/ from '(?:\.{1,2}\/)[\w/-]*(.*)';$/gm)].map(([, ending]) => ending));
    expect(new Set(endings('ts'))).toEqual(new Set(['.ts']));
    expect(new Set(endings('none'))).toEqual(new Set(['']));
    expect(endings('ts').length).toBe(endings('js').length);
    const load = "await import('./index.ts'); await import('./validation/index.ts');";
    // Node.js strips types by itself from 22.18 on.
    if (Reflect.get(process.features, 'typescript'))
      run(process.execPath, ['--input-type=module', '-e', load], { cwd: path.join(folder, 'ts') });
  });

  test('the formatter and the linter report no problem', () => {
    const rules = {
      // A class keeps its name even if a global has it, and a field even if it is `then`.
      suspicious: { noShadowRestrictedNames: 'off', noThenProperty: 'off' },
    };
    write(
      'models/biome.json',
      JSON.stringify({
        root: true,
        formatter: { indentStyle: 'space', lineWidth: 100 },
        javascript: { formatter: { quoteStyle: 'single' } },
        linter: { rules: { preset: 'recommended', ...rules } },
        // The index keeps the order of the ontology.
        overrides: [{ includes: ['**/index.ts'], assist: { enabled: false } }],
      }),
    );
    // Skips files with very long names, because the formatter breaks such lines differently.
    const tidy = [...generated].flatMap(([name, files]) =>
      files.flatMap((file) => (/\w{80}/.test(file.content) ? [] : [`${name}/${file.path}`])),
    );
    expect(tidy.length).toBeGreaterThan(500);
    for (let i = 0; i < tidy.length; i += 500) {
      run(path.join(bin, 'biome'), ['check', ...tidy.slice(i, i + 500)], { cwd: path.join(folder, 'models') });
    }
  });

  test('file names are unique and not reserved by the index or Windows', () => {
    for (const [name, model] of models) {
      const paths = generatedOf(name).map((file) => file.path.toLowerCase());
      const { classes, enumerations, unions } = model;
      // The generic page, two indexes and the runtime of the schemas.
      expect(new Set(paths).size, name).toBe(2 * classes.length + enumerations.length + unions.length + 4);
      expect(paths.filter((file) => /^(validation\/)?(con|aux|nul|prn|com\d|lpt\d)\./.test(file))).toEqual([]);
    }
  });

  test('every element is at its reported location', () => {
    for (const [name, model] of models) {
      if (largeVocabularies.has(name)) continue;
      const emission = typescriptModels.emit(model);
      const files = new Map(emission.files().map(({ path, content }) => [path, content.split('\n')]));
      const declarations = new Declarations(emission);
      const modules = moduleNames(model);
      for (const element of elementsOf(model)) {
        const found = declarations.of(element);
        const lines = files.get(found?.file.path ?? '') ?? [];
        const at = (found?.line ?? 0) - 1;
        const what = `${name}: ${found?.name} in ${found?.file.path}`;
        if (element.kind !== 'field') {
          const named = element.kind === 'class' ? element.class : element.enumeration;
          expect(lines[at], what).toMatch(new RegExp(`^export (interface|const) ${named.name}( |$)`));
          continue;
        }
        const { class: cls, field } = element;
        // The field is declared in the interface of the class or of an ancestor.
        const owner = [cls, ...cls.ancestors].find((c) => `${modules.get(c)}.ts` === found?.file.path);
        expect(found?.name, what).toBe(`${owner?.name}.${field.name}`);
        expect(lines[at]?.trim().replace(/^readonly /, ''), what).toMatch(new RegExp(`^${field.name}\\??:`));
        const begin = lines.findLastIndex((line, i) => i < at && line.startsWith('export '));
        expect(lines[begin], what).toMatch(new RegExp(`^export interface ${owner?.name}( |$)`));
        const end = lines.findIndex((line, i) => i >= at && line.endsWith(';'));
        const text = lines
          .slice(at, end + 1)
          .join('')
          .replace(/\s+/g, ' ')
          .replace(': | ', ': ');
        if (!text.includes('(')) expect(text, what).toContain(`: ${found?.type};`);
      }
    }
  });

  test('exactly the deprecated elements have a deprecation tag', () => {
    for (const [name, model] of models) {
      const files = generatedOf(name);
      const tagged = new Set(
        files.flatMap(({ path, content }) => taggedIn(content).map((declaration) => `${path} ${declaration}`)),
      );
      const expected = new Set<string>();
      const declare = (path: string, ...names: (string | undefined)[]) => {
        for (const n of names) if (n !== undefined) expected.add(`${path} ${n}`);
      };
      for (const cls of model.classes) {
        const path = `${moduleNames(model).get(cls)}.ts`;
        if (cls.deprecated) {
          const { create, update, any, page } = typeNames(model).of(cls);
          const types = [cls.name, create, update, page, cls.relationsName, any].filter((type) => type !== undefined);
          declare(path, ...types, `apply${cls.name}`, `create${cls.name}`, `new${cls.name}`);
          for (const type of types) declare(`validation/${path}`, `${type}Schema`);
        }
        for (const member of [...cls.fields, ...cls.refinements, ...cls.relations.filter((r) => r.declared)]) {
          if (member.deprecated) declare(path, member.name);
        }
      }
      for (const { slug, name, deprecated, values } of model.enumerations) {
        if (deprecated) declare(`${slug}.ts`, name);
        for (const value of values) if (value.deprecated) declare(`${slug}.ts`, value.name.toUpperCase());
      }
      // An inherited member that a class redeclares is tagged there as well.
      const again = new Set(
        model.classes.flatMap((cls) => {
          const path = `${moduleNames(model).get(cls)}.ts`;
          const members = [...cls.allFields, ...declaredRelations(cls)].filter((member) => member.deprecated);
          return members.map((member) => `${path} ${member.name}`);
        }),
      );
      expect(
        [...expected].filter((element) => !tagged.has(element)),
        name,
      ).toEqual([]);
      expect(
        [...tagged].filter((element) => !expected.has(element) && !again.has(element)),
        name,
      ).toEqual([]);
    }
  });
});

/** Returns the names of the declarations whose doc comments have tags. */
function taggedIn(text: string): string[] {
  return [...text.matchAll(/^ *(\/\*\*(?:(?!\*\/)[\s\S])*)\*\/\n(.*)/gm)].flatMap(([, comment = '', declaration = '']) => {
    const tags = comment.match(/(?<=\s)@\w+/g) ?? [];
    if (tags.length === 0) return [];
    expect(tags).toEqual(['@deprecated']);
    return [/^ *(?:export (?:interface|type|const|function) |readonly )?(\w+)/.exec(declaration)?.[1] ?? declaration];
  });
}
