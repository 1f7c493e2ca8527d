import { describe, expect, test } from 'vitest';
import { type DomainModel, discriminatorOf, isBuiltIn } from '../src/model/index.ts';
import { loadTarget } from '../src/targets/index.ts';
import { modelOf } from './support/ontologies.ts';

/** The six templates that can make the IRIs of their declarations available at run time. */
const names = ['rust-models', 'typescript-models', 'sql-schema', 'graphql-schema', 'openapi-spec', 'python-pydantic'] as const;

async function textOf(name: (typeof names)[number], model: DomainModel): Promise<string> {
  const files = (await loadTarget(name)).generate(model);
  const text = files.map(({ content }) => content).join('\n');
  // SQL doubles quotes in literals.
  return name === 'sql-schema' ? text.replaceAll("''", "'") : text;
}

/** Returns the IRIs that must be named: of classes, their fields, and the values of enumerations. */
function irisOf({ classes, enumerations }: DomainModel): Set<string> {
  const kinds = new Set(
    classes.map((cls) => discriminatorOf(cls)?.type).map((type) => type?.kind === 'enumeration' && type.enumeration),
  );
  const named = enumerations.filter((enumeration) => !kinds.has(enumeration));
  const members = [
    ...classes.flatMap((cls) => cls.fields.filter((field) => !isBuiltIn(field))),
    ...named.flatMap(({ values }) => values),
  ];
  return new Set([...classes, ...members].flatMap(({ iri }) => iri ?? []));
}

describe.each(names)('%s', (name) => {
  test.each(['constraints', 'torture'])('names the IRI of each class, field and individual of %s', async (ontology) => {
    const text = await textOf(name, await modelOf(`iris-${ontology}`));
    const missing = [...irisOf(await modelOf(ontology))].filter((iri) => !text.includes(iri));
    expect(missing).toEqual([]);
  });

  test('names no IRI without the policy', async () => {
    const text = await textOf(name, await modelOf('constraints'));
    const found = [...irisOf(await modelOf('constraints'))].filter((iri) => text.includes(iri));
    expect(found).toEqual([]);
  });
});

test('the constants of TypeScript have the IRIs of the model', async () => {
  const model = await modelOf('iris-constraints');
  const { transformSync } = await import('esbuild');
  const evaluate = (content: string) =>
    import(`data:text/javascript,${encodeURIComponent(transformSync(content, { loader: 'ts' }).code)}`);
  const files = (await loadTarget('typescript-models')).generate(model);
  const contentOf = (slug: string) => files.find(({ path }) => path === `${slug}.ts`)?.content ?? '';
  for (const cls of model.classes) {
    const module = await evaluate(contentOf(cls.slug).replace(/^import (?!type)[\s\S]*?;$/gm, ''));
    const fields = cls.allFields.flatMap(({ name, iri }) => (iri === undefined ? [] : [[name, iri]]));
    expect(module[`${cls.name}Iris`]).toEqual({ class: cls.iri, fields: Object.fromEntries(fields) });
  }
  const status = model.enumerations.find(({ name }) => name === 'OrderStatus');
  const { OrderStatusIris } = await evaluate(contentOf('order_status'));
  expect(Object.values(OrderStatusIris.values)).toEqual(status?.values.map(({ iri }) => iri));
});

test('a constant gets another name if a type has its name', async () => {
  const { modelOfTurtle } = await import('./support/ontologies.ts');
  const { policiesOf } = await import('../src/model/index.ts');
  const { model } = await modelOfTurtle(':Post a owl:Class . :PostIris a owl:Class .', policiesOf({ iris: 'on' }));
  const text = await textOf('typescript-models', model);
  expect(text).toContain('export const PostIrisOf = {');
  expect(text).toContain('export const PostIrisIris = {');
  expect(text).not.toContain('export const PostIris = {');
});
