import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import {
  type Choice,
  type Constraint,
  type Demand,
  type DomainClass,
  type DomainModel,
  defaultPolicies,
  demandOf,
  type Enumeration,
  type Field,
  type ScalarType,
} from '../../model/index.ts';
import { descriptionOf } from '../shared/json-schema/index.ts';
import type { TreeMap } from '../shared/tree/index.ts';
import { openApiDocument } from './document.ts';
import { openapiSpec } from './index.ts';
import { planNames } from './names.ts';
import { PROBLEM_CODES } from './paths.ts';
import { yaml } from './yaml.ts';

type FieldDraft = Pick<Field, 'name' | 'type'> & Partial<Field>;

const id: FieldDraft = { name: 'id', type: { kind: 'id' }, generated: 'uuid', unique: true };

const between = (minimum: string, maximum: string, inclusive = true) => ({
  minimum: { value: minimum, inclusive },
  maximum: { value: maximum, inclusive },
});

function classOf(name: string, drafts: readonly FieldDraft[] = [id], extra: Partial<DomainClass> = {}): DomainClass {
  const slug = name.replace(/(?<=.)(?=[A-Z])/g, '_').toLowerCase();
  const fields: Field[] = [];
  const parents = extra.parents ?? [];
  const cls: DomainClass = {
    ...{
      name,
      slug,
      plural: `${slug}s`,
      iri: `http://example.org/#${name}`,
      deprecated: false,
      bases: parents,
      ancestors: parents,
      children: [],
    },
    ...{
      fields,
      refinements: [],
      keys: [],
      choices: [],
      totals: [],
      comparisons: [],
      closed: false,
      relations: [],
      allRelations: [],
      relationsBases: [],
      ...extra,
      parents,
    },
    get allFields() {
      const inherited = parents.flatMap((parent) => parent.allFields);
      const { refinements = [] } = extra;
      return [...inherited.map((field) => refinements.find(({ name }) => name === field.name) ?? field), ...fields];
    },
  };
  for (const draft of drafts) fields.push({ cardinality: 'one', unique: false, deprecated: false, owner: cls, ...draft });
  return cls;
}

function modelOf(...classes: DomainClass[]): DomainModel {
  const types = classes.flatMap(({ fields }) => fields.map(({ type }) => type));
  return {
    ...{
      name: 'test',
      source: 'test.ttl',
      deprecated: false,
      classes,
      axioms: [],
      assumptions: [],
      chosen: [],
      policies: defaultPolicies,
    },
    enumerations: [...new Set(types.flatMap((type) => (type.kind === 'enumeration' ? [type.enumeration] : [])))],
    unions: [...new Set(types.flatMap((type) => (type.kind === 'union' ? [type.union] : [])))],
  };
}

function schemasOf(model: DomainModel): Record<string, TreeMap> {
  const components = openApiDocument(model)['components'] as Record<string, Record<string, TreeMap>>;
  return components['schemas'] ?? {};
}

