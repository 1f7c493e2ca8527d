import { describe, expect, test } from 'vitest';
import type { DomainClass, DomainModel, Field, FieldType, ReferenceField, Relation, ScalarKind } from '../../model/index.ts';
import { defaultPolicies } from '../../model/index.ts';
import { graphqlSchema } from './index.ts';

type Mutable<T> = { -readonly [K in keyof T]: T[K] extends readonly (infer E)[] ? E[] : T[K] };

const scalar = (kind: ScalarKind): FieldType => ({ kind: 'scalar', scalar: kind });

/** Makes a class of a hand-made model. Superclasses must be made before their subclasses. */
function domainClass(name: string, parents: DomainClass[] = [], rest: Partial<DomainClass> = {}): Mutable<DomainClass> {
  const slug = name.replace(/(?<=[a-z])(?=[A-Z])/g, '_').toLowerCase();
  const cls: Mutable<DomainClass> = {
    name,
    slug,
    plural: `${slug}s`,
    iri: `http://example.org/${name}`,
    deprecated: false,
    parents,
    bases: parents,
    ancestors: [...new Set(parents.flatMap((p) => [p, ...p.ancestors]))],
    children: [],
    fields: [],
    allFields: parents.flatMap((p) => p.allFields),
    refinements: [],
    keys: [],
    choices: [],
    totals: [],
    comparisons: [],
    closed: false,
    relations: [],
    allRelations: parents.flatMap((p) => p.allRelations),
    relationsBases: [],
    ...(rest as Partial<Mutable<DomainClass>>),
  };
  for (const parent of parents) (parent.children as DomainClass[]).push(cls);
  if (parents.length === 0) addField(cls, 'id', { kind: 'id' }, { generated: 'uuid' });
  return cls;
}

function addField(owner: Mutable<DomainClass>, name: string, type: FieldType, rest: Partial<Field> = {}): Field {
  const field: Field = { name, type, cardinality: 'one', unique: false, deprecated: false, owner, ...rest };
  owner.fields.push(field);
  owner.allFields.push(field);
  return field;
}

function addRelation(
  source: Mutable<DomainClass>,
  name: string,
  target: DomainClass,
  field: Field,
  rest: Partial<Relation>,
): void {
  const relation: Relation = {
    name,
    source,
    target,
    many: false,
    required: false,
    declared: true,
    field: field as ReferenceField,
    holder: field.owner === source ? 'source' : 'target',
    deprecated: false,
    ...rest,
  };
  source.relations.push(relation);
  source.allRelations.push(relation);
}

function schemaOf(
  classes: readonly DomainClass[],
  rest: Partial<DomainModel> = {},
  operations: 'basic' | 'full' = 'basic',
): string {
  const model: DomainModel = {
    name: 'shop',
    source: 'shop.ttl',
    deprecated: false,
    classes,
    enumerations: [],
    unions: [],
    axioms: [],
    assumptions: [],
    chosen: [],
    policies: defaultPolicies,
    ...rest,
  };
  const files = graphqlSchema.generate(model, { operations });
  expect(files.map((f) => f.path)).toEqual(['schema.graphql']);
  return files[0]?.content ?? '';
}

/** Returns the definition that begins with this line, without its description. */
function definitionOf(head: string, schema: string): string {
  const start = schema.indexOf(`\n${head}`) + 1;
  expect(start, head).toBeGreaterThan(0);
  return schema.slice(start, schema.indexOf('\n}', start) + 2);
}

test('states bounds with the directive, also of decimals and of datatypes that the type is wider than', () => {
  const cls = domainClass('Trip');
  const minimum = { value: '0', inclusive: false };
  const maximum = { value: '40.5', inclusive: true };
  addField(cls, 'payload', { kind: 'scalar', scalar: 'decimal', minimum, maximum });
  addField(cls, 'exact', { kind: 'scalar', scalar: 'decimal', minimum: { value: '0.1234567890123456789', inclusive: true } });
  addField(cls, 'count', scalar('uint32'));
  addField(cls, 'few', { kind: 'scalar', scalar: 'uint8', maximum: { value: '9', inclusive: true } });
  addField(cls, 'any', scalar('int32'));
  const schema = schemaOf([cls]);
  expect(schema).toContain('payload: Decimal! @constraint(exclusiveMin: 0, max: 40.5)\n');
  expect(schema).toContain('exact: Decimal!\n');
  expect(schema).toContain('count: Long! @constraint(min: 0, max: 4294967295)\n');
  expect(schema).toContain('few: Int! @constraint(min: 0, max: 9)\n');
  expect(schema).toContain('any: Int!\n');
});

