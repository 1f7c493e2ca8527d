import fc from 'fast-check';
import {
  buildSchema,
  type GraphQLArgument,
  type GraphQLInputField,
  type GraphQLNamedType,
  type GraphQLSchema,
  getNamedType,
  graphql,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
  isRequiredInputField,
  isUnionType,
  parse,
  print,
  printSchema,
  validateSchema,
} from 'graphql';
import { beforeAll, describe, expect, test } from 'vitest';
import {
  allChoices,
  constructorFields,
  type DomainClass,
  type DomainModel,
  type Field,
  isBuiltIn,
  isReference,
  isResource,
  type Relation,
} from '../../src/model/index.ts';
import { graphqlSchema } from '../../src/targets/graphql-schema/index.ts';
import { shownRelations } from '../../src/targets/graphql-schema/relations.ts';
import { description } from '../../src/targets/graphql-schema/syntax.ts';
import { flatten } from '../../src/targets/text/index.ts';
import { judgedOntologies, largeVocabularies, modelOf } from '../support/ontologies.ts';

function schemaText(model: DomainModel): string {
  const [file, ...others] = graphqlSchema.generate(model);
  expect(others).toEqual([]);
  return file?.content ?? '';
}

/** Returns the differences between a schema and its model. */
function faults(model: DomainModel, schema: GraphQLSchema): string[] {
  const out: string[] = [];
  const check = (right: boolean, what: string): void => {
    if (!right) out.push(what);
  };
  const mutations = schema.getMutationType()?.getFields() ?? {};
  const typeOf = (cls: DomainClass) =>
    isResource(cls) && !cls.abstract ? getNamedType(mutations[`create${cls.name}`]?.type) : schema.getType(cls.name);
  const types = new Map(model.classes.map((cls) => [cls, typeOf(cls)]));
  const descendants = below();
  /** Types of relations that are already verified, by target class. */
  const targets = new Map<DomainClass, GraphQLNamedType>();

  for (const cls of model.classes) {
    if (cls.abstract) {
      check(isInterfaceType(schema.getType(cls.name)), `${cls.name} is no interface`);
      check(mutations[`create${cls.name}`] === undefined, `${cls.name} can be created`);
      continue;
    }
    const type = types.get(cls);
    if (!isObjectType(type)) {
      out.push(`${cls.name} has no object type`);
      continue;
    }
    const members = [...cls.allFields, ...shownRelations(cls)];
    // If a class has an interface, the descriptions of its own members are in the interface.
    const documented = cls.children.length > 0 ? type.getInterfaces()[0]?.getFields() : type.getFields();
    const isOwn = (member: Field | Relation) =>
      'owner' in member ? member.owner === cls || cls.refinements.includes(member) : cls.relations.includes(member);
    // A narrowed field with the same description as in a superclass.
    const isRepeated = (member: Field | Relation) =>
      'owner' in member &&
      member.owner !== cls &&
      cls.ancestors.some(({ allFields }) => allFields.some(({ name, doc }) => name === member.name && doc === member.doc));
    const fields = type.getFields();
    const choices = allChoices(cls).filter(({ fields }) => fields.every(isReference));
    const expected = [...members, ...choices].map(({ name }) => name);
    check(Object.keys(fields).join() === expected.join(), `${cls.name}: fields, relations and choices`);
    for (const { name, fields: alternatives } of choices) {
      const union = getNamedType(fields[name]?.type);
      const possible = isUnionType(union) ? schema.getPossibleTypes(union) : [];
      for (const { type } of alternatives) {
        const target = type.kind === 'reference' ? types.get(type.target) : undefined;
        check(isObjectType(target) && possible.includes(target), `${cls.name}.${name}: ${target?.name}`);
      }
    }
    if (cls.doc !== undefined) check(type.description?.startsWith(cls.doc) === true, `${cls.name}: description`);
    for (const member of members) {
      const field = fields[member.name];
      const doc = documented?.[member.name]?.description ?? undefined;
      check(
        doc === (isOwn(member) && !isRepeated(member) ? member.doc : undefined),
        `${cls.name}: description of ${member.name}`,
      );
      check((field?.deprecationReason != null) === member.deprecated, `${cls.name}: deprecation of ${member.name}`);
    }

    // A relation may return an instance of any subclass of its target.
    for (const { name, target } of shownRelations(cls)) {
      const found = getNamedType(fields[name]?.type);
      if (found === undefined || targets.get(target) === found) continue;
      const possible = isInterfaceType(found) ? schema.getPossibleTypes(found) : [found];
      const expected = [target, ...descendants(target)].filter((c) => !c.abstract).map((c) => types.get(c));
      const right = possible.length === expected.length && new Set([...possible, ...expected]).size === expected.length;
      check(right, `${cls.name}: types behind ${name}`);
      if (right) targets.set(target, found);
    }

    if (!isResource(cls)) continue;
    const created = inputFields(mutations[`create${cls.name}`]?.args.at(-1));
    const required = created.filter(isRequiredInputField);
    check(names(required) === names(constructorFields(cls)), `${cls.name}: required fields of the create input`);
    for (const member of cls.fields) {
      const input = created.find(({ name }) => name === member.name);
      const doc = member.doc ?? '';
      check(!input || (input.description ?? '').startsWith(doc), `${cls.name}: description of ${member.name} in inputs`);
    }
    const changes = inputFields(mutations[`update${cls.name}`]?.args.at(-1));
    check(
      names(changes) ===
        names(cls.allFields.filter((f) => !isBuiltIn(f) && !f.absent && f.constant === undefined && f.managed === undefined)),
      `${cls.name}: fields of the update input`,
    );
    check(!changes.some(isRequiredInputField), `${cls.name}: required fields of the update input`);
  }
  if (new Set(types.values()).size < model.classes.length) out.push('two classes share a type');
  return out;
}