test('a subclass extends the schemas of its superclass, and its examples contain inherited members', () => {
  const agent = classOf('Agent', [
    id,
    { name: 'email', type: { kind: 'scalar', scalar: 'string' }, unique: true },
    { name: 'seen_at', type: { kind: 'scalar', scalar: 'dateTime' }, generated: 'now' },
  ]);
  const person = classOf(
    'Person',
    [
      { name: 'born_on', type: { kind: 'scalar', scalar: 'date' }, cardinality: 'optional', doc: 'Day of birth.' },
      { name: 'stars', type: { kind: 'scalar', scalar: 'uint8', ...between('1', '5') } },
      { name: 'logins', type: { kind: 'scalar', scalar: 'int64' }, generated: 'zero' },
      { name: 'nicknames', type: { kind: 'scalar', scalar: 'string' }, cardinality: 'many', deprecated: true },
      { name: 'friend_ids', type: { kind: 'reference', target: agent }, cardinality: 'many', minItems: 1, maxItems: 3 },
    ],
    { parents: [agent], doc: 'Somebody.' },
  );
  const { Person, PersonCreate } = schemasOf(modelOf(agent, person));
  expect(yaml({ Person, PersonCreate })).toBe(`Person:
  description: Somebody.
  allOf:
    - $ref: "#/components/schemas/Agent"
    - type: object
      required: [stars, logins, nicknames, friend_ids]
      properties:
        born_on:
          type: [string, "null"]
          format: date
          pattern: >-
            ^(000[1-9]|00[1-9][0-9]|0[1-9][0-9]{2}|[1-9][0-9]{3})-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])$
          description: Day of birth.
        stars:
          type: integer
          format: int32
          minimum: 1
          maximum: 5
        logins:
          type: integer
          format: int64
          minimum: -9007199254740991
          maximum: 9007199254740991
        nicknames:
          type: array
          items:
            type: string
          deprecated: true
        friend_ids:
          type: array
          items:
            type: string
            format: uuid
            maxLength: 36
          minItems: 1
          maxItems: 3
          description: Identifiers of agents.
  examples:
    - id: b261beb0-3f37-4e01-9994-1a1adaef099b
      email: email@example.com
      seen_at: "2024-05-17T08:30:00Z"
      born_on: "2024-05-17"
      stars: 1
      logins: 42
      nicknames: [Example nicknames]
      friend_ids: [1939b936-adf0-45ad-9f8b-b25c75fa8223]
PersonCreate:
  description: Input for creating a person.
  allOf:
    - $ref: "#/components/schemas/AgentCreate"
    - type: object
      required: [stars, friend_ids]
      properties:
        born_on:
          type: [string, "null"]
          format: date
          pattern: >-
            ^(000[1-9]|00[1-9][0-9]|0[1-9][0-9]{2}|[1-9][0-9]{3})-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])$
          description: Day of birth.
        stars:
          type: integer
          format: int32
          minimum: 1
          maximum: 5
        logins:
          type: integer
          format: int64
          minimum: -9007199254740991
          maximum: 9007199254740991
          default: 0
        nicknames:
          type: array
          items:
            type: string
          deprecated: true
          default: []
        friend_ids:
          type: array
          items:
            type: string
            format: uuid
            maxLength: 36
          minItems: 1
          maxItems: 3
          description: Identifiers of agents.
  examples:
    - email: email@example.com
      stars: 1
      friend_ids: [1939b936-adf0-45ad-9f8b-b25c75fa8223]
`);
});

test('classes keep their names if other schemas would have the same ones', () => {
  const classes = ['Page', 'Problem', 'User', 'UserPage', 'UserCreate'].map((name) => classOf(name));
  const names = planNames(modelOf(...classes));
  expect([names.page, names.problem, ...classes.map((cls) => names.of(cls).page)]).toEqual([
    ...['PageInfo', 'ProblemDetails', 'PagePage', 'ProblemPage', 'UserPageBody', 'UserPagePage', 'UserCreatePage'],
  ]);
  expect(names.of(classes[2] as DomainClass).create).toBe('UserCreateBody');
});

test('a class without changeable fields has no update, and a class without unique values has no conflict', () => {
  const document = openApiDocument(modelOf(classOf('Marker')));
  expect(yaml(document)).not.toMatch(/patch:|Conflict|MarkerUpdate/);
});

test.each([
  ['a <script>alert(1)</script>', 'a &lt;script>alert(1)&lt;/script>'],
  ['<img src=x onerror=alert(1)> <!-- x -->', '&lt;img src=x onerror=alert(1)> &lt;!-- x -->'],
  ['[x](javascript:alert(1)) [x](&#106;avascript:alert(1))', '[x]\\(javascript:alert(1)) [x]\\(&#106;avascript:alert(1))'],
  ['[x]: data:text/html,x', '[x]\\: data:text/html,x'],
  ['<https://example.com/> [a](https://example.com/) [b](/Person "c") a < b, x[0]: 1', undefined],
])('a description cannot run scripts: %s', (doc, shown) => {
  expect(descriptionOf({ name: 'x', doc })).toBe(shown ?? doc);
});

test('a label replaces missing documentation only if it adds to the name', () => {
  expect(descriptionOf({ name: 'BlogPost', label: 'Blog post' })).toBeUndefined();
  expect(descriptionOf({ name: 'Strasse', label: 'Straße' })).toBe('Straße');
});