test('prints the whole schema of two related classes', () => {
  const user = domainClass('User', [], { doc: 'Somebody with an account.' });
  addField(user, 'email', scalar('string'), { doc: 'Address, one account each.' });
  addField(user, 'nickname', scalar('string'), { cardinality: 'optional', deprecated: true, doc: 'Short name.' });
  addField(user, 'tags', scalar('string'), { cardinality: 'many' });
  addField(user, 'joined_at', scalar('dateTime'), { generated: 'now' });
  const post = domainClass('BlogPost');
  addField(post, 'upvotes', scalar('int32'), { generated: 'zero', doc: 'Number of readers\nwho agree.' });
  const authorId = addField(post, 'author_id', { kind: 'reference', target: user }, { doc: 'Who wrote it.' });
  addRelation(user, 'blog_posts', post, authorId, { many: true });
  addRelation(post, 'author', user, authorId, { required: true, doc: 'Who wrote it.' });

  expect(schemaOf([user, post], { doc: 'A blog.' })).toBe(`"""
A blog.
"""
schema {
  query: Query
  mutation: Mutation
}

"""
An instant with its offset from UTC: \`2024-05-17T08:30:00Z\`.
"""
scalar DateTime @specifiedBy(url: "https://www.rfc-editor.org/rfc/rfc3339")

"""
Somebody with an account.
"""
type User {
  id: ID!

  """
  Address, one account each.
  """
  email: String!

  """
  Short name.
  """
  nickname: String @deprecated

  tags: [String!]!
  joined_at: DateTime!
  blog_posts: [BlogPost!]!
}

type UserPage {
  items: [User!]!
  total: Int!
}

"""
Input for creating a user.
"""
input CreateUserInput {
  """
  Address, one account each.
  """
  email: String!

  """
  Short name.

  Deprecated.
  """
  nickname: String

  tags: [String!]! = []
  joined_at: DateTime
}

"""
Changes to a user. Absent fields keep their value; null clears an optional field.
"""
input UpdateUserInput {
  email: String

  """
  Deprecated.
  """
  nickname: String

  tags: [String!]
  joined_at: DateTime
}

type BlogPost {
  id: ID!

  """
  Number of readers
  who agree.
  """
  upvotes: Int!

  """
  Who wrote it.
  """
  author_id: ID!

  """
  Who wrote it.
  """
  author: User!
}

type BlogPostPage {
  items: [BlogPost!]!
  total: Int!
}

"""
Input for creating a blog post.
"""
input CreateBlogPostInput {
  """
  Number of readers
  who agree.
  """
  upvotes: Int! = 0

  """
  Who wrote it.
  """
  author_id: ID!
}

"""
Changes to a blog post. Absent fields keep their value.
"""
input UpdateBlogPostInput {
  upvotes: Int
  author_id: ID
}

"""
A list is paged: it returns at most \`limit\` items, after the first \`offset\`. \`total\` is the number of items on all pages.
"""
type Query {
  """
  Returns the user with this id, or null.
  """
  user(id: ID!): User

  """
  Returns a page of users.
  """
  users(limit: Int! = 20, offset: Int! = 0): UserPage!

  """
  Returns the blog post with this id, or null.
  """
  blogPost(id: ID!): BlogPost

  """
  Returns a page of blog posts.
  """
  blogPosts(limit: Int! = 20, offset: Int! = 0): BlogPostPage!
}

type Mutation {
  """
  Creates a user.
  """
  createUser(input: CreateUserInput!): User!

  """
  Updates the user with this id. Returns null if no user has it.
  """
  updateUser(id: ID!, input: UpdateUserInput!): User

  """
  Deletes the user with this id. Returns false if no user has it.
  """
  deleteUser(id: ID!): Boolean!

  """
  Creates a blog post.
  """
  createBlogPost(input: CreateBlogPostInput!): BlogPost!

  """
  Updates the blog post with this id. Returns null if no blog post has it.
  """
  updateBlogPost(id: ID!, input: UpdateBlogPostInput!): BlogPost

  """
  Deletes the blog post with this id. Returns false if no blog post has it.
  """
  deleteBlogPost(id: ID!): Boolean!
}
`);
});