function inputFields(arg: GraphQLArgument | undefined): readonly GraphQLInputField[] {
  const type = getNamedType(arg?.type);
  return isInputObjectType(type) ? Object.values(type.getFields()) : [];
}

function names(things: readonly { readonly name: string }[]): string {
  return things
    .map((thing) => thing.name)
    .sort()
    .join();
}

/** Returns a function that computes all subclasses of a class and caches them. */
function below(): (cls: DomainClass) => readonly DomainClass[] {
  const known = new Map<DomainClass, readonly DomainClass[]>();
  return function descendants(cls: DomainClass): readonly DomainClass[] {
    const all = known.get(cls) ?? [...new Set(cls.children.flatMap((child) => [child, ...descendants(child)]))];
    known.set(cls, all);
    return all;
  };
}

describe.each(judgedOntologies)('%s', (name) => {
  let model: DomainModel;
  let text: string;
  let schema: GraphQLSchema;

  beforeAll(async () => {
    model = await modelOf(name);
    text = schemaText(model);
    schema = buildSchema(text, { noLocation: true });
  });

  test('is a valid schema', () => {
    expect(validateSchema(schema).map((error) => error.message)).toEqual([]);
  });

  if (name === 'schema') {
    test('has at most 15 MB for schema.org', () => {
      expect(Buffer.byteLength(text)).toBeLessThanOrEqual(15e6);
    });
  }

  // The schema of schema.org has 15 MB, because GraphQL has no inheritance; printing it repeatedly takes minutes.
  test.skipIf(largeVocabularies.has(name))('is the same schema after printing', () => {
    const printed = printSchema(schema);
    expect(printSchema(buildSchema(print(parse(text)))) === printed).toBe(true);
    expect(printSchema(buildSchema(printed)) === printed).toBe(true);
  });

  test('holds every class with its fields, relations and inputs', () => {
    expect(faults(model, schema)).toEqual([]);
    expect(Object.keys(schema.getQueryType()?.getFields() ?? {})).toHaveLength(2 * model.classes.filter(isResource).length);
  });

  test('is the same in each run', () => {
    expect(schemaText(model) === text).toBe(true);
    expect(text.slice(-2)).toBe('}\n');
  });
});

describe.each(judgedOntologies.filter((name) => !largeVocabularies.has(name)))('%s with the full operations', (name) => {
  test('is a valid schema, in which all instances with queries are nodes', async () => {
    const model = await modelOf(name);
    const schema = buildSchema(graphqlSchema.generate(model, { operations: 'full' })[0]?.content ?? '', { noLocation: true });
    expect(validateSchema(schema).map((error) => error.message)).toEqual([]);
    if (model.classes.some((cls) => ['Node', 'Nodes'].includes(cls.name))) return;
    const node = schema.getQueryType()?.getFields()['node']?.type;
    const nodes = isInterfaceType(node) ? schema.getPossibleTypes(node) : [];
    const concrete = model.classes.filter((cls) => isResource(cls) && !cls.abstract);
    expect(node?.toString()).toBe('Node');
    expect(nodes.length).toBeGreaterThanOrEqual(concrete.length);
  });
});

test('a printed description parses to the original text', () => {
  const piece = fc.oneof(
    fc.constantFrom('"', '"""', '\\', '\\"""', '\n', ' ', '  ', '\t', '#', '*/', '\u2028', '\r', '\u0007', '𝄞'),
    fc.string({ unit: 'binary', maxLength: 4 }),
  );
  fc.assert(
    fc.property(fc.array(piece, { minLength: 1, maxLength: 12 }), (pieces) => {
      const doc = pieces.join('');
      const text = ['type Query {', ...flatten(description(doc)).map((line) => `  ${line}`), '  a: Int', '}'].join('\n');
      expect(buildSchema(text).getQueryType()?.getFields()['a']?.description).toBe(doc);
    }),
  );
});

