/** An ontology with a class for each kind of value, and documents that test the values of `difficult-values.ts`. */

import { type Cardinality, type DomainClass, kinds, type ScalarKind, scalarKinds, variantOf } from '../../src/model/index.ts';
import { type DifficultTexts, difficultJson, difficultNonScalars, difficultScalars, ID } from './difficult-values.ts';
import { type Corpus, classNamed, completeEntries, type Document, membersOf, objectOf, omitEntry, roles } from './documents.ts';
import { drawn } from './random-values.ts';
import { datatypes, isOfPolicy, longAsText, modelOfTurtle, PREFIXES } from './turtle.ts';

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

const DECLARED = `:Other a owl:Class .
:Switch owl:oneOf ( :On :Off ) ; a owl:Class .
`;

const isScalar = (kind: string): kind is ScalarKind => kind in kinds;

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

const turtleOfAll = (all: readonly string[]): string =>
  DECLARED + all.map((kind) => turtleOf(kind, ranges[kind] as string)).join('');

const counts: Readonly<Record<Cardinality, string>> = {
  one: 'sh:minCount 1 ; sh:maxCount 1',
  optional: 'sh:maxCount 1',
  many: 'sh:minCount 0',
};

const shapeOfValues: Readonly<Record<string, string>> = {
  reference: 'sh:class :Other',
  enumeration: 'sh:in ( :On :Off )',
  union: 'sh:or ( [ sh:datatype xsd:date ] [ sh:datatype xsd:int ] [ sh:datatype xsd:boolean ] )',
};

/** Returns shapes that state the same constraints as the ontology. */
const shapesOf = (all: readonly string[]): string =>
  all
    .flatMap((kind) => [
      `:${pascal(kind)}Shape a sh:NodeShape ; sh:targetClass :${pascal(kind)} .`,
      ...Object.entries(counts).map(([cardinality, count]) => {
        const values = shapeOfValues[kind] ?? `sh:datatype ${ranges[kind]}`;
        return `:${pascal(kind)}Shape sh:property [ sh:path :${kind}_${cardinality} ; ${values} ; ${count} ] .`;
      }),
    ])
    .join('\n');

/** Returns documents for all kinds. Kinds that another policy creates are in a separate model. */
export async function kindsCorpora(): Promise<readonly Corpus[]> {
  const usual = Object.keys(ranges).filter((kind) => !isOfPolicy(kind));
  const model = await modelOfTurtle('kinds', turtleOfAll(usual));
  const documents = usual.flatMap((kind) => fieldDocuments(classNamed(model, pascal(kind)), kind));
  const strings = classNamed(model, 'OfString');
  const texts = scalarKinds.filter(isOfPolicy);
  const longModel = await modelOfTurtle('long_kinds', turtleOfAll(texts), longAsText);
  return [
    {
      slug: 'kinds',
      model,
      shapes: PREFIXES + shapesOf(usual),
      documents: [...documents, ...identityDocuments(strings), ...objectDocuments(strings)],
    },
    {
      slug: 'long_kinds',
      model: longModel,
      shapes: PREFIXES + shapesOf(texts),
      documents: texts.flatMap((kind) => fieldDocuments(classNamed(longModel, pascal(kind)), kind)),
    },
  ];
}

/** Returns the texts for values of a kind by topic. */
const difficultValuesOf = (kind: string): DifficultTexts =>
  (({ ...difficultScalars, ...difficultNonScalars }) as Readonly<Record<string, DifficultTexts>>)[kind] as DifficultTexts;

/** Returns a valid value of a kind. */
const plainOf = (kind: string): string => difficultValuesOf(kind)['ordinary']?.[0] as string;

function fieldDocuments(cls: DomainClass, kind: string): readonly Document[] {
  const found: Document[] = [];
  const plain = plainOf(kind);
  for (const variant of roles.map((role) => variantOf(cls, role))) {
    const entries = membersOf(variant, completeEntries(cls, plain));
    for (const { field } of variant.members) {
      const { name, type, cardinality } = field;
      if (type.kind === 'id') continue;
      const others = type.kind === 'reference' ? [{ class: type.target, value: { id: ID } }] : [];
      const add = (about: string, sample: string, text: string) =>
        found.push({ variant, kind, cardinality, about, sample, text, others });
      const put = (about: string, sample: string) => add(about, sample, objectOf({ ...entries, [name]: sample }));
      // An empty update has nothing to judge.
      if (variant.role !== 'update') add('absent', '', objectOf(omitEntry(entries, name)));
      put('null', 'null');
      for (const [about, samples] of [...Object.entries(difficultValuesOf(kind)), ...Object.entries(difficultJson)]) {
        for (const sample of samples) put(about, cardinality === 'many' && !(about in difficultJson) ? `[${sample}]` : sample);
      }
      if (cardinality === 'one' && isScalar(kind)) for (const sample of drawn(kind)) put('drawn', sample);
      if (cardinality !== 'many') continue;
      const lists = ['[]', `[${plain},${plain}]`, `[${plain},null]`, `[[${plain}]]`, `{"0":${plain}}`, plain];
      for (const sample of lists) put('values of a list', sample);
    }
  }
  return found;
}

function identityDocuments(cls: DomainClass): readonly Document[] {
  const entries = completeEntries(cls, plainOf('string'));
  const { id: _, ...rest } = entries;
  const one = (about: string, sample: string, text: string): Document => ({
    variant: variantOf(cls, 'entity'),
    kind: 'uuid',
    cardinality: 'one',
    about,
    sample,
    text,
  });
  return [
    one('absent', '', objectOf(rest)),
    one('null', 'null', objectOf({ ...rest, id: 'null' })),
    ...[...Object.entries(difficultNonScalars.uuid), ...Object.entries(difficultJson)].flatMap(([about, samples]) =>
      samples.map((sample) => one(about, sample, objectOf({ ...entries, id: sample }))),
    ),
  ];
}

/** Returns documents that are not objects, and objects with unusual keys or syntax. */
function objectDocuments(cls: DomainClass): readonly Document[] {
  const entries = completeEntries(cls, plainOf('string'));
  const text = objectOf(entries);
  const inside = text.slice(1, -1);
  const abouts: DifficultTexts = {
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
    samples.map((sample) => ({
      variant: variantOf(cls, 'entity'),
      kind: 'object',
      cardinality: 'one' as const,
      about,
      sample,
      text: sample,
    })),
  );
}
