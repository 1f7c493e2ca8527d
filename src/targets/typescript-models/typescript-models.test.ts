import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type {
  Axiom,
  Constraint,
  DomainClass,
  DomainModel,
  Enumeration,
  EnumerationValue,
  Facets,
  Field,
  Relation,
  ScalarKind,
  ScalarType,
  Union,
} from '../../model/index.ts';
import { type Demand, defaultPolicies, demandOf } from '../../model/index.ts';
import { typescriptModels } from './index.ts';
import { jsdocLines } from './jsdoc.ts';

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

/** Returns a class with an `id`, or a subclass of `parents`, with additional `fields`. */
function domainClass(
  name: string,
  fields: readonly Partial<Field>[],
  parents: readonly DomainClass[] = [],
): Mutable<DomainClass> {
  const slug = name.replace(/(?<=.)[A-Z]/g, '_$&').toLowerCase();
  const cls = { name, slug, plural: `${slug}s`, iri: `http://example.org/${name}`, deprecated: false } as Mutable<DomainClass>;
  const id: Partial<Field> = { name: 'id', type: { kind: 'id' }, generated: 'uuid' };
  const own = (parents.length === 0 ? [id, ...fields] : fields).map(
    (field) =>
      ({
        type: { kind: 'scalar', scalar: 'string' },
        cardinality: 'one',
        unique: false,
        deprecated: false,
        owner: cls,
        ...field,
      }) as Field,
  );
  cls.parents = parents;
  cls.fields = own;
  cls.allFields = [...new Set([...parents.flatMap((parent) => parent.allFields), ...own])];
  cls.ancestors = [...new Set(parents.flatMap((parent) => [parent, ...parent.ancestors]))];
  cls.children = [];
  for (const parent of parents) (parent as { children: readonly DomainClass[] }).children = [...parent.children, cls];
  cls.refinements = [];
  cls.keys = [];
  cls.choices = [];
  cls.totals = [];
  cls.comparisons = [];
  cls.closed = false;
  cls.relations = [];
  cls.allRelations = [];
  return cls;
}

/** Returns a subclass that narrows one inherited field. */
function narrowed(name: string, parent: DomainClass, field: string, narrower: Partial<Field>): Mutable<DomainClass> {
  const cls = domainClass(name, [], [parent]);
  const refines = parent.allFields.find((f) => f.name === field) as Field;
  const refined = { ...refines, ...narrower, refines };
  cls.refinements = [refined];
  cls.allFields = cls.allFields.map((f) => (f === refines ? refined : f));
  return cls;
}

function enumeration(name: string, values: readonly Partial<EnumerationValue>[], more: Partial<Enumeration> = {}): Enumeration {
  const slug = name.replace(/(?<=.)[A-Z]/g, '_$&').toLowerCase();
  return {
    name,
    slug,
    values: values.map((v) => ({ name: v.value?.toLowerCase() ?? '', value: '', deprecated: false, ...v })),
    deprecated: false,
    ...more,
  };
}

function scalar(kind: ScalarKind, facets: Facets = {}): ScalarType {
  return { kind: 'scalar', scalar: kind, ...facets };
}

function modelOf(classes: readonly DomainClass[], more: Partial<DomainModel> = {}): DomainModel {
  return {
    name: 'test',
    source: 'test.ttl',
    classes,
    enumerations: [],
    unions: [],
    axioms: [],
    assumptions: [],
    chosen: [],
    policies: defaultPolicies,
    deprecated: false,
    ...more,
  };
}

function fileOf(path: string, model: DomainModel): string | undefined {
  return typescriptModels.generate(model).find((f) => f.path === path)?.content;
}

/** Returns a file of a model with the given classes. */
function file(path: string, ...classes: DomainClass[]): string | undefined {
  return fileOf(path, modelOf(classes));
}

/** Returns the interfaces and the factory in the file of a class: everything before the create type. */
function declared(path: string, ...classes: DomainClass[]): string | undefined {
  return file(path, ...classes)?.split(/\n\/\*\* Input for creating an? /)[0];
}

