import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import ajvFormats from 'ajv-formats';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { instanceOf } from '../../src/instances/index.ts';
import type { DomainModel } from '../../src/model/index.ts';
import { jsonSchema } from '../../src/targets/json-schema/index.ts';
import { openApiDocument } from '../../src/targets/openapi-spec/document.ts';
import { fileStem } from '../../src/targets/text/index.ts';
import { invalidInstances } from '../support/invalid-instances.ts';
import {
  affordableNames,
  halfOfVocabularies,
  isFullRun,
  judgedOntologies,
  largeVocabularies,
  modelOf,
  modelOfTurtle,
} from '../support/ontologies.ts';

const judged = affordableNames(halfOfVocabularies([...new Set([...judgedOntologies, 'constraints'])], 1));

type Tree = { readonly [key: string]: unknown };

/** Generates the files of a model and parses them as JSON, by path. */
function generate(model: DomainModel): ReadonlyMap<string, Tree> {
  return new Map(jsonSchema.generate(model).map(({ path, content }) => [path, JSON.parse(content)]));
}

/** Returns a validator with only the standard vocabularies and all formats, as users configure it. */
function validator(): Ajv2020 {
  const ajv = new Ajv2020({ strict: true, strictRequired: false, allowUnionTypes: true, ownProperties: true });
  ajvFormats.default(ajv);
  // The only standard format that ajv-formats lacks.
  ajv.addFormat('iri-reference', true);
  // Annotations that a policy adds.
  ajv.addVocabulary(['x-iri', 'x-value-iris']);
  return ajv;
}

/** Registers each file as a separate schema; the files refer to each other by name. */
function schemasOf(files: ReadonlyMap<string, Tree>): {
  of: (file: string) => ValidateFunction;
  named: (name: string) => ValidateFunction;
} {
  const ajv = validator();
  for (const schema of files.values()) ajv.addSchema(schema);
  const found = (key: string): ValidateFunction => {
    const validate = ajv.getSchema(key);
    if (!validate) throw new Error(`there is no ${key}`);
    return validate;
  };
  return { of: found, named: (name) => found(`schema.json#/$defs/${name}`) };
}

/** Returns a tree in which the values that refer to the schema of decimals in another tree are those of the other tree. */
function withDecimalsOf(other: unknown, tree: unknown, reference: string): unknown {
  if (typeof other !== 'object' || other === null || typeof tree !== 'object' || tree === null) return tree;
  const isValue = !('properties' in other) && ('$ref' in other || 'oneOf' in other || 'items' in other);
  if (isValue && JSON.stringify(other).includes(reference)) return other;
  if (Array.isArray(tree)) return tree.map((one, index) => withDecimalsOf((other as unknown[])[index], one, reference));
  return Object.fromEntries(
    Object.entries(tree).map(([key, one]) => [key, withDecimalsOf((other as Tree)[key], one, reference)]),
  );
}

/** Removes the differences between OpenAPI and JSON Schema: base of `$ref`, formats, descriptions, examples of pages and `discriminator`. */
function neutral(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(neutral);
  if (typeof value !== 'object' || value === null) return typeof value === 'bigint' ? Number(value) : value;
  const members = Object.entries(value).flatMap(([key, member]): [string, unknown][] => {
    if (member === undefined || key === 'description' || (key === 'discriminator' && 'oneOf' in value)) return [];
    if (key === 'examples' && 'total' in ((member as Tree[])[0] ?? {})) return [];
    if (key === 'format' && ['int32', 'int64', 'float', 'double'].includes(String(member))) return [];
    if (key === '$ref') return [[key, String(member).replace('#/components/schemas/', '#/$defs/')]];
    return [[key, neutral(member)]];
  });
  return Object.fromEntries(members);
}

/** Returns the `$ref`s of a schema. */
function referencesIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, member]) => (key === '$ref' ? [String(member)] : referencesIn(member)));
}