const status: Enumeration = {
  ...{ name: 'Status', slug: 'status', doc: 'How far it is.', deprecated: false },
  values: [
    { value: 'draft', name: 'draft', label: 'Draft', deprecated: false },
    { value: 'in `review`\n', name: 'in_review', label: 'In review, still', deprecated: true, replacedBy: 'draft' },
  ],
};

const text = (facets: Partial<ScalarType> = {}): ScalarType => ({ kind: 'scalar', scalar: 'string', ...facets });

test('schemas contain the constraints of values, and examples satisfy them', () => {
  const parcel = classOf('Parcel', [
    id,
    { name: 'status', type: { kind: 'enumeration', enumeration: status }, default: 'draft' },
    { name: 'weight', type: { kind: 'scalar', scalar: 'float64', ...between('0', '0.5', false) }, cardinality: 'optional' },
    { name: 'code', type: text({ minLength: 2, maxLength: 4, patterns: [{ source: '[A-Z]', flags: '', syntax: 'xpath' }] }) },
    { name: 'kind', type: text(), constant: 'parcel', deprecated: true, replacedBy: 'Parcel.code' },
    { name: 'total', type: { kind: 'scalar', scalar: 'uint64', ...between('9007199254740991', '9007199254740991') } },
    { name: 'marks', type: text({ values: ['a', 'b'] }), cardinality: 'many', contains: ['b', 'a'] },
  ]);
  const { Parcel, ParcelCreate, Status } = schemasOf(modelOf(parcel));
  expect(yaml({ Parcel, ParcelCreate, Status })).toMatchInlineSnapshot(`
    "Parcel:
      type: object
      required: [id, status, code, kind, total, marks]
      properties:
        id:
          type: string
          format: uuid
          maxLength: 36
          description: Identifier, assigned by the server.
          readOnly: true
        status:
          $ref: "#/components/schemas/Status"
        weight:
          type: [number, "null"]
          format: double
          exclusiveMinimum: 0
          exclusiveMaximum: 0.5
        code:
          type: string
          minLength: 2
          maxLength: 4
          pattern: "[A-Z]"
        kind:
          type: string
          const: parcel
          description: "Use \`Parcel.code\` instead."
          deprecated: true
        total:
          type: integer
          format: int64
          minimum: 9007199254740991
          maximum: 9007199254740991
        marks:
          type: array
          items:
            type: string
            enum: [a, b]
          allOf:
            - contains:
                const: b
            - contains:
                const: a
      examples:
        - id: 4d6651e0-b1fd-467d-989c-a3a24587d64f
          status: draft
          weight: 0.25
          code: Exam
          kind: parcel
          total: 9007199254740991
          marks: [b, a]
    ParcelCreate:
      description: Input for creating a parcel.
      type: object
      required: [code, total]
      properties:
        status:
          $ref: "#/components/schemas/Status"
          default: draft
        weight:
          type: [number, "null"]
          format: double
          exclusiveMinimum: 0
          exclusiveMaximum: 0.5
        code:
          type: string
          minLength: 2
          maxLength: 4
          pattern: "[A-Z]"
        kind:
          type: string
          const: parcel
          description: "Use \`Parcel.code\` instead."
          deprecated: true
          default: parcel
        total:
          type: integer
          format: int64
          minimum: 9007199254740991
          maximum: 9007199254740991
        marks:
          type: array
          items:
            type: string
            enum: [a, b]
          allOf:
            - contains:
                const: b
            - contains:
                const: a
          default: [b, a]
      examples:
        - code: Exam
          total: 9007199254740991
    Status:
      description: |-
        How far it is.

        - \`draft\`
        - \`\`"in \`review\`\\n"\`\`: In review, still. Deprecated. Use \`draft\` instead.
      type: string
      enum: [draft, "in \`review\`\\n"]
    "
  `);
});

