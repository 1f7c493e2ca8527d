import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { DomainClass, DomainModel, Field, Relation } from '../../model/index.ts';
import { typescriptModels } from './index.ts';
import { documentation } from './jsdoc.ts';

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

/** A class with an `id`, or one below `parents`; `fields` are added to it. */
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
  cls.relations = [];
  cls.allRelations = [];
  return cls;
}

/** The file of a model with the given classes. */
function file(path: string, ...classes: DomainClass[]): string | undefined {
  const model: DomainModel = { name: 'test', source: 'test.ttl', classes, deprecated: false };
  return typescriptModels.generate(model).find((f) => f.path === path)?.content;
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

    expect(file('comment.ts', user, comment)).toBe(`import type { User } from './user.js';

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

/** A {@link Comment} with its related objects. */
export interface CommentWithRelations extends Comment {
  /** Who made it. */
  author: User;
  editor?: User | null;
  replies: Comment[];
}

/** A new {@link Comment}, before it is given its \`id\` and \`created_at\`. */
export function createComment(
  text: string,
  author_id: string,
  upvotes = 0,
): Omit<Comment, 'id' | 'created_at'> {
  return { text, upvotes, author_id };
}
`);
    expect(file('index.ts', user, comment)).toBe(`export { type User, createUser } from './user.js';
export { type Comment, type CommentWithRelations, createComment } from './comment.js';
`);
  });

  test('what may be left out is in the last argument; reserved words are escaped as parameters only', () => {
    const cls = domainClass('Item', [
      { name: 'class', deprecated: true },
      { name: 'class_' },
      { name: 'optional', doc: 'Whether it is needed', deprecated: true },
      { name: 'price', type: { kind: 'scalar', scalar: 'decimal' }, cardinality: 'optional', doc: 'What it costs' },
      { name: 'tags', cardinality: 'many' },
    ]);
    expect(file('item.ts', cls)).toBe(`export interface Item {
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

/** A new {@link Item}, before it is given its \`id\`. */
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
    expect(file('both.ts', thing, left, right, both)).toBe(`import type { Left } from './left.js';
import type { Right } from './right.js';

export interface Both extends Left, Right {}

/** A new {@link Both}, before it is given its \`id\`. */
export function createBoth(name: string, left: string): Omit<Both, 'id'> {
  return { name, left };
}
`);
  });

  test('names of library types and of special files stay free', () => {
    const omit = domainClass('Omit', []);
    expect(file('omit.ts', omit)).toContain("export function createOmit(): globalThis.Omit<Omit, 'id'> {\n");
    const index = domainClass('Index', []);
    expect(file('index_.ts', index)).toContain('export interface Index {');
    expect(file('index.ts', index)).toBe("export { type Index, createIndex } from './index_.js';\n");
  });

  test('no text ends its comment or begins a tag', () => {
    const hostile = fc.array(fc.constantFrom('*/', '*', '/', '@param', '@', ' ', '\n', 'x', '{@link', '(', '\\'), {
      minLength: 1,
    });
    fc.assert(
      fc.property(hostile, fc.boolean(), (words, deprecated) => {
        const comment = documentation({ doc: words.join(''), deprecated }, 2).join('\n');
        expect(comment.indexOf('*/')).toBe(comment.length - 2);
        expect(comment.match(/(?<![\w`\\])@\w+/g) ?? []).toEqual(deprecated ? ['@deprecated'] : []);
      }),
    );
  });

  test('long prose is wrapped, and its paragraphs stay', () => {
    const doc = `${'word '.repeat(30).trim()}\n\nWrite to ann@example.org.`;
    expect(documentation({ doc, deprecated: false })).toEqual([
      '/**',
      ` * ${'word '.repeat(19).trim()}`,
      ` * ${'word '.repeat(11).trim()}`,
      ' *',
      ' * Write to ann@example.org.',
      ' */',
    ]);
  });
});