describe.each(judged)('%s', (name) => {
  let model: DomainModel;
  let files: ReadonlyMap<string, Tree>;
  let schemas: ReturnType<typeof schemasOf>;

  beforeAll(async () => {
    model = await modelOf(name);
    files = generate(model);
    schemas = schemasOf(files);
  });

  afterAll(() => {
    // Releases the memory of large ontologies.
    files = new Map();
    schemas = schemasOf(files);
  });

  test('every file is a valid JSON Schema whose references resolve', () => {
    const ajv = validator();
    for (const [file, schema] of files) expect(ajv.validateSchema(schema), `${file} ${JSON.stringify(ajv.errors)}`).toBe(true);
    for (const file of files.keys()) expect(schemas.of(file), file).toBeTypeOf('function');
  });

  test('the bundle has the same schemas as the OpenAPI document', () => {
    const { components } = openApiDocument(model) as unknown as { components: { schemas: Tree } };
    // The OpenAPI document has one schema for all decimals, to which it refers.
    const isOfDecimals = (schema: unknown) => typeof schema === 'object' && schema !== null && 'not' in schema;
    const [decimal = 'Decimal'] = Object.keys(components.schemas).filter((schema) => isOfDecimals(components.schemas[schema]));
    const { [decimal]: _, ...schemas } = components.schemas;
    const bundle = withDecimalsOf(schemas, files.get('schema.json')?.['$defs'], `schemas/${decimal}"`) as Tree;
    // The OpenAPI document omits instances with their related ones, and classes that are not resources and to which no operation refers.
    const isWhole = model.classes.every(({ resource }) => resource !== false);
    const related = new Set(model.classes.map(({ relationsName }) => relationsName));
    const shared = Object.entries(bundle).filter(([schema]) => (isWhole && !related.has(schema)) || schema in schemas);
    expect(neutral(Object.fromEntries(shared))).toEqual(neutral(schemas));
  });

  test('the files of classes refer to all schemas of the bundle, and repeat nothing', () => {
    const { $defs } = files.get('schema.json') as { $defs: Tree };
    const referenced = [...files].flatMap(([file, schema]) => (file === 'schema.json' ? [] : referencesIn(schema)));
    expect(referenced.sort()).toEqual(
      Object.keys($defs)
        .map((each) => `schema.json#/$defs/${each}`)
        .sort(),
    );
    for (const [file, schema] of files) if (file !== 'schema.json') expect(JSON.stringify(schema)).not.toContain('"properties"');
  });

  // Ajv needs minutes to compile thousands of schemas that refer to each other.
  test.skipIf(largeVocabularies.has(name))('the file and the bundle accept valid instances and reject invalid ones', () => {
    const emission = jsonSchema.emit(model);
    const faults: string[] = [];
    let refused = 0;
    const classes = isFullRun ? model.classes : model.classes.slice(0, 60);
    for (const cls of classes) {
      const [own, bundled] = [schemas.of(`${fileStem(cls.slug)}.schema.json`), schemas.named(cls.name)];
      for (const wants of [() => true, () => false]) {
        const value = instanceOf(cls, { isWanted: wants })?.value;
        if (value && !own(value)) faults.push(`${cls.name}: ${JSON.stringify(own.errors)} ${JSON.stringify(value)}`);
      }
      for (const { demand, value } of invalidInstances(cls)) {
        if (own(value) !== bundled(value)) faults.push(`${cls.name}: the file and the bundle differ on ${JSON.stringify(value)}`);
        if (own(value) && emission.achieved(demand).status === 'enforced')
          faults.push(`${cls.name}: takes what breaks ${demand.kind}: ${JSON.stringify(value)}`);
        if (!own(value)) refused++;
      }
    }
    expect(faults).toEqual([]);
    expect(refused).toBeGreaterThan(0);
  });
});

test('shared schemas get other file names if a class needs theirs', async () => {
  const { model } = await modelOfTurtle(':Page a owl:Class . :Problem a owl:Class . :PageInfo a owl:Class .');
  const files = [...generate(model).keys()];
  expect(new Set(files).size).toBe(files.length);
  expect(files).toEqual(expect.arrayContaining(['page.schema.json', 'problem.schema.json', 'page_info.schema.json']));
  const schemas = schemasOf(generate(model));
  for (const file of files) schemas.of(file);
});