describe('typescript-models', () => {
  test('a class is an interface, one with its related objects, and a factory', () => {
    const user = domainClass('User', []);
    const comment = domainClass('Comment', [
      { name: 'text', doc: 'What the reader wrote.' },
      { name: 'created_at', type: { kind: 'scalar', scalar: 'dateTime' }, generated: 'now', doc: 'When it was written.' },
      { name: 'upvotes', type: { kind: 'scalar', scalar: 'int32' }, generated: 'zero' },
      { name: 'author_id', type: { kind: 'reference', target: user } },
    ]);
    comment.doc = "A reader's remark.";
    comment.relationsName = 'CommentWithRelations';
    const relation = { source: comment, declared: true, deprecated: false, holder: 'source', field: comment.fields[4] };
    comment.relations = [
      { ...relation, name: 'author', target: user, many: false, required: true, doc: 'Who made it.' },
      { ...relation, name: 'editor', target: user, many: false, required: false },
      { ...relation, name: 'replies', target: comment, many: true, required: false },
      { ...relation, name: 'way_back', target: user, many: true, required: false, declared: false },
    ] as Relation[];
    comment.allRelations = comment.relations;

    expect(file('comment.ts', user, comment)).toBe(`import type { Page } from './page.js';
import type { User } from './user.js';

/** A reader's remark. */
export interface Comment {
  id: string;
  /** What the reader wrote. */
  text: string;
  /** When it was written. ISO 8601: \`2024-05-17T08:30:00Z\`. */
  created_at: string;
  upvotes: number;
  author_id: string;
}

/** {@link Comment}, with its \`author\`, \`editor\` and \`replies\` included. */
export interface CommentWithRelations extends Comment {
  /** Who made it. */
  author: User;
  editor?: User | null;
  replies: Comment[];
}

/** Returns a new {@link Comment} without \`id\` and \`created_at\`. */
export function createComment(
  text: string,
  author_id: string,
  upvotes = 0,
): Omit<Comment, 'id' | 'created_at'> {
  return { text, upvotes, author_id };
}

/** Input for creating a {@link Comment}. Optional members have a default, or no value. */
export type CommentCreate = Omit<Comment, 'id' | 'created_at' | 'upvotes'> &
  Partial<Pick<Comment, 'created_at' | 'upvotes'>>;

/** Changes to a {@link Comment}. Absent members keep their value. */
export type CommentUpdate = Partial<Omit<Comment, 'id'>>;

/** A page of {@link Comment} objects. */
export type CommentPage = Page<Comment>;

/** Returns the {@link Comment} that a body creates, with defaults for absent members. */
export function newComment(id: string, create: CommentCreate): Comment {
  return {
    ...create,
    id,
    created_at: create.created_at ?? new Date().toISOString(),
    upvotes: create.upvotes ?? 0,
  };
}

/** Returns a copy of a {@link Comment} with the changes applied. */
export function applyComment(record: Comment, changes: CommentUpdate): Comment {
  const given = Object.entries<unknown>(changes).filter(([, value]) => value !== undefined);
  return { ...record, ...Object.fromEntries(given), id: record.id };
}
`);
    expect(file('index.ts', user, comment)).toBe(`export * from './user.js';
export * from './comment.js';
export type { Page } from './page.js';
`);
  });

  test('optional members are in the last argument; reserved words are escaped only as parameters', () => {
    const cls = domainClass('Item', [
      { name: 'class', deprecated: true },
      { name: 'class_' },
      { name: 'optional', doc: 'Whether it is needed', deprecated: true },
      { name: 'price', type: { kind: 'scalar', scalar: 'decimal' }, cardinality: 'optional', doc: 'What it costs' },
      { name: 'tags', cardinality: 'many' },
    ]);
    expect(declared('item.ts', cls)).toBe(`import type { Page } from './page.js';

export interface Item {
  id: string;
  /** @deprecated */
  class: string;
  class_: string;
  /**
   * Whether it is needed
   *
   * @deprecated
   */
  optional: string;
  /** What it costs (decimal number: \`12.50\`) */
  price?: string | null;
  tags: string[];
}

/** Returns a new {@link Item} without \`id\`. */
export function createItem(
  class__2: string,
  class_: string,
  optional: string,
  options: Partial<Pick<Item, 'price' | 'tags'>> = {},
): Omit<Item, 'id'> {
  return { ...options, class: class__2, class_, optional, tags: options.tags ?? [] };
}
`);
  });

  test('a subclass extends all its parents, and its factory takes their fields', () => {
    const thing = domainClass('Thing', [{ name: 'name' }]);
    const left = domainClass('Left', [{ name: 'left' }], [thing]);
    const right = domainClass('Right', [], [thing]);
    const both = domainClass('Both', [], [left, right]);
    expect(declared('both.ts', thing, left, right, both)).toBe(`import type { Left, LeftCreate } from './left.js';
import type { Page } from './page.js';
import type { Right, RightCreate } from './right.js';

export interface Both extends Left, Right {}

/** Returns a new {@link Both} without \`id\`. */
export function createBoth(name: string, left: string): Omit<Both, 'id'> {
  return { name, left };
}
`);
    expect(file('both.ts', thing, left, right, both)).toContain('export type BothCreate = LeftCreate & RightCreate;');
  });

  test('enumerations and unions have separate modules', () => {
    const values = [
      { value: 'draft', doc: 'Not public yet.' },
      { value: 'in review', name: 'in_review', label: 'In Review', deprecated: true, replacedBy: 'draft' },
      { value: "*/ '\\'\n", name: 'odd', label: 'Odd one', doc: 'Ends a comment: */' },
    ];
    const status = enumeration('PostStatus', values, { doc: 'Where a post stands.', deprecated: true });
    const members = [scalar('date'), scalar('int32'), scalar('float64', { values: ['1'] }), scalar('string', { values: ['a'] })];
    const union: Union = { name: 'When', slug: 'when', members };
    const post = domainClass('Post', [
      { name: 'status', type: { kind: 'enumeration', enumeration: status }, cardinality: 'many' },
      { name: 'at', type: { kind: 'union', union }, cardinality: 'optional' },
    ]);
    const model = modelOf([post], { enumerations: [status], unions: [union] });
    expect(fileOf('post_status.ts', model)).toBe(`/**
 * Where a post stands.
 *
 * @deprecated
 */
export const PostStatus = {
  /** Not public yet. */
  DRAFT: 'draft',
  /** @deprecated Use \`draft\` instead. */
  IN_REVIEW: 'in review',
  /** Odd one: Ends a comment: *\\/ */
  ODD: "*/ '\\\\'\\n",
} as const;

/** @deprecated */
export type PostStatus = (typeof PostStatus)[keyof typeof PostStatus];
`);
    expect(fileOf('when.ts', model)).toBe(`/** One of these: date (ISO 8601: \`2024-05-17\`), integer, number, string. */
export type When = string | number;
`);
    expect(fileOf('post.ts', model)).toContain(`import type { PostStatus } from './post_status.js';
import type { When } from './when.js';

export interface Post {
  id: string;
  status: PostStatus[];
  at?: When | null;
}
`);
    expect(fileOf('index.ts', model)).toContain(`export * from './post.js';
export * from './post_status.js';
export * from './when.js';
`);
    expect(fileOf('validation/post.ts', model)).toContain(`
export const PostSchema: s.ObjectSchema<Post> = s.object({
  id: s.uuid,
  status: s.list(s.enumeration(PostStatus)),
  at: s.optional(s.union(s.date, s.int32, s.literal(1), s.literal('a'))),
});
`);
  });

  test('allowed values are literal types; the factory supplies constants and defaults', () => {
    const item = domainClass('Item', [
      { name: 'stars', type: scalar('int32', { values: ['1', '2', '18446744073709551615'] }) },
      { name: 'kind', constant: 'item' },
      { name: 'scale', type: scalar('decimal'), constant: '1.50', doc: 'Never another.' },
      { name: 'note', cardinality: 'optional', constant: 'fix' },
      { name: 'size', type: scalar('int16'), default: '3' },
      { name: 'colour', type: scalar('string', { values: ['red', 'blue'] }), default: 'red' },
      { name: 'nick', cardinality: 'optional', default: "it's" },
      { name: 'tags', cardinality: 'many', contains: ['a', 'b'] },
    ]);
    expect(declared('item.ts', item)).toBe(`import type { Page } from './page.js';

export interface Item {
  id: string;
  stars: 1 | 2 | 18446744073709552000;
  readonly kind: 'item';
  /** Never another. Decimal number: \`12.50\`. */
  readonly scale: string;
  readonly note?: 'fix' | null;
  size: number;
  colour: 'red' | 'blue';
  nick?: string | null;
  tags: string[];
}

/** Returns a new {@link Item} without \`id\`. */
export function createItem(
  stars: 1 | 2 | 18446744073709552000,
  size = 3,
  colour: 'red' | 'blue' = 'red',
  nick: string | null = "it's",
  optional: Partial<Pick<Item, 'tags'>> = {},
): Omit<Item, 'id'> {
  return {
    ...optional,
    stars,
    kind: 'item',
    scale: '1.50',
    note: 'fix',
    size,
    colour,
    nick,
    tags: optional.tags ?? ['a', 'b'],
  };
}
`);
    // Copying an absent member would make it present.
    expect(file('item.ts', item)).toContain("([name, value]) => value !== undefined && name !== 'note',");
  });

  test('a subclass declares fields that it narrows, and fields that its parents have in different forms', () => {
    const thing = domainClass('Thing', [
      { name: 'name', cardinality: 'optional' },
      { name: 'size', type: scalar('int32') },
      { name: 'tags', cardinality: 'many' },
    ]);
    const named = narrowed('Named', thing, 'name', { cardinality: 'one', constant: 'N', doc: 'Its name.' });
    const small = narrowed('Small', thing, 'size', { type: scalar('int32', { maximum: { value: '5', inclusive: true } }) });
    const untagged = narrowed('Untagged', thing, 'tags', { absent: true });
    const nameless = narrowed('Nameless', thing, 'name', { absent: true });
    const both = domainClass('Both', [], [small, named]);
    both.allFields = both.allFields.filter((f) => f.name !== 'name' || f.constant).filter((f) => f.name !== 'size' || f.refines);
    const all = [thing, named, small, untagged, nameless, both];
    const members = (path: string) => /^export interface .*?^}/ms.exec(file(path, ...all) ?? '')?.[0];
    expect(members('named.ts')).toBe(`export interface Named extends Thing {
  /** Its name. */
  readonly name: 'N';
}`);
    expect(members('small.ts')).toBe('export interface Small extends Thing {\n  size: number;\n}');
    expect(members('untagged.ts')).toBe('export interface Untagged extends Thing {\n  tags: never[];\n}');
    expect(file('untagged.ts', ...all)).toContain('return { ...optional, size, tags: [] };');
    expect(members('nameless.ts')).toBe('export interface Nameless extends Thing {\n  name?: null;\n}');
    expect(file('nameless.ts', ...all)).toContain("optional: Partial<Pick<Nameless, 'tags'>> = {}");
    expect(members('both.ts')).toContain("{\n  /** Its name. */\n  readonly name: 'N';\n}");
    // The fields of the last parent take precedence.
    expect(file('validation/both.ts', ...all)).toContain(`  ...SmallSchema.fields(),
  ...NamedSchema.fields(),
  size: s.refine(s.int32, s.atMost(5)),
}));`);
    // The nearest superclass with this form of the field declares it.
    const size = both.allFields.find((f) => f.name === 'size') as Field;
    const marks = typescriptModels
      .generate(modelOf(all))
      .flatMap((f) => [...(f.marks ?? [])].map((mark) => ({ ...mark, path: f.path })));
    const declared = marks.filter(({ element, name }) => name && element.kind === 'field' && element.field === size);
    expect(declared).toEqual([
      { path: 'small.ts', name: 'Small.size', type: 'number', from: 5, to: 5, element: expect.anything() },
    ]);
  });

  test('a class has the rules of its parents, without duplicates', () => {
    const thing = domainClass('Thing', [
      { name: 'a', cardinality: 'optional' },
      { name: 'b', cardinality: 'optional' },
    ]);
    const [, a, b] = thing.fields as [Field, Field, Field];
    thing.choices = [{ name: 'c', typeName: 'ThingC', fields: [a, b], required: false }];
    const left = domainClass(
      'Left',
      [{ name: 'left_id', type: { kind: 'reference', target: thing }, irreflexive: true }],
      [thing],
    );
    const right = domainClass('Right', [], [thing]);
    const closed = domainClass('Closed', [], [thing]);
    closed.closed = true;
    const both = domainClass('Both', [], [left, right]);
    const open = domainClass('Open', [], [closed]);
    const rules = (slug: string) => {
      const text = fileOf(`validation/${slug}.ts`, modelOf([thing, left, right, closed, both, open])) ?? '';
      const [schema = ''] = /export const \w+Schema: s\.ObjectSchema<[\s\S]*?;\n/.exec(text) ?? [];
      return [...schema.matchAll(/s\.(?:atMostOneOf|notItself|strictObject)\b(?:\('.*?\))?/g)].map(([rule]) => rule);
    };
    const choice = "s.atMostOneOf('a', 'b')";
    expect(rules('thing')).toEqual([choice]);
    expect(rules('left')).toEqual([choice, "s.notItself('left_id')"]);
    expect(rules('right')).toEqual([choice]);
    expect(rules('closed')).toEqual(['s.strictObject', choice]);
    expect(rules('both')).toEqual([choice, "s.notItself('left_id')"]);
    expect(rules('open')).toEqual([choice]);
  });

  test('a closed class without members rejects unknown members in all requests', () => {
    const empty = domainClass('Empty', []);
    empty.closed = true;
    const own = file('validation/empty.ts', empty);
    expect(own).toContain('EmptyCreateSchema: s.ObjectSchema<EmptyCreate> = s.strictObject({});');
    expect(own).toContain('EmptyUpdateSchema: s.ObjectSchema<EmptyUpdate> = s.strictObject({});');
    const zod = typescriptModels.generate(modelOf([empty]), { validators: 'zod' });
    const schemas = zod.find(({ path }) => path === 'validation/empty.ts')?.content;
    expect(schemas).toContain('EmptyCreateSchema = z.strictObject({});');
    expect(schemas).toContain('EmptyUpdateSchema = z.strictObject({});');
    const open = file('validation/open.ts', domainClass('Open', []));
    expect(open).toContain('OpenCreateSchema: s.ObjectSchema<OpenCreate> = s.object({});');
  });

  test('totals of several fields are checked, also if a class repeats an inherited total', () => {
    const thing = domainClass('Thing', [
      { name: 'a', cardinality: 'many' },
      { name: 'b', cardinality: 'optional' },
    ]);
    const [, a, b] = thing.fields as [Field, Field, Field];
    thing.totals = [{ name: 'c', fields: [a, b], minItems: 1, maxItems: 3 }];
    const same = domainClass('Same', [], [thing]);
    same.totals = [{ name: 'd', fields: [a, b], minItems: 1, maxItems: 3 }];
    const { files, unprinted } = typescriptModels.emit(modelOf([thing, same]));
    const texts = new Map(files().map(({ path, content }) => [path, content]));
    const rules = "  },\n  s.atLeastInAll(1, 'a', 'b'),\n  s.atMostInAll(3, 'a', 'b'),\n);\n";
    expect(texts.get('validation/thing.ts')).toContain(rules);
    expect(texts.get('validation/same.ts')).toContain(rules.replace('}', '})'));
    expect(unprinted()).toEqual([]);
  });

  test('an update schema checks only alternatives that an update may contain', () => {
    const thing = domainClass('Thing', [
      { name: 'a', cardinality: 'optional' },
      { name: 'b', cardinality: 'optional' },
      { name: 'c', cardinality: 'optional' },
    ]);
    const [, a, b, c] = thing.fields as [Field, Field, Field, Field];
    thing.choices = [{ name: 'd', typeName: 'ThingD', fields: [a, b, c], required: false }];
    thing.totals = [{ name: 'e', fields: [a, b, c], minItems: 1, maxItems: 2 }];
    const two = narrowed('Two', thing, 'a', { absent: true });
    const one = narrowed('One', two, 'b', { absent: true });
    const none = narrowed('None', one, 'c', { absent: true });
    const counted = (cls: DomainClass) => {
      const text = fileOf(`validation/${cls.slug}.ts`, modelOf([thing, two, one, none])) ?? '';
      const [schema = ''] = new RegExp(`const ${cls.name}UpdateSchema[^;]*;`).exec(text) ?? [];
      return [...schema.matchAll(/(?<=s\.)atMost\w+\(.*?\)/g)].map(([rule]) => rule);
    };
    expect([thing, two, one, none].map(counted)).toEqual([
      ["atMostOneOf('a', 'b', 'c')", "atMostInAll(2, 'a', 'b', 'c')"],
      ["atMostOneOf('b', 'c')", "atMostInAll(2, 'b', 'c')"],
      ["atMostInAll(2, 'c')"],
      [],
    ]);
  });

  test('the type of all schemas is renamed if a class schema has its name', () => {
    const index = (name: string) => fileOf('validation/index.ts', modelOf([domainClass(name, [])])) ?? '';
    expect(index('Other')).toContain('export { type StandardSchema, ValidationError, type Violation }');
    expect(index('Standard')).toContain('  type StandardSchema as StandardSchemaOf,\n  ValidationError,\n  type Violation,\n}');
    expect(index('Standard')).toContain("export * from './standard.js';");
  });

  test('the comment of a class or field states what is not enforced', () => {
    const post = domainClass('Post', [{ name: 'code', doc: 'Its code.', unique: true }, { name: 'a' }, { name: 'b' }]);
    const [, code, a, b] = post.fields as [Field, Field, Field, Field];
    const constraints: Constraint[] = [
      { kind: 'unique', class: post, field: code },
      { kind: 'required', class: post, field: code },
      { kind: 'pattern', class: post, field: code, pattern: { source: '^(a)?\\1$', flags: '', syntax: 'xpath' } },
      { kind: 'key', class: post, key: { fields: [a, b] } },
    ];
    const axiom: Axiom = { construct: 'sh:property', statement: '', constraints };
    expect(
      fileOf('post.ts', modelOf([post], { axioms: [axiom] })),
    ).toContain(`/** Not enforced here: no two instances have the same a and b. */
export interface Post {
  id: string;
  /**
   * Its code.
   *
   * Not enforced here: values are unique; matches /^(a)?\\1$/.
   */
  code: string;
`);
    const { achieved } = typescriptModels.emit(modelOf([post]));
    const statuses = constraints.map((constraint) => achieved(demandOf(constraint) as Demand).status);
    expect(statuses).toEqual(['dropped', 'enforced', 'dropped', 'dropped']);
  });

  test('a pattern that needs exponential time is searched for by a module, printed only then', () => {
    const withPattern = (source: string): DomainModel => {
      const patterns = [{ source, flags: '', syntax: 'xpath' }] as const;
      return modelOf([domainClass('Post', [{ name: 'code', type: scalar('string', { patterns }) }])]);
    };
    const searched = withPattern('^([a-z]+ ?)+$');
    expect(fileOf('validation/post.ts', searched)).toContain(
      "new LinearPattern(/^([a-z]+ ?)+$/u, '^ 0 {1,} 1 {0,1} &2 {1,} $ &3', /[a-z]/u, / /u)",
    );
    expect(fileOf('validation/linear-pattern.ts', searched)).toContain('export class LinearPattern extends RegExp');
    const plain = withPattern('^[^@]+@[^@]+$');
    expect(fileOf('validation/post.ts', plain)).toContain('s.pattern(/^[^@]+@[^@]+$/u)');
    expect(fileOf('validation/linear-pattern.ts', plain)).toBeUndefined();
  });

  test('classes may have the names of library types and special files', () => {
    const omit = domainClass('Omit', [{ name: 'a' }]);
    expect(file('omit.ts', omit)).toContain('export function createOmit(a: string): OmitCreate {\n');
    expect(file('omit.ts', omit)).toContain("export type OmitCreate = globalThis.Omit<Omit, 'id'>;\n");
    const empty = file('empty.ts', domainClass('Empty', [])) ?? '';
    for (const text of [
      'createEmpty(): Record<string, never> {',
      'type EmptyCreate = Record<string, never>;',
      'newEmpty(id: string, create: EmptyCreate): Empty {',
      'applyEmpty(record: Empty, changes: EmptyUpdate): Empty {\n  return { ...record, ...changes };',
    ]) {
      expect(empty).toContain(text);
    }
    expect(file('record.ts', domainClass('Record', []))).toContain('type RecordUpdate = globalThis.Record<string, never>;');
    const base = domainClass('Base', []);
    const text = file('base.ts', base, domainClass('Sub', [{ name: 'a' }], [base])) ?? '';
    // The create type of the subclass extends it.
    for (const type of ['BaseCreate = object;', 'BaseUpdate = Record<string, never>;']) expect(text).toContain(type);
    const index = domainClass('Index', []);
    expect(file('index_.ts', index)).toContain('export interface Index {');
    expect(file('index.ts', index)).toContain("export * from './index_.js';\n");
  });

  test('no text ends its comment or begins a tag', () => {
    const hostile = fc.array(fc.constantFrom('*/', '*', '/', '@param', '@', ' ', '\n', 'x', '{@link', '(', '\\'), {
      minLength: 1,
    });
    fc.assert(
      fc.property(hostile, fc.boolean(), (words, deprecated) => {
        const comment = jsdocLines({ doc: words.join(''), deprecated }, 2).join('\n');
        expect(comment.indexOf('*/')).toBe(comment.length - 2);
        expect(comment.match(/(?<![\w`\\])@\w+/g) ?? []).toEqual(deprecated ? ['@deprecated'] : []);
      }),
    );
  });

  test('long prose is wrapped and keeps its paragraphs', () => {
    const doc = `${'word '.repeat(30).trim()}\n\nWrite to ann@example.org.`;
    expect(jsdocLines({ doc, deprecated: false })).toEqual([
      '/**',
      ` * ${'word '.repeat(19).trim()}`,
      ` * ${'word '.repeat(11).trim()}`,
      ' *',
      ' * Write to ann@example.org.',
      ' */',
    ]);
  });
});