test('alternatives exclude each other, null means no alternative, and a closed class is not extended', () => {
  const [shop, person] = [classOf('Shop'), classOf('Person')];
  const ids = ['shop_id', 'person_id'] as const;
  const drafts = ids.map((name, i) => ({
    ...{ name, type: { kind: 'reference', target: i === 0 ? shop : person } as const, cardinality: 'optional' as const },
  }));
  const choices: Choice[] = [];
  const offer = classOf('Offer', [id, ...drafts], { closed: true, choices });
  choices.push({ name: 'by', typeName: 'OfferBy', fields: offer.fields.slice(1), required: true });
  const late = classOf('LateOffer', [{ name: 'note', type: text() }], { parents: [offer], ancestors: [offer] });
  const constraints: Constraint[] = [{ kind: 'choice', class: offer, choice: choices[0] as Choice }];
  const axioms = [{ construct: 'sh:xone', statement: ':Offer', constraints }];
  const { Offer, LateOffer, OfferCreate, OfferUpdate } = schemasOf({ ...modelOf(offer, late), axioms });
  const given = ids.map((name) => ({ not: { properties: { [name]: { type: 'null' } } } }));
  const titled = given.map((branch, i) => ({ title: ids[i], ...branch }));
  expect(Offer).toMatchObject({ type: 'object', allOf: [{ oneOf: titled }], additionalProperties: false });
  const properties = { shop_id: { type: 'string' }, person_id: { type: 'string' } };
  expect(OfferUpdate).toMatchObject({ allOf: [{ not: { required: [...ids], properties } }] });
  // The update may clear one of them, and the stored values count.
  expect(OfferUpdate?.['description']).toMatch(/\n\nThe server also checks: exactly one of shop_id and person_id has a value\.$/);
  expect(OfferCreate?.['description']).toBe('Input for creating an offer.');
  expect(Object.keys(LateOffer?.['properties'] as TreeMap)).toEqual(['id', ...ids, 'note']);
  expect(LateOffer?.['additionalProperties']).toBeUndefined();
  const [example = {}] = (Offer?.['examples'] ?? []) as TreeMap[];
  expect(Object.keys(example)).toEqual(['id', 'shop_id']);
});

test('a subclass may supply a value that its superclass requires', () => {
  const thing = classOf('Thing', [id, { name: 'kind', type: text() }]);
  const kind: Field = { ...(thing.fields[1] as Field), constant: 'car', refines: thing.fields[1] as Field };
  const car = classOf('Car', [], { parents: [thing], ancestors: [thing], refinements: [kind] });
  const { Car, CarCreate } = schemasOf(modelOf(thing, car));
  const narrowed = { type: 'string', const: 'car' };
  expect(Car?.['allOf']).toMatchObject([{ $ref: '#/components/schemas/Thing' }, { properties: { kind: narrowed } }]);
  expect(CarCreate).toMatchObject({ properties: { kind: { ...narrowed, default: 'car' } }, examples: [{}] });
  expect(CarCreate?.['required']).toBeUndefined();
});

test('a field with the name of a property of every JavaScript object has no value in examples that do not show it', () => {
  const names = ['shop_id', 'site_id', 'constructor'];
  const choices: Choice[] = [];
  const offer = classOf('Offer', [id, ...names.map((name) => ({ name, type: text(), cardinality: 'optional' as const }))], {
    choices,
  });
  choices.push({ name: 'by', typeName: 'OfferBy', fields: offer.fields.slice(1, 3), required: true });
  const { OfferCreate } = schemasOf(modelOf(offer));
  expect(OfferCreate?.['examples']).toEqual([{ shop_id: expect.any(String) }]);
});

test('constraints that are not enforced are listed at the declaration', () => {
  const cls = classOf('Item', [
    id,
    { name: 'price', type: { kind: 'scalar', scalar: 'decimal', ...between('0', '10') }, doc: 'In euros.' },
    { name: 'code', type: text({ maxLength: 3 }), default: 'abc', unique: true },
  ]);
  const [, price, code] = cls.fields as [Field, Field, Field];
  const constraints: Constraint[] = [
    { kind: 'maximum', class: cls, field: price },
    { kind: 'max-length', class: cls, field: code },
    { kind: 'default', class: cls, field: code },
    { kind: 'unique', class: cls, field: code },
    { kind: 'closed', class: cls },
  ];
  const axioms = [{ construct: 'sh:property', statement: ':Item', constraints }];
  const { Item, Decimal } = schemasOf({ ...modelOf(cls), axioms });
  const properties = Item?.['properties'] as Record<string, TreeMap>;
  expect(properties['price']?.['$ref']).toBe('#/components/schemas/Decimal');
  expect(Decimal).toMatchObject({ type: 'string', pattern: expect.any(String), not: { type: 'string' } });
  expect(properties['price']?.['description']).toBe('In euros.\n\nThe server also checks: at most 10.');
  expect(properties['code']?.['description']).toBe('The server also checks: values are unique.');
  expect(Item?.['description']).toBeUndefined();
  expect(constraints.map((constraint) => openapiSpec.emit(modelOf(cls)).achieved(demandOf(constraint) as Demand).status)).toEqual(
    [...['dropped', 'enforced', 'approximated', 'dropped', 'enforced']],
  );
});

