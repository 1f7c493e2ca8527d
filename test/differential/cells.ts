/** Ontologies with a class for each facet of each kind of value, and documents with values around the limits of the facet. */

import { type Cardinality, type DomainClass, variantOf } from '../../src/model/index.ts';
import { type Corpus, classNamed, completeEntries, type Document, membersOf, objectOf, omitEntry, roles } from './documents.ts';
import { type Facet, facets } from './facets.ts';
import { validateDocument } from './referee.ts';
import { datatypes, isOfPolicy, longAsText, modelOfTurtle, PREFIXES } from './turtle.ts';

const cardinalities: Readonly<Record<Cardinality, string>> = {
  one: 'sh:minCount 1 ; sh:maxCount 1',
  optional: 'sh:maxCount 1',
  many: 'sh:minCount 2 ; sh:maxCount 3',
};

const capitalised = (name: string): string => `${name[0]?.toUpperCase()}${name.slice(1)}`;

const nameOf = ({ name, kind }: Facet): string => `${capitalised(kind)}${capitalised(name)}`;

/** Returns a class with a field of each cardinality, which shapes describe completely. */
function turtleOf(facet: Facet): string {
  const name = nameOf(facet);
  const ofKind = `sh:datatype ${datatypes[facet.kind]}`;
  const properties = Object.entries(cardinalities).map(([cardinality, counts]) => {
    const property = `:${facet.kind}_${facet.name}_${cardinality}`;
    const asked = cardinality === 'many' ? facet.ofLists : facet.shape;
    return [
      `${property} a owl:DatatypeProperty ; rdfs:domain :${name} ; rdfs:range ${datatypes[facet.kind]} .`,
      `:${name}Shape sh:property [ sh:path ${property} ; ${[ofKind, counts, asked].filter(Boolean).join(' ; ')} ] .`,
    ].join('\n');
  });
  return [`:${name} a owl:Class .`, `:${name}Shape a sh:NodeShape ; sh:targetClass :${name} .`, ...properties, ''].join('\n');
}

export async function facetsCorpora(): Promise<readonly Corpus[]> {
  const [texts, usual] = [true, false].map((wanted) => facets.filter(({ kind }) => isOfPolicy(kind) === wanted)) as [
    Facet[],
    Facet[],
  ];
  return [await corpusOf('facets', usual), await corpusOf('long_facets', texts, longAsText)];
}

async function corpusOf(slug: string, all: readonly Facet[], policies?: typeof longAsText): Promise<Corpus> {
  const turtle = all.map(turtleOf).join('');
  const model = await modelOfTurtle(slug, turtle, policies);
  return {
    slug,
    model,
    shapes: PREFIXES + turtle,
    documents: all.flatMap((facet) => documentsOf(classNamed(model, nameOf(facet)), facet)),
  };
}

function documentsOf(cls: DomainClass, { name: facet, kind, samples }: Facet): readonly Document[] {
  // The first sample that is valid in all fields.
  const entity = variantOf(cls, 'entity');
  const plain = samples.find((sample) => validateDocument(entity, objectOf(completeEntries(cls, sample))).broken.length === 0);
  if (plain === undefined) throw new Error(`nothing is known that ${cls.name} takes`);
  return roles.flatMap((role) => {
    const variant = variantOf(cls, role);
    const entries = membersOf(variant, completeEntries(cls, plain));
    return variant.members.flatMap(({ field: { name, type, cardinality } }) => {
      if (type.kind === 'id') return [];
      const put = (about: string, sample: string): Document => {
        return { variant, kind, facet, cardinality, about, sample, text: objectOf({ ...entries, [name]: sample }) };
      };
      const text = objectOf(omitEntry(entries, name));
      // An empty update has nothing to judge.
      const absent: readonly Document[] = role === 'update' ? [] : [{ ...put('absent', ''), text }];
      if (cardinality !== 'many')
        return [...absent, put('null', 'null'), ...samples.map((sample) => put('value', sample)), put('another type', '{"a":1}')];
      const lists = [0, 1, 2, 3, 4].map((length) => put('so many values', `[${Array(length).fill(plain).join(',')}]`));
      const values = samples.flatMap((sample) => [put('values', `[${plain},${sample}]`), put('values', `[${sample},${sample}]`)]);
      return [...absent, put('null', 'null'), ...lists, ...values];
    });
  });
}