test('a class with subclasses is a type and an interface, and queries return the interface', () => {
  const agent = domainClass('Agent');
  const person = domainClass('Person', [agent]);
  const author = domainClass('Author', [person], { deprecated: true, doc: 'Writes.' });
  const leaderId = addField(person, 'leader_id', { kind: 'reference', target: agent }, { cardinality: 'optional' });
  author.allFields.push(leaderId);
  addRelation(person, 'leader', agent, leaderId, {});
  author.allRelations.push(...person.relations);
  const schema = schemaOf([agent, person, author]);

  expect(definitionOf('interface AgentInterface', schema)).toBe('interface AgentInterface {\n  id: ID!\n}');
  expect(definitionOf('type Agent', schema)).toBe('type Agent implements AgentInterface {\n  id: ID!\n}');
  expect(definitionOf('interface Person', schema)).toContain('interface PersonInterface implements AgentInterface {');
  expect(definitionOf('type Person ', schema)).toBe(
    'type Person implements PersonInterface & AgentInterface {\n  id: ID!\n  leader_id: ID\n  leader: AgentInterface\n}',
  );
  expect(schema).toContain('"""\nWrites.\n\nDeprecated.\n"""\ntype Author implements PersonInterface & AgentInterface {');
  expect(definitionOf('type PersonPage', schema)).toContain('items: [PersonInterface!]!');
  expect(schema).toContain('  person(id: ID!): PersonInterface\n');
  expect(schema).toContain('  author(id: ID!): Author @deprecated\n');
  expect(schema).toContain('  createAgent: Agent!\n');
  expect(schema).not.toMatch(/updateAgent|AgentInput/);
});

test('the inputs of a subclass state the inherited rules on several fields', () => {
  const agent = domainClass('Agent');
  const [phone, website, born, died] = ['phone', 'website', 'born', 'died'].map((name) =>
    addField(agent, name, scalar('string'), { cardinality: 'optional' }),
  ) as [Field, Field, Field, Field];
  const person = domainClass('Person', [agent]);
  const total = { name: 'contact', fields: [phone, website], minItems: 1 };
  const comparison = { lesser: born, greater: died, orEqual: false };
  const key = { fields: [phone, born] };
  agent.totals.push(total);
  agent.comparisons.push(comparison);
  agent.keys.push(key);
  const constraints = [
    { kind: 'total', class: agent, total },
    { kind: 'comparison', class: agent, comparison },
    { kind: 'key', class: agent, key },
  ] as const;
  const schema = schemaOf([agent, person], { axioms: [{ construct: '', statement: '', constraints }] });
  const rules =
    'The server also checks: at least 1 of phone and website in all; the value of born is less than that of died; no two instances have the same phone and born.';
  for (const input of ['CreateAgentInput', 'UpdateAgentInput', 'CreatePersonInput', 'UpdatePersonInput'])
    expect(schema).toContain(`\n\n${rules}\n"""\ninput ${input} {`);
});

test('a narrowed field is documented in the subclass only if its description differs', () => {
  const work = domainClass('Work');
  const [title, note] = ['title', 'note'].map((name) => addField(work, name, scalar('string'), { doc: `The ${name}.` }));
  const book = domainClass('Book', [work]);
  const refinements = [
    { ...(title as Field), unique: true },
    { ...(note as Field), doc: 'What the binder wrote.' },
  ];
  Object.assign(book, { refinements, allFields: [book.allFields[0], ...refinements] });
  const schema = schemaOf([work, book]);

  expect(definitionOf('interface WorkInterface', schema)).toContain('  """\n  The title.\n  """\n  title: String!');
  expect(definitionOf('type Book implements', schema)).toContain(
    '  id: ID!\n  title: String!\n\n  """\n  What the binder wrote.\n  """\n  note: String!',
  );
  expect(definitionOf('input CreateBookInput', schema)).not.toContain('The title.');
  expect(definitionOf('input UpdateBookInput', schema)).not.toContain('"""');
});

test('a class keeps its name unless a built-in type has it', () => {
  const classes = ['Query', 'Subscription', 'Int', 'IntType', 'Long', 'User', 'UserPage', 'CreateUserInput'].map((name) =>
    domainClass(name),
  );
  const news = domainClass('News', [], { plural: 'news' });
  for (const cls of [...classes, news]) addField(cls, 'size', scalar('int64'));
  const schema = schemaOf([...classes, news]);

  expect(schema).toContain('schema {\n  query: QueryType\n  mutation: Mutation\n}');
  expect(schema).toContain('scalar LongType\n');
  expect(definitionOf('type Query {', schema)).toContain('size: LongType!');
  expect(schema).toContain('\ntype IntType_2 {');
  expect(schema).toContain('  createInt(input: CreateIntInput!): IntType_2!\n');
  expect(definitionOf('type UserPageType', schema)).toContain('items: [User!]!');
  expect(definitionOf('type UserPagePage', schema)).toContain('items: [UserPage!]!');
  expect(schema).toContain('  createUser(input: CreateUserInputType!): User!\n');
  expect(schema).toContain('  news(id: ID!): News\n');
  expect(schema).toContain('  newsList(limit: Int! = 20, offset: Int! = 0): NewsPage!\n');
});