test('the root of a file wraps its reference in allOf or anyOf', async () => {
  const { model } = await modelOfTurtle(`:A a owl:Class . :B a owl:Class ; rdfs:subClassOf :A .
:size a owl:DatatypeProperty ; rdfs:domain :A ; rdfs:range [ a rdfs:Datatype ; owl:oneOf ( "S" "M" ) ] .
:when a owl:DatatypeProperty ; rdfs:domain :A ; rdfs:range [ a rdfs:Datatype ; owl:unionOf ( xsd:date xsd:integer ) ] .`);
  const files = generate(model);
  const root = (file: string) => ({ ...files.get(file), $comment: undefined, $schema: undefined, $defs: undefined });
  for (const name of ['A', 'B']) {
    const $id = `${name.toLowerCase()}.schema.json`;
    expect(root($id)).toEqual({ $id, allOf: [{ $ref: `schema.json#/$defs/${name}` }] });
  }
  // Code generators treat an `allOf` as an object, so a union uses `anyOf`.
  const [union] = model.unions;
  const $id = `${union?.slug}.schema.json`;
  expect(root($id)).toEqual({ $id, anyOf: [{ $ref: `schema.json#/$defs/${union?.name}` }] });
  expect([...files.values()].filter((schema) => '$ref' in schema)).toEqual([]);
});

test('exactly one of two fields is stated without a double negation', async () => {
  const { model } = await modelOfTurtle(`:Visit a owl:Class . :Sub a owl:Class ; rdfs:subClassOf :Visit .
:fee a owl:DatatypeProperty ; rdfs:domain :Visit ; rdfs:range xsd:string .
:scan a owl:DatatypeProperty ; rdfs:domain :Visit ; rdfs:range xsd:string .
:VisitShape a sh:NodeShape ; sh:targetClass :Visit ;
  sh:property [ sh:path :fee ; sh:maxCount 1 ] , [ sh:path :scan ; sh:maxCount 1 ] ;
  sh:xone ( [ sh:property [ sh:path :fee ; sh:minCount 1 ] ] [ sh:property [ sh:path :scan ; sh:minCount 1 ] ] ) .`);
  const files = generate(model);
  const { VisitCreate, VisitChanges } = (files.get('schema.json') as { $defs: Record<string, Tree> }).$defs;
  const isNull = (name: string) => ({ properties: { [name]: { type: 'null' } } });
  const notBoth = { anyOf: [isNull('fee'), isNull('scan')] };
  expect(VisitCreate?.['allOf']).toEqual([{ anyOf: [{ not: isNull('scan') }, { not: isNull('fee') }] }, notBoth]);
  expect(VisitChanges?.['allOf']).toEqual([notBoth]);
  const schemas = schemasOf(files);
  const accepted = (name: string) => {
    const validate = schemas.named(name);
    return [{}, { fee: 'a' }, { fee: 'a', scan: null }, { scan: 'b' }, { fee: null, scan: null }, { fee: 'a', scan: 'b' }].map(
      (value) => validate(value),
    );
  };
  for (const name of ['VisitCreate', 'SubCreate']) expect(accepted(name), name).toEqual([false, true, true, true, false, false]);
  for (const name of ['VisitUpdate', 'SubUpdate']) {
    expect(accepted(name), name).toEqual([true, true, true, true, true, false]);
    expect(schemas.named(name)({ fee: 'a', other: 1 })).toBe(false);
  }
});

test('characters that hide or reorder text are escaped and parse to the same text', async () => {
  const { model } = await modelOfTurtle(
    ':A a owl:Class . :p a owl:DatatypeProperty ; rdfs:domain :A . :S a sh:NodeShape ; sh:targetClass :A ; sh:property [ sh:path :p ; sh:in ( "a\\u202Eb" "\\u2028" "\\"," ) ] .',
  );
  const text = jsonSchema.generate(model)[0]?.content ?? '';
  expect(text).not.toMatch(/[\u2028\u202e]/);
  expect(JSON.stringify(generate(model).get('schema.json'))).toContain('"a\u202eb"');
});

test('the files of a hierarchy state each field once in each variant, also if many classes inherit it', async () => {
  const count = 30;
  const chain = Array.from(
    { length: count },
    (_, i) => `:C${i} a owl:Class${i > 0 ? ` ; rdfs:subClassOf :C${i - 1}` : ''} .
:p${i} a owl:DatatypeProperty ; rdfs:domain :C${i} ; rdfs:range xsd:string .`,
  );
  const { model } = await modelOfTurtle(chain.join('\n'));
  const text = JSON.stringify([...generate(model).values()], (key, value) => (key === 'examples' ? undefined : value));
  // In `C0`, `C0Create` and `C0Changes`; the last class has no subclasses, and `C29Update` instead of `C29Changes`.
  for (let i = 0; i < count; i++) expect(text.split(`"p${i}":{`)).toHaveLength(4);
});
