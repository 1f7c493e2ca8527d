import jsonld from 'jsonld';
import { describe, expect, test } from 'vitest';
import { instanceOf, type Json, type Members } from '../../src/instances/index.ts';
import {
  concreteClasses,
  type DomainClass,
  type DomainModel,
  declaredRelations,
  discriminatorOf,
  type Field,
  type FieldType,
  memberOfUnion,
} from '../../src/model/index.ts';
import { loadEngine, rdf, XSD } from '../../src/ontology/index.ts';
import { jsonldContext } from '../../src/targets/jsonld-context/index.ts';
import {
  allOntologies,
  halfOfVocabularies,
  isFullRun,
  judgedOntologies,
  largeVocabularies,
  modelOf,
  modelOfTurtle,
} from '../support/ontologies.ts';
import { datatypeOf, isKeyOfOther } from '../support/rdf.ts';

const BASE = 'https://data.example/of/';

const few = [...judgedOntologies, 'constraints', 'dcat', 'doap', 'org', 'skos', 'sosa', 'vcard', 'sioc', 'gr'];
const all = [...new Set(isFullRun ? [...allOntologies, ...few] : few)].filter((name) => !largeVocabularies.has(name));
const judged = halfOfVocabularies(all, 0);

const contexts = new WeakMap<DomainModel, object>();

function contextOf(model: DomainModel): object {
  const known = contexts.get(model);
  if (known) return known;
  const files = jsonldContext.generate(model);
  expect(files.map(({ path }) => path)).toEqual(['context.jsonld']);
  const context = JSON.parse(files[0]?.content ?? '')['@context'];
  contexts.set(model, context);
  return context;
}

/** Returns the triples of documents as sorted lines of text. */
async function triplesOf(model: DomainModel, documents: readonly Members[]): Promise<readonly string[]> {
  const input = { '@context': [contextOf(model), { '@base': BASE }], '@graph': documents };
  const text = await jsonld.toRDF(input, { format: 'application/n-quads' });
  return sorted(text);
}

async function sorted(nquads: string): Promise<readonly string[]> {
  const { parse } = await loadEngine();
  const triples = [...parse(nquads, { format: 'application/n-quads' })];
  return [...new Set(triples.map(({ subject, predicate, object }) => `${subject} ${predicate} ${object}`))].sort();
}

const node = (id: Json | undefined): string => `<${BASE}${id}>`;

/** Returns the expected triples of an instance, computed from the model alone. */
function expected(cls: DomainClass, value: Members): readonly string[] {
  const subject = node(value['id']);
  const lines = [`${subject} <${rdf.type}> <${cls.iri}> .`];
  for (const field of cls.allFields) {
    const member = value[field.name];
    if (field.iri === undefined || member === undefined || member === null) continue;
    for (const one of Array.isArray(member) ? member : [member]) {
      const object = term(field.type, one);
      lines.push(isKeyOfOther(field) ? `${object} <${field.iri}> ${subject} .` : `${subject} <${field.iri}> ${object} .`);
    }
  }
  return lines;
}

function term(type: FieldType, value: Json): string {
  switch (type.kind) {
    case 'id':
    case 'reference':
      return node(value);
    case 'enumeration': {
      const { values } = type.enumeration;
      const iri = values.every((one) => one.iri !== undefined) ? values.find((one) => one.value === value)?.iri : undefined;
      return iri === undefined ? JSON.stringify(value) : `<${iri}>`;
    }
    case 'union':
      // A union has no single datatype, so a value keeps only its native JSON type.
      expect(typeof value === 'string' ? memberOfUnion(type.union, value) : value).toBeDefined();
      return literalOfJson(value);
    case 'scalar': {
      const datatype = datatypeOf(type);
      if (datatype === 'resource') return `<${value}>`;
      if (datatype === rdf.langString) return `${JSON.stringify(value)}@en`;
      return typeof value === 'string' ? `${JSON.stringify(value)}^^<${datatype}>` : literalOfJson(value, datatype);
    }
    default:
      return type satisfies never;
  }
}

/** Converts a JSON value to a literal as the algorithm does (JSON-LD 1.1 API, 8.2.2). */
function literalOfJson(value: Json, datatype?: string): string {
  if (typeof value === 'string') return JSON.stringify(value);
  if (typeof value === 'boolean') return `"${value}"^^<${datatype ?? `${XSD}boolean`}>`;
  const number = Number(value);
  if (!Number.isInteger(number) || datatype === `${XSD}double`)
    return `"${number.toExponential(15).replace(/(\d)0*e\+?/, '$1E')}"^^<${datatype ?? `${XSD}double`}>`;
  return `"${number}"^^<${datatype ?? `${XSD}integer`}>`;
}

/** Adds `@type` to an instance whose class has no discriminator. */
const typed = (cls: DomainClass, value: Members): Members => (discriminatorOf(cls) ? value : { '@type': cls.name, ...value });

