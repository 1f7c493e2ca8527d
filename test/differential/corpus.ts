/** One ontology with a class for each kind of value, and documents that are complete but for one field. */

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import {
  buildModel,
  type Cardinality,
  type DomainClass,
  type DomainModel,
  type Field,
  type ScalarKind,
} from '../../src/model/index.ts';
import { loadOntology } from '../../src/ontology/index.ts';
import { everywhere, type Horrors, horrors, ID, others } from './horrors.ts';

/** A JSON text to be read as an instance of a class. */
export interface Document {
  readonly class: DomainClass;
  /** What the field that is tried holds: a kind of values, `reference`, …; `object` where no field is tried. */
  readonly kind: string;
  readonly cardinality: Cardinality;
  /** What its value is about, as in `horrors.ts`. */
  readonly about: string;
  /** The value that is tried, as it stands in the text. */
  readonly sample: string;
  readonly text: string;
}

/** What a layer is given: a model, and documents for its classes. */
export interface Corpus {
  readonly slug: string;
  readonly model: DomainModel;
  readonly documents: readonly Document[];
}

/** 64-bit integers are texts by another policy, of which this model is not. */
const datatypes: Readonly<Record<Exclude<ScalarKind, 'int64Text' | 'uint64Text'>, string>> = {
  string: 'xsd:string',
  iri: 'xsd:anyURI',
  boolean: 'xsd:boolean',
  int8: 'xsd:byte',
  int16: 'xsd:short',
  int32: 'xsd:int',
  int64: 'xsd:long',
  uint8: 'xsd:unsignedByte',
  uint16: 'xsd:unsignedShort',
  uint32: 'xsd:unsignedInt',
  uint64: 'xsd:unsignedLong',
  float32: 'xsd:float',
  float64: 'xsd:double',
  decimal: 'xsd:decimal',
  dateTime: 'xsd:dateTime',
  date: 'xsd:date',
  time: 'xsd:time',
  duration: 'xsd:duration',
  base64: 'xsd:base64Binary',
  hex: 'xsd:hexBinary',
  gYear: 'xsd:gYear',
  gYearMonth: 'xsd:gYearMonth',
  gMonthDay: 'xsd:gMonthDay',
  gDay: 'xsd:gDay',
  gMonth: 'xsd:gMonth',
};

const ranges: Readonly<Record<string, string>> = {
  ...datatypes,
  reference: ':Other',
  enumeration: ':Switch',
  union: '[ a rdfs:Datatype ; owl:unionOf ( xsd:date xsd:int xsd:boolean ) ]',
};

const cardinalities: Readonly<Record<Cardinality, string>> = {
  one: 'owl:cardinality 1',
  optional: 'owl:maxCardinality 1',
  many: 'owl:minCardinality 0',
};

const PREFIXES = `@prefix : <http://example.org/cells#> .
@prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .

:Other a owl:Class .
:Switch owl:oneOf ( :On :Off ) ; a owl:Class .
`;

const pascal = (kind: string): string => `Of${kind[0]?.toUpperCase()}${kind.slice(1)}`;

const turtleOf = (kind: string, range: string): string =>
  `:${pascal(kind)} a owl:Class .\n${Object.entries(cardinalities)
    .map(([cardinality, bound]) => {
      const property = `:${kind}_${cardinality}`;
      const type = ['reference', 'enumeration'].includes(kind) ? 'owl:ObjectProperty' : 'owl:DatatypeProperty';
      return `${property} a ${type} ; rdfs:domain :${pascal(kind)} ; rdfs:range ${range} .
:${pascal(kind)} rdfs:subClassOf [ a owl:Restriction ; owl:onProperty ${property} ; ${bound} ] .\n`;
    })
    .join('')}`;