describe('a server for the blog', () => {
  let schema: GraphQLSchema;

  const ids = { ada: '6f1c3c6e-6d0f-4f0e-9d0b-0c3f1f6b1a01', post: '6f1c3c6e-6d0f-4f0e-9d0b-0c3f1f6b1a02' };
  const user = (id: string, name: string) => ({
    id,
    email: `${name}@example.org`,
    name,
    joined_at: '2024-05-17T08:30:00Z',
    posts: () => [post],
  });
  const ada = user(ids.ada, 'ada');
  const users = [ada, ...['ben', 'cy', 'dee'].map((name, i) => user(`6f1c3c6e-6d0f-4f0e-9d0b-0c3f1f6b1a1${i}`, name))];
  const post = {
    id: ids.post,
    title: 'Hello',
    content: '*World*',
    published_at: '2024-05-18T08:30:00Z',
    author_id: ids.ada,
    author: () => ada,
    comments: () => [
      { id: '6f1c3c6e-6d0f-4f0e-9d0b-0c3f1f6b1a03', text: 'Nice', upvotes: 2, author: () => users[1], post: () => post },
    ],
  };
  const server = {
    user: ({ id }: { id: string }) => users.find((u) => u.id === id),
    users: ({ limit, offset }: { limit: number; offset: number }) => ({
      items: users.slice(offset, offset + limit),
      total: users.length,
    }),
    createComment: ({ input }: { input: object }) => ({ id: ids.post, created_at: '2024-05-18T08:30:00Z', ...input }),
    updateUser: ({ id, input }: { id: string; input: object }) => ({ ...users.find((u) => u.id === id), ...input }),
    deleteUser: ({ id }: { id: string }) => users.some((u) => u.id === id),
  };
  const ask = async (source: string, variableValues: Record<string, unknown> = {}) => {
    const { data, errors } = await graphql({ schema, source, rootValue: server, variableValues });
    return { data: JSON.parse(JSON.stringify(data ?? null)), errors: errors?.map((e) => e.message) };
  };

  beforeAll(async () => {
    schema = buildSchema(schemaText(await modelOf('blog-evolved')));
  });

  test('answers a query that follows relations in both directions', async () => {
    const answer = await ask(
      `query ($id: ID!) {
      user(id: $id) { name joined_at posts { title author_id author { name } comments { text upvotes author { name } post { title } } } }
    }`,
      { id: ids.ada },
    );
    expect(answer.errors).toBeUndefined();
    expect(answer.data.user).toEqual({
      name: 'ada',
      joined_at: '2024-05-17T08:30:00Z',
      posts: [
        {
          title: 'Hello',
          author_id: ids.ada,
          author: { name: 'ada' },
          comments: [{ text: 'Nice', upvotes: 2, author: { name: 'ben' }, post: { title: 'Hello' } }],
        },
      ],
    });
  });

  test('answers null for an unknown id', async () => {
    expect(await ask('{ user(id: "none") { id } }')).toEqual({ data: { user: null }, errors: undefined });
  });

  test('returns pages of lists', async () => {
    const page = await ask('{ users(limit: 2, offset: 1) { items { name } total } }');
    expect(page.data.users).toEqual({ items: [{ name: 'ben' }, { name: 'cy' }], total: 4 });
    const first = await ask('{ users { items { name } } }');
    expect(first.data.users.items).toHaveLength(4);
  });

  const create = 'mutation ($input: CreateCommentInput!) { createComment(input: $input) { id text upvotes post_id author_id } }';

  test('creates a comment whose count defaults to zero', async () => {
    const input = { text: 'Nice', post_id: ids.post, author_id: ids.ada };
    const { data, errors } = await ask(create, { input });
    expect(errors).toBeUndefined();
    expect(data.createComment).toEqual({ id: ids.post, upvotes: 0, ...input });
  });

  test.each([
    [
      'a required field is missing',
      { post_id: ids.post, author_id: ids.ada },
      /"text" of required type "String!" was not provided/,
    ],
    ['a count is null', { text: 'a', post_id: ids.post, author_id: ids.ada, upvotes: null }, /non-nullable type "Int!"/],
    ['a generated field is given', { text: 'a', post_id: ids.post, author_id: ids.ada, id: ids.ada }, /"id" is not defined/],
  ])('rejects a create mutation if %s', async (_, input, message) => {
    const { errors } = await ask(create, { input });
    expect(errors?.join()).toMatch(message);
  });

  test('updates one field and deletes a user', async () => {
    const { data, errors } = await ask(
      `mutation ($id: ID!) { updateUser(id: $id, input: { name: "Ada" }) { name email } deleteUser(id: $id) }`,
      { id: ids.ada },
    );
    expect(errors).toBeUndefined();
    expect(data).toEqual({ updateUser: { name: 'Ada', email: 'ada@example.org' }, deleteUser: true });
  });
});