test('with all operations, lists have filters and related lists, and instances have entity tags', () => {
  const agent = classOf('Agent', [id, { name: 'age', type: { kind: 'scalar', scalar: 'uint8' }, cardinality: 'optional' }]);
  const post = classOf('Post', [
    id,
    { name: 'author_id', type: { kind: 'reference', target: agent } },
    { name: 'status', type: { kind: 'enumeration', enumeration: status } },
    { name: 'limit', type: text() },
    { name: 'tags', type: text(), cardinality: 'many' },
  ]);
  const { paths, security, components } = openApiDocument(modelOf(agent, post), undefined, 'full') as unknown as {
    readonly paths: Record<string, Record<string, { parameters?: { $ref: string }[]; responses: TreeMap }>>;
    readonly security: TreeMap[];
    readonly components: { readonly parameters: Record<string, { name: string; schema: TreeMap }> };
  };
  const parameters = (path: string) =>
    paths[path]?.['get']?.parameters?.map(({ $ref }) => $ref.replace('#/components/parameters/', '')).slice(2);
  const ids = ['Instance.id.eq', 'Instance.id.in'];
  expect(parameters('/posts')).toEqual([
    'After',
    'Post.sort',
    ...ids,
    'Post.author_id.eq',
    'Post.author_id.in',
    'Post.status.eq',
  ]);
  const operators = ['eq', 'gt', 'gte', 'lt', 'lte'].map((operator) => `Agent.age.${operator}`);
  expect(parameters('/agents')).toEqual(['After', 'Agent.sort', ...ids, ...operators]);
  expect(components.parameters['Agent.age.gte']?.name).toBe('age[gte]');
  expect(components.parameters['Post.status.eq']?.schema).toEqual({ type: 'string', enum: ['draft', 'in `review`\n'] });
  expect(Object.keys(paths['/posts/{id}']?.['patch']?.responses ?? {})).toEqual(expect.arrayContaining(['412', '413', '415']));
  expect(Object.keys(paths['/posts/{id}']?.['get']?.responses ?? {})).toContain('304');
  expect(security).toEqual([{ bearer: [] }]);
});

test('the codes of problems in the document are those of the service', () => {
  const rust = readFileSync(new URL('../../project/runtime/api/problem.rs', import.meta.url), 'utf8');
  const variants = /pub enum Code \{([^}]*)\}/.exec(rust)?.[1]?.match(/\w+/g) ?? [];
  expect(variants.map((name) => name.replace(/(?<=.)(?=[A-Z])/g, '_').toLowerCase())).toEqual(Object.keys(PROBLEM_CODES));
});

test('marks of classes, fields and enumerations point at their declarations', () => {
  const agent = classOf('No', [id, { name: 'seen_at', type: { kind: 'scalar', scalar: 'dateTime' }, cardinality: 'optional' }]);
  const person = classOf('Person', [{ name: 'status', type: { kind: 'enumeration', enumeration: status } }], {
    ...{ parents: [agent], ancestors: [agent] },
  });
  const model = modelOf(agent, person);
  const [file] = openapiSpec.generate(model);
  const lines = (file?.content ?? '').split('\n').map((line) => line.trim());
  const declared = [...(file?.marks ?? [])].flatMap(({ name, type, from }) => (name ? [[name, type, lines[from - 1]]] : []));
  expect(declared).toEqual([
    ['No', undefined, '"No":'],
    ['No.id', 'string (uuid)', 'id:'],
    ['No.seen_at', 'string (date-time) or null', 'seen_at:'],
    ['Person', undefined, 'Person:'],
    ['Person.status', 'Status', 'status:'],
    ['Status', 'string', 'Status:'],
  ]);
});