/** The model of an ontology that is given as text. */
export async function modelOfTurtle(name: string, turtle: string): Promise<DomainModel> {
  const folder = mkdtempSync(path.join(tmpdir(), 'codegen-differential-'));
  try {
    const file = path.join(folder, `${name}.ttl`);
    writeFileSync(file, turtle);
    return (await buildModel(await loadOntology(file))).model;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

export async function kindsCorpus(): Promise<Corpus> {
  const turtle =
    PREFIXES +
    Object.entries(ranges)
      .map(([kind, range]) => turtleOf(kind, range))
      .join('');
  const model = await modelOfTurtle('cells', turtle);
  const classOf = (name: string): DomainClass => {
    const found = model.classes.find((cls) => cls.name === name);
    if (!found) throw new Error(`there is no class ${name}`);
    return found;
  };
  const documents = [
    ...Object.keys(ranges).flatMap((kind) => fieldDocuments(classOf(pascal(kind)), kind)),
    ...identityDocuments(classOf('OfString')),
    ...objectDocuments(classOf('OfString')),
  ];
  return { slug: 'cells', model, documents };
}

/** The texts for values of a kind, by what they are about. */
const horrorsOf = (kind: string): Horrors => (({ ...horrors, ...others }) as Readonly<Record<string, Horrors>>)[kind] as Horrors;

/** A value of a kind that nobody objects to. */
const plainOf = (kind: string): string => horrorsOf(kind)['ordinary']?.[0] as string;

type Entries = Readonly<Record<string, string>>;

const objectOf = (entries: Entries): string =>
  `{${Object.entries(entries)
    .map(([key, value]) => `${JSON.stringify(key)}:${value}`)
    .join(',')}}`;

/** A document that nobody objects to. */
const complete = (cls: DomainClass, kind: string): Entries => {
  const plain = plainOf(kind);
  const value = ({ type, cardinality }: Field) =>
    type.kind === 'id' ? `"${ID}"` : cardinality === 'many' ? `[${plain}]` : plain;
  return Object.fromEntries(cls.allFields.map((field) => [field.name, value(field)]));
};

function fieldDocuments(cls: DomainClass, kind: string): readonly Document[] {
  const found: Document[] = [];
  const add = (cardinality: Cardinality, about: string, sample: string, text: string) =>
    found.push({ class: cls, kind, cardinality, about, sample, text });
  const entries = complete(cls, kind);
  const without = (name: string) => Object.fromEntries(Object.entries(entries).filter(([key]) => key !== name));
  for (const { name, type, cardinality } of cls.allFields) {
    if (type.kind === 'id') continue;
    const put = (about: string, sample: string) => add(cardinality, about, sample, objectOf({ ...entries, [name]: sample }));
    add(cardinality, 'absent', '', objectOf(without(name)));
    put('null', 'null');
    for (const [about, samples] of [...Object.entries(horrorsOf(kind)), ...Object.entries(everywhere)]) {
      for (const sample of samples) put(about, cardinality === 'many' && !(about in everywhere) ? `[${sample}]` : sample);
    }
    if (cardinality !== 'many') continue;
    const plain = plainOf(kind);
    put('values of a list', '[]');
    put('values of a list', `[${plain},${plain}]`);
    put('values of a list', `[${plain},null]`);
    put('values of a list', `[[${plain}]]`);
    put('values of a list', `{"0":${plain}}`);
    put('values of a list', plain);
  }
  return found;
}

function identityDocuments(cls: DomainClass): readonly Document[] {
  const entries = complete(cls, 'string');
  const { id: _, ...rest } = entries;
  const one = (about: string, sample: string, text: string): Document => ({
    class: cls,
    kind: 'uuid',
    cardinality: 'one',
    about,
    sample,
    text,
  });
  return [
    one('absent', '', objectOf(rest)),
    one('null', 'null', objectOf({ ...rest, id: 'null' })),
    ...[...Object.entries(others.uuid), ...Object.entries(everywhere)].flatMap(([about, samples]) =>
      samples.map((sample) => one(about, sample, objectOf({ ...entries, id: sample }))),
    ),
  ];
}

/** Whole objects that are none, or have more than they need. */
function objectDocuments(cls: DomainClass): readonly Document[] {
  const entries = complete(cls, 'string');
  const text = objectOf(entries);
  const inside = text.slice(1, -1);
  const abouts: Horrors = {
    'unknown keys': [
      `{${inside},"unknown":1}`,
      `{"unknown":{"a":[null]},${inside}}`,
      `{${inside},"__proto__":null}`,
      `{${inside},"__proto__":{"string_one":1}}`,
      `{"__proto__":{"id":1},${inside}}`,
      `{${inside},"constructor":{"prototype":{}}}`,
      `{${inside},"toString":1,"hasOwnProperty":1,"toJSON":1}`,
      `{${inside},"":1}`,
      `{${inside},"String_one":1,"stringOne":2,"string_One":3}`,
      `{${inside},"unknown":1,"unknown":2}`,
      `{${inside},"model_config":1,"model_fields":2,"self":3,"__class__":4}`,
    ],
    'keys of other places': [
      `{"__proto__":${text}}`,
      `{"string_one":"x","__proto__":{"id":"${ID}","string_many":[]}}`,
      `{"value":${text}}`,
      `{"OfString":${text}}`,
      `{"id":"${ID}","stringOne":"x","stringMany":[]}`,
    ],
    'a key twice': [
      `{"id":"${ID}",${inside}}`,
      `{"string_one":1,${inside}}`,
      `{${inside},"string_one":"y"}`,
      `{${inside},"string_optional":null}`,
      `{"string_many":["y"],${inside}}`,
      `{${inside},${String.raw`"string\u005fone"`}:"y"}`,
    ],
    blank: [` ${text}`, `${text}\n`, `\t\r\n${text} `, `{ ${inside.replaceAll(':', ' : ').replaceAll(',', ' ,\n ')} }`],
    'no JSON': [
      '',
      `${text},`,
      `${text}${text}`,
      `\ufeff${text}`,
      `{${inside},}`,
      `{${inside}`,
      `/* x */${text}`,
      `// x\n${text}`,
      `{${inside.replaceAll('"', "'")}}`,
      `\u00a0${text}`,
      `${text}\0`,
      `{id:"${ID}"}`,
    ],
    'no object': [
      'null',
      'true',
      '1',
      '"x"',
      '[]',
      '{}',
      `[${text}]`,
      `[${Object.values(entries).join(',')}]`,
      JSON.stringify(text),
    ],
    nested: [
      `{${inside},"unknown":${'['.repeat(100)}${']'.repeat(100)}}`,
      `{${inside.replace('"string_one":"x"', `"string_one":${'['.repeat(100)}${']'.repeat(100)}`)}}`,
    ],
    'escaped keys': [text.replace('string_one', String.raw`string\u005fone`), text.replace('"id"', String.raw`"\u0069d"`)],
  };
  return Object.entries(abouts).flatMap(([about, samples]) =>
    samples.map((sample) => ({ class: cls, kind: 'object', cardinality: 'one' as const, about, sample, text: sample })),
  );
}
