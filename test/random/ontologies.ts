import fc from 'fast-check';

/**
 * Random ontologies: hierarchies of any form, also cyclic ones, properties with one or several classes in their range, classes
 * that narrow inherited properties, inverses and shapes, with the statements in random order.
 */

/** A restriction or shape of a class on a property, possibly one of another class. */
interface Narrowing {
  readonly class: number;
  readonly property: number;
  readonly says: string;
}

interface Drawn {
  /** The superclasses of each class: any classes if cycles are allowed, otherwise only earlier ones. */
  readonly parents: readonly (readonly number[])[];
  readonly properties: readonly string[];
  readonly narrowings: readonly Narrowing[];
  /** Sort keys that put the statements in random order. */
  readonly order: readonly number[];
}

const classesOf = (numbers: readonly number[]) =>
  numbers.length === 1 ? `:C${numbers[0]}` : `[ a owl:Class ; owl:unionOf ( ${numbers.map((n) => `:C${n}`).join(' ')} ) ]`;

const datatypes = ['xsd:string', 'xsd:int', 'xsd:date', 'xsd:boolean', 'xsd:anyURI', 'xsd:duration'];

const datatypesOf = (names: readonly string[]) =>
  names.length === 1 ? names[0] : `[ a rdfs:Datatype ; owl:unionOf ( ${names.join(' ')} ) ]`;

const indices = (size: number, maxLength: number) =>
  fc.uniqueArray(fc.integer({ min: 0, max: size - 1 }), { minLength: 1, maxLength });

/** `:P3 a owl:ObjectProperty ; rdfs:domain … ; rdfs:range … .` */
function property(size: number, index: number): fc.Arbitrary<string> {
  const domain = indices(size, 2).map((classes) => `rdfs:domain ${classesOf(classes)}`);
  const functional = fc.constantFrom('', '', ' , owl:FunctionalProperty');
  const plural = fc.constantFrom('', 's');
  const object = fc.record({ domain, functional, range: indices(size, 3), inverse: fc.boolean() }).map((drawn) => {
    const inverse = drawn.inverse && index > 0 ? ` ; owl:inverseOf :P${index - 1}` : '';
    return `owl:ObjectProperty${drawn.functional} ; ${drawn.domain} ; rdfs:range ${classesOf(drawn.range)}${inverse}`;
  });
  const data = fc
    .record({ domain, functional, range: fc.uniqueArray(fc.constantFrom(...datatypes), { minLength: 1, maxLength: 3 }) })
    .map((drawn) => `owl:DatatypeProperty${drawn.functional} ; ${drawn.domain} ; rdfs:range ${datatypesOf(drawn.range)}`);
  return fc
    .tuple(fc.oneof({ weight: 3, arbitrary: object }, { weight: 1, arbitrary: data }), plural)
    .map(([says, s]) => `:P${index} a ${says} ; rdfs:label "p${index} thing${s}" .`);
}

/** Draws a restriction or a shape. */
const narrowing = (size: number, properties: number): fc.Arbitrary<Narrowing> =>
  fc.record({
    class: fc.integer({ min: 0, max: size - 1 }),
    property: fc.integer({ min: 0, max: properties - 1 }),
    says: fc.oneof(
      indices(size, 3).map((classes) => `owl:allValuesFrom ${classesOf(classes)}`),
      indices(size, 2).map((classes) => `owl:someValuesFrom ${classesOf(classes)}`),
      fc.constantFrom(
        'owl:maxCardinality 1',
        'owl:minCardinality 1',
        'owl:cardinality 1',
        'owl:minCardinality 2',
        'owl:maxCardinality 0',
      ),
      indices(size, 2).map((classes) => `sh:or ( ${classes.map((n) => `[ sh:class :C${n} ]`).join(' ')} [ sh:class :C0 ] )`),
      fc.constantFrom('sh:maxCount 1', 'sh:minCount 1', 'sh:maxCount 3'),
    ),
  });

const drawn = (size: number, properties: number, circles: boolean): fc.Arbitrary<Drawn> =>
  fc.record({
    parents: fc.tuple(
      ...Array.from({ length: size }, (_, i) =>
        fc.uniqueArray(fc.integer({ min: 0, max: circles ? size - 1 : Math.max(0, i - 1) }), {
          maxLength: i === 0 && !circles ? 0 : 3,
        }),
      ),
    ),
    properties: fc.tuple(...Array.from({ length: properties }, (_, i) => property(size, i))),
    narrowings: fc.array(narrowing(size, properties), { maxLength: 6 }),
    order: fc.array(fc.nat(), { minLength: 2 * size + properties + 6, maxLength: 2 * size + properties + 6 }),
  });

