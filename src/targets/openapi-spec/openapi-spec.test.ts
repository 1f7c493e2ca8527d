import { expect, test } from 'vitest';
import type { DomainClass, DomainModel, Field } from '../../model/index.ts';
import { openApiDocument } from './document.ts';
import { planNames } from './names.ts';
import { description } from './prose.ts';
import type { YamlMap } from './yaml.ts';
import { yaml } from './yaml.ts';

type FieldDraft = Pick<Field, 'name' | 'type'> & Partial<Field>;

const id: FieldDraft = { name: 'id', type: { kind: 'id' }, generated: 'uuid', unique: true };

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
      ancestors: parents,
      children: [],
    },
    ...{ fields, relations: [], allRelations: [], ...extra, parents },
    get allFields() {
      return [...parents.flatMap((parent) => parent.allFields), ...fields];
    },
  };
  for (const draft of drafts) fields.push({ cardinality: 'one', unique: false, deprecated: false, owner: cls, ...draft });
  return cls;
}

function modelOf(...classes: DomainClass[]): DomainModel {
  return { name: 'test', source: 'test.ttl', deprecated: false, classes };
}

function schemasOf(model: DomainModel): Record<string, YamlMap> {
  const components = openApiDocument(model)['components'] as Record<string, Record<string, YamlMap>>;
  return components['schemas'] ?? {};
}

test('a subclass extends the schemas of its superclass, and its examples hold what it inherits', () => {
  const agent = classOf('Agent', [
    id,
    { name: 'email', type: { kind: 'scalar', scalar: 'string' }, unique: true },
    { name: 'seen_at', type: { kind: 'scalar', scalar: 'dateTime' }, generated: 'now' },
  ]);
  const person = classOf(
    'Person',
    [
      { name: 'born_on', type: { kind: 'scalar', scalar: 'date' }, cardinality: 'optional', doc: 'Day of birth.' },
      { name: 'stars', type: { kind: 'scalar', scalar: 'uint8', minimum: 1, maximum: 5 } },
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
          description: Day of birth.
        stars:
          type: integer
          format: int32
          minimum: 1
          maximum: 5
        logins:
          type: integer
          format: int64
          minimum: -9223372036854775808
          maximum: 9223372036854775807
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
          minItems: 1
          maxItems: 3
          description: Identifiers of agents.
  examples:
    - id: b261beb0-3f37-4e01-9994-1a1adaef099b
      email: email@example.com
      seen_at: "2024-05-17T08:30:00Z"
      born_on: "2024-05-17"
      stars: 5
      logins: 42
      nicknames: [Example nicknames]
      friend_ids: [1939b936-adf0-45ad-9f8b-b25c75fa8223]
PersonCreate:
  description: A new person, as a client sends it.
  allOf:
    - $ref: "#/components/schemas/AgentCreate"
    - type: object
      required: [stars, friend_ids]
      properties:
        born_on:
          type: [string, "null"]
          format: date
          description: Day of birth.
        stars:
          type: integer
          format: int32
          minimum: 1
          maximum: 5
        logins:
          type: integer
          format: int64
          minimum: -9223372036854775808
          maximum: 9223372036854775807
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
          minItems: 1
          maxItems: 3
          description: Identifiers of agents.
  examples:
    - email: email@example.com
      stars: 5
      friend_ids: [1939b936-adf0-45ad-9f8b-b25c75fa8223]
`);
});

test('classes keep their names, whatever the other schemas would be called', () => {
  const classes = ['Page', 'Error', 'User', 'UserPage', 'UserCreate'].map((name) => classOf(name));
  const names = planNames(modelOf(...classes));
  expect([names.page, names.error, ...classes.map((cls) => names.of(cls).page)]).toEqual([
    ...['PageInfo', 'ProblemDetails', 'PagePage', 'ErrorPage', 'UserPageBody', 'UserPagePage', 'UserCreatePage'],
  ]);
  expect(names.of(classes[2] as DomainClass).create).toBe('UserCreateBody');
});

test('a class without anything to change has no update, and one without unique values no conflict', () => {
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
  expect(description({ name: 'x', doc })).toBe(shown ?? doc);
});

test('a label stands in for documentation only if it says more than the name', () => {
  expect(description({ name: 'BlogPost', label: 'Blog post' })).toBeUndefined();
  expect(description({ name: 'Strasse', label: 'Straße' })).toBe('Straße');
});