/** Returns extra and missing triples of one document. Compares one at a time, because several classes may share an id. */
async function tripleDifferences(
  model: DomainModel,
  cls: DomainClass,
  document: Members,
  wanted: readonly string[],
): Promise<string[]> {
  const [found, reported] = [await triplesOf(model, [typed(cls, document)]), await sorted(wanted.join('\n'))];
  return [
    ...found.filter((one) => !reported.includes(one)).map((one) => `+ ${one}`),
    ...reported.filter((one) => !found.includes(one)).map((one) => `- ${one}`),
  ];
}

/** Returns the first classes of a model; a concrete subclass replaces each abstract class. */
const someOf = ({ classes }: DomainModel) => classes.slice(0, 6).map(withInstances);

const withInstances = (cls: DomainClass): DomainClass => (cls.abstract ? (concreteClasses(cls)[0] ?? cls) : cls);

describe.each(judged)('%s', (name) => {
  test('instances expand to the triples of the model', async () => {
    const model = await modelOf(name);
    const faults: string[] = [];
    for (const cls of someOf(model)) {
      for (const wants of [() => true, () => false]) {
        const value = instanceOf(cls, { isWanted: wants })?.value;
        if (value) faults.push(...(await tripleDifferences(model, cls, value, expected(cls, value))));
      }
    }
    expect(faults.slice(0, 10)).toEqual([]);
  });

  test('related objects become resources that are linked by their properties', async () => {
    const model = await modelOf(name);
    const faults: string[] = [];
    for (const cls of someOf(model)) {
      const value = instanceOf(cls, { isWanted: () => false })?.value;
      if (!value) continue;
      for (const { name: role, target: referred, many, iri } of declaredRelations(cls)) {
        const target = withInstances(referred);
        const other = instanceOf(target, { nth: 1, isWanted: () => true })?.value;
        if (!other) continue;
        const document = { ...value, [role]: many ? [typed(target, other)] : typed(target, other) };
        const wanted = [
          ...expected(cls, value),
          ...expected(target, other),
          `${node(value['id'])} <${iri}> ${node(other['id'])} .`,
        ];
        faults.push(...(await tripleDifferences(model, cls, document, wanted)));
      }
    }
    expect(faults.slice(0, 10)).toEqual([]);
  });
});

test.each([
  ['', ''],
  [
    ' that have items themselves',
    `:item a owl:ObjectProperty ; rdfs:domain :Order ; rdfs:range :Gift . :Gift rdfs:subClassOf :Order .
    :Order rdfs:subClassOf [ a owl:Restriction ; owl:onProperty :item ; owl:maxCardinality 3 ] .`,
  ],
])('a page has the triples of its entries%s', async (_, more) => {
  const { model } = await modelOfTurtle(`
    :Order a owl:Class . :Gift a owl:Class . ${more}
    :note a owl:DatatypeProperty ; rdfs:domain :Order ; rdfs:range xsd:string .`);
  const [order] = model.classes as [DomainClass];
  const value = instanceOf(order, { isWanted: () => true })?.value as Members;
  const page = { items: [typed(order, value)], total: 1, limit: 20, offset: 0 };
  const text = await jsonld.toRDF(
    { '@context': [contextOf(model), { '@base': BASE }], ...page },
    { format: 'application/n-quads' },
  );
  expect(await sorted(text)).toEqual(await sorted(expected(order, value).join('\n')));
});

test('members of different properties with the same name are scoped to their class', async () => {
  const { model } = await modelOfTurtle(`
    :A a owl:Class . :B a owl:Class .
    :aCode a owl:DatatypeProperty ; rdfs:label "code" ; rdfs:domain :A ; rdfs:range xsd:string .
    :bCode a owl:DatatypeProperty ; rdfs:label "code" ; rdfs:domain :B ; rdfs:range xsd:integer .
    :of a owl:ObjectProperty ; rdfs:domain :A ; rdfs:range :B .`);
  const [a, b] = model.classes as [DomainClass, DomainClass];
  const faults: string[] = [];
  for (const cls of [a, b]) {
    const value = instanceOf(cls)?.value as Members;
    faults.push(...(await tripleDifferences(model, cls, value, expected(cls, value))));
  }
  // The related object may omit its class.
  const value = instanceOf(a)?.value as Members;
  const other = instanceOf(b, { nth: 1 })?.value as Members;
  const field = a.allFields.find(({ type }) => type.kind === 'reference') as Field;
  const wanted = [
    ...expected(a, value),
    ...expected(b, other).slice(1),
    `${node(value['id'])} <${field.iri}> ${node(other['id'])} .`,
  ];
  faults.push(...(await tripleDifferences(model, a, { ...value, [declaredRelations(a)[0]?.name ?? '']: other }, wanted)));
  expect(faults).toEqual([]);
});