describe('descriptions', () => {
  test.each([
    ['ends the block string', 'a """ b "', '"""\na \\""" b "\n"""\ntype'],
    ['ends with a backslash', 'path\\', '"""\npath\\\n"""\ntype'],
    ['is indented as a whole', '  a\n  b', '"  a\\n  b"\ntype'],
    ['is indented in part', 'a:\n    b', '"""\na:\n    b\n"""\ntype'],
  ])('a text that %s', (_, doc, expected) => {
    expect(schemaOf([domainClass('Thing', [], { doc })])).toContain(`\n${expected} Thing {`);
  });
});

test('breaks lines where Prettier breaks them', () => {
  const name = `A${'b'.repeat(24)}`;
  const schema = schemaOf([domainClass(name, [], { deprecated: true })]);
  expect(schema).toContain(`  ${name.toLowerCase()}s(
    limit: Int! = 20
    offset: Int! = 0
  ): ${name}Page! @deprecated
`);
});

describe('the full operations', () => {
  test('add connections, filters, orders, payloads and the interface of all types', () => {
    const user = domainClass('User');
    const post = domainClass('Post');
    addField(post, 'size', scalar('int32'), { cardinality: 'optional' });
    const author = addField(post, 'author_id', { kind: 'reference', target: user });
    addRelation(user, 'posts', post, author, { many: true });
    const schema = schemaOf([user, post], {}, 'full');
    const shape = (head: string) =>
      definitionOf(head, schema)
        .replace(/ *"""[^"]*"""\n/g, '')
        .replace(/\n+/g, '\n');

    expect(shape('type User implements')).toBe(`type User implements Node {
  id: ID!
  posts(
    first: Int
    after: String
    last: Int
    before: String
    offset: Int! = 0
    filter: PostFilter
    orderBy: [PostOrder!]
  ): PostConnection!
}`);
    expect(shape('type PostConnection')).toBe(
      'type PostConnection {\n  edges: [PostEdge!]!\n  items: [Post!]!\n  pageInfo: PageInfo!\n  total: Int!\n}',
    );
    expect(shape('type PostEdge')).toBe('type PostEdge {\n  cursor: String!\n  node: Post!\n}');
    expect(shape('input PostFilter')).toBe('input PostFilter {\n  id: IDFilter\n  size: IntFilter\n  author_id: IDFilter\n}');
    expect(shape('input IDFilter')).toBe('input IDFilter {\n  eq: ID\n  in: [ID!]\n}');
    expect(shape('enum PostOrder')).toContain('  SIZE_ASC\n  SIZE_DESC\n');
    expect(shape('type CreatePostPayload')).toBe('type CreatePostPayload {\n  post: Post\n  errors: [UserError!]!\n}');
    expect(shape('type DeletePostPayload')).toBe('type DeletePostPayload {\n  deletedId: ID\n  errors: [UserError!]!\n}');
    expect(schema).toContain('  node(id: ID!): Node\n');
  });

  test('describe members that all classes have only once', () => {
    const schema = schemaOf([domainClass('User'), domainClass('Post')], {}, 'full');
    const counted = (text: string) => schema.split(text).length - 1;
    for (const name of ['type PostConnection', 'type PostEdge', 'input IDFilter', 'type DeletePostPayload']) {
      expect(definitionOf(name, schema).replace(/^[^{]*{/, '')).not.toContain('"""');
    }
    expect(counted('If a payload has `errors`, its other field is null.')).toBe(1);
    expect(counted('`total` is the number of items on all pages.')).toBe(1);
  });

  test('have no interface of all types if a class has its name', () => {
    const classes = ['Node', 'UserError', 'Errors'].map((name) => domainClass(name));
    const schema = schemaOf(classes, {}, 'full');
    expect(schema).toContain('\ntype Node {');
    expect(schema).not.toContain('interface');
    expect(definitionOf('type CreateErrorsPayload', schema)).toContain('  errorsValue: Errors\n');
    expect(definitionOf('type CreateErrorsPayload', schema)).toContain('  errors: [UserErrorType!]!\n');
  });

  test('leave lists as they are if a class inherits two with different targets', () => {
    const [left, right] = [domainClass('Left'), domainClass('Right')];
    for (const target of [left, right]) {
      const own = addField(target, 'item_id', { kind: 'reference', target });
      addRelation(target, 'parts', target, own, { many: true });
    }
    expect(schemaOf([left, right], {}, 'full')).toContain('): LeftConnection!\n');
    const both = domainClass('Both', [left, right]);
    expect(schemaOf([left, right, both], {}, 'full')).toContain('  parts: [LeftInterface!]!\n');
  });
});