function statement({ class: cls, property, says }: Narrowing): string {
  return says.startsWith('sh:')
    ? `[] a sh:NodeShape ; sh:targetClass :C${cls} ; sh:property [ sh:path :P${property} ; ${says} ] .`
    : `:C${cls} rdfs:subClassOf [ a owl:Restriction ; owl:onProperty :P${property} ; ${says} ] .`;
}

function turtleOf({ parents, properties, narrowings, order }: Drawn): string {
  const statements = [
    ...parents.map((_, i) => `:C${i} a owl:Class .`),
    ...parents.flatMap((above, i) =>
      above.length === 0 ? [] : [`:C${i} rdfs:subClassOf ${above.map((n) => `:C${n}`).join(' , ')} .`],
    ),
    ...properties,
    ...narrowings.map(statement),
  ];
  const rank = (i: number) => order[i] ?? 0;
  return statements
    .map((text, i) => ({ text, i }))
    .sort((a, b) => rank(a.i) - rank(b.i) || a.i - b.i)
    .map(({ text }) => text)
    .join('\n');
}

/** Turtle without declarations of its prefixes: `owl:`, `rdfs:`, `xsd:`, `sh:` and the empty one. */
export const ontologies: fc.Arbitrary<string> = fc
  .tuple(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 1, max: 5 }), fc.boolean())
  .chain(([size, properties, circles]) => drawn(size, properties, circles))
  .map(turtleOf);

const facets = [
  'sh:maxLength 9',
  'sh:minLength 2',
  'sh:pattern "a"',
  'sh:in ( "a" "b" )',
  'sh:in ( "b" "c" "d" )',
  'sh:maxInclusive 7',
];

/** Draws a shape with a constraint on values. */
const facet = (size: number, properties: number): fc.Arbitrary<Narrowing> =>
  fc.record({
    class: fc.integer({ min: 0, max: size - 1 }),
    property: fc.integer({ min: 0, max: properties - 1 }),
    says: fc.constantFrom(...facets),
  });

/** The random parts of a version of an ontology. */
interface Version {
  readonly drawn: Drawn;
  readonly facets: readonly Narrowing[];
}

/** Returns the next version: `before`, with the parts whose numbers are in `taken` replaced by those of `other`. */
function nextVersion(before: Version, other: Version, taken: readonly number[]): Version {
  const size = before.drawn.parents.length;
  const properties = before.drawn.properties.length;
  const isTaken = (i: number) => taken.includes(i);
  return {
    drawn: {
      parents: before.drawn.parents.map((parents, i) => (isTaken(i) ? (other.drawn.parents[i] ?? parents) : parents)),
      properties: before.drawn.properties.map((text, i) => (isTaken(size + i) ? (other.drawn.properties[i] ?? text) : text)),
      narrowings: isTaken(size + properties) ? other.drawn.narrowings : before.drawn.narrowings,
      order: before.drawn.order,
    },
    facets: isTaken(size + properties + 1) ? other.facets : before.facets,
  };
}

const versionText = ({ drawn: version, facets: all }: Version): string =>
  `${turtleOf(version)}\n${all.map((each) => statement(each)).join('\n')}`;

/**
 * Draws versions of an ontology; each version changes a few statements of the previous one.
 *
 * @param least minimum number of versions
 * @param most maximum number of versions
 */
const chainsOf = (least: number, most: number): fc.Arbitrary<readonly string[]> =>
  fc
    .tuple(fc.integer({ min: 1, max: 6 }), fc.integer({ min: 1, max: 5 }))
    .chain(([size, properties]) => {
      const version = fc.record({
        drawn: drawn(size, properties, false),
        facets: fc.array(facet(size, properties), { maxLength: 3 }),
      });
      const change = fc.record({
        other: version,
        taken: fc.array(fc.integer({ min: 0, max: size + properties + 2 }), { minLength: 1, maxLength: 3 }),
      });
      return fc.tuple(version, fc.array(change, { minLength: least - 1, maxLength: most - 1 }));
    })
    .map(([first, changes]) => {
      const all: Version[] = [first];
      for (const { other, taken } of changes) all.push(nextVersion(all.at(-1) as Version, other, taken));
      return all.map(versionText);
    });

/** Two versions of an ontology. */
export const versions = chainsOf(2, 2) as fc.Arbitrary<readonly [string, string]>;

/** The history of an ontology: three to nine versions. */
export const histories = chainsOf(3, 9);
