import fc from 'fast-check';

/**
 * Random histories of ontologies made of single edits, as maintainers make them: each version applies one to eight edits to
 * the previous one. `edits` lists all kinds of edits.
 */

interface Class {
  readonly iri: string;
  readonly label?: string;
  readonly parents: readonly string[];
  readonly key?: string;
  readonly comment?: string;
  readonly disjoint?: string;
}

interface Shape {
  readonly min?: number;
  readonly max?: number;
  readonly isDefault?: boolean;
  readonly facet?: string;
}

interface Property {
  readonly iri: string;
  readonly label?: string;
  readonly domain: readonly string[];
  /** A datatype, or the IRIs of classes and enumerations. */
  readonly range: readonly string[];
  readonly isFunctional: boolean;
  readonly inverse?: string;
  readonly shape: Shape;
  readonly comment?: string;
}

interface Enumeration {
  readonly iri: string;
  readonly label?: string;
  readonly values: readonly { readonly iri: string; readonly label?: string }[];
}

interface World {
  readonly classes: readonly Class[];
  readonly properties: readonly Property[];
  readonly enumerations: readonly Enumeration[];
  /** A counter for new IRIs and labels. */
  readonly next: number;
  /** Maps IRIs of the previous version to their new IRIs. */
  readonly renamed: ReadonlyMap<string, string>;
}

/** Random numbers from which an edit makes its choices. */
interface Choices {
  readonly a: number;
  readonly b: number;
}

const datatypes = [
  ...['string', 'int', 'long', 'short', 'integer', 'decimal', 'double', 'float'],
  ...['date', 'dateTime', 'boolean', 'anyURI', 'duration', 'base64Binary'],
].map((name) => `xsd:${name}`);

/** A default value and useful constraints for each datatype. */
const samples: Readonly<Record<string, { readonly value: string; readonly facets: readonly string[] }>> = {
  'xsd:string': {
    value: '"a default; \'quoted\'"',
    facets: ['sh:maxLength 40', 'sh:maxLength 90', 'sh:minLength 1', 'sh:pattern "a"', 'sh:in ( "a" "b" )', 'sh:in ( "b" "c" )'],
  },
  'xsd:int': { value: '7', facets: ['sh:maxInclusive 70', 'sh:minInclusive 0', 'sh:minExclusive -3', 'sh:in ( 1 7 )'] },
  'xsd:long': { value: '"7"^^xsd:long', facets: ['sh:maxInclusive 70', 'sh:minInclusive 0'] },
  'xsd:decimal': { value: '7.5', facets: ['sh:maxInclusive 70.5', 'sh:minInclusive 0.0'] },
  'xsd:boolean': { value: 'true', facets: ['sh:hasValue true'] },
  'xsd:date': { value: '"2020-02-02"^^xsd:date', facets: ['sh:minInclusive "1990-01-01"^^xsd:date'] },
};

const pick = <T>(all: readonly T[], n: number): T | undefined => all[n % Math.max(1, all.length)];

function changed<T extends { readonly iri: string }>(all: readonly T[], n: number, change: (each: T) => T): readonly T[] {
  const chosen = pick(all, n);
  return all.map((each) => (each === chosen ? change(each) : each));
}

const withClass = (world: World, n: number, change: (each: Class) => Class): World => ({
  ...world,
  classes: changed(world.classes, n, change),
});
const withProperty = (world: World, n: number, change: (each: Property) => Property): World => ({
  ...world,
  properties: changed(world.properties, n, change),
});
const withEnumeration = (world: World, n: number, change: (each: Enumeration) => Enumeration): World => ({
  ...world,
  enumerations: changed(world.enumerations, n, change),
});
const withShape = (world: World, n: number, change: (shape: Shape, property: Property) => Shape): World =>
  withProperty(world, n, (each) => ({ ...each, shape: change(each.shape, each) }));

const withLabel = (label: string | undefined) => (label === undefined ? {} : { label });
const isData = ({ range }: Property): boolean => range[0]?.startsWith('xsd:') === true;
const word = (kind: string, n: number): string => `${kind} ${String.fromCharCode(97 + (n % 26))}${n}`;

/** True if a class is a subclass of another one, or the same class. */
function isBelow(world: World, iri: string, above: string): boolean {
  const found = new Set([iri]);
  for (const each of found) for (const parent of world.classes.find((one) => one.iri === each)?.parents ?? []) found.add(parent);
  return found.has(above);
}

/** Replaces an IRI everywhere and records the renaming. */
function renamedTo(world: World, from: string, to: string): World {
  const now = (iri: string) => (iri === from ? to : iri);
  const rename = new Map([...world.renamed].map(([a, b]) => [a, now(b)]));
  if (![...world.renamed.values()].includes(from)) rename.set(from, to);
  return {
    ...world,
    renamed: rename,
    classes: world.classes.map((each) => ({
      ...each,
      iri: now(each.iri),
      parents: each.parents.map(now),
      ...(each.key && { key: now(each.key) }),
      ...(each.disjoint && { disjoint: now(each.disjoint) }),
    })),
    properties: world.properties.map((each) => ({
      ...each,
      iri: now(each.iri),
      domain: each.domain.map(now),
      range: each.range.map(now),
      ...(each.inverse && { inverse: now(each.inverse) }),
    })),
    enumerations: world.enumerations.map((each) => ({ ...each, iri: now(each.iri) })),
  };
}

/** Removes a class. Its superclasses replace it in domains; a property without a domain or range is removed, too. */
function withoutClass(world: World, iri: string): World {
  const above = world.classes.find((each) => each.iri === iri)?.parents ?? [];
  const without = (all: readonly string[]) => all.filter((each) => each !== iri);
  const properties = world.properties
    .map((each) => ({
      ...each,
      domain: each.domain.includes(iri) ? [...new Set([...without(each.domain), ...above])].slice(0, 2) : each.domain,
      range: without(each.range),
    }))
    .filter(({ domain, range }) => domain.length > 0 && range.length > 0);
  return {
    ...world,
    properties,
    classes: world.classes
      .filter((each) => each.iri !== iri)
      .map(({ disjoint, ...each }) => ({
        ...each,
        parents: without(each.parents),
        ...(disjoint !== undefined && disjoint !== iri && { disjoint }),
      })),
  };
}

const addProperty = (world: World, domain: number, range: readonly string[]): World => {
  const owner = pick(world.classes, domain);
  if (!owner) return world;
  const property = { iri: `:p${world.next}`, domain: [owner.iri], range, isFunctional: domain % 3 > 0, shape: {} };
  return { ...world, next: world.next + 1, properties: [...world.properties, property] };
};

/** The edits by name. */
const edits = {
  'class added': (world, { a, b }) => {
    const parent = pick(world.classes, b);
    const made: Class = { iri: `:C${world.next}`, parents: parent && a % 2 === 0 ? [parent.iri] : [] };
    return { ...world, next: world.next + 1, classes: [...world.classes, made] };
  },
  'class removed': (world, { a }) => (world.classes.length < 3 ? world : withoutClass(world, pick(world.classes, a)?.iri ?? '')),
  'class relabelled': (world, { a }) => ({
    ...withClass(world, a, (each) => ({ ...each, label: word('Kind', world.next) })),
    next: world.next + 1,
  }),
  'class labels exchanged': (world, { a, b }) => {
    const [one, other] = [pick(world.classes, a), pick(world.classes, b)];
    if (!one || !other) return world;
    const [x, y] = [one.label ?? `Was ${one.iri.slice(1)}`, other.label ?? `Was ${other.iri.slice(1)}`];
    const labels = new Map([
      [one, y],
      [other, x],
    ]);
    return { ...world, classes: world.classes.map((each) => ({ ...each, ...withLabel(labels.get(each)) })) };
  },
  'class renamed': (world, { a }) => {
    const iri = pick(world.classes, a)?.iri;
    return iri === undefined ? world : { ...renamedTo(world, iri, `:C${world.next}`), next: world.next + 1 };
  },
  'superclass gained': (world, { a, b }) => {
    const parent = pick(world.classes, b);
    return withClass(world, a, (each) =>
      !parent || each.parents.includes(parent.iri) || isBelow(world, parent.iri, each.iri)
        ? each
        : { ...each, parents: [...each.parents, parent.iri] },
    );
  },
  'superclass lost': (world, { a, b }) =>
    withClass(world, a, (each) => ({ ...each, parents: each.parents.filter((iri) => iri !== pick(each.parents, b)) })),
  'class split off above': (world, { a, b }) => {
    const below = pick(world.classes, a);
    if (!below) return world;
    const made: Class = { iri: `:C${world.next}`, parents: below.parents };
    const up = (each: Property, i: number) =>
      each.domain.includes(below.iri) && (i + b) % 2 === 0
        ? { ...each, domain: each.domain.map((iri) => (iri === below.iri ? made.iri : iri)) }
        : each;
    return {
      ...world,
      next: world.next + 1,
      classes: [...world.classes.map((each) => (each === below ? { ...each, parents: [made.iri] } : each)), made],
      properties: world.properties.map(up),
    };
  },
  'disjointness said or not': (world, { a, b }) => {
    const other = pick(world.classes, b);
    return withClass(world, a, ({ disjoint, ...each }) =>
      disjoint !== undefined || !other || isBelow(world, each.iri, other.iri) || isBelow(world, other.iri, each.iri)
        ? each
        : { ...each, disjoint: other.iri },
    );
  },
  'key gained or lost': (world, { a, b }) =>
    withClass(world, a, ({ key, ...each }) => {
      const own = world.properties.filter((one) => one.domain.includes(each.iri) && one.isFunctional && isData(one));
      const chosen = pick(own, b);
      return key === undefined && chosen ? { ...each, key: chosen.iri } : each;
    }),
  'data property added': (world, { a, b }) => addProperty(world, a, [pick(datatypes, b) as string]),
  'object property added': (world, { a, b }) =>
    addProperty(world, a, world.classes.length > 0 ? [pick(world.classes, b)?.iri ?? ''] : ['xsd:string']),
  'enumerated property added': (world, { a, b }) =>
    addProperty(world, a, world.enumerations.length > 0 ? [pick(world.enumerations, b)?.iri ?? ''] : ['xsd:string']),
  'property removed': (world, { a }) => {
    const gone = pick(world.properties, a);
    return { ...world, properties: world.properties.filter((each) => each !== gone) };
  },
  'property relabelled': (world, { a, b }) => ({
    ...withProperty(world, a, (each) => ({ ...each, label: `${word('named', world.next)}${b % 3 === 0 ? ' things' : ''}` })),
    next: world.next + 1,
  }),
  // To swap two names, a migration needs a temporary one.
  'labels exchanged': (world, { a, b }) => {
    const [one, other] = [pick(world.properties, a), pick(world.properties, b)];
    if (!one || !other) return world;
    const [x, y] = [one.label ?? `was ${one.iri.slice(1)}`, other.label ?? `was ${other.iri.slice(1)}`];
    const labels = new Map([
      [one, y],
      [other, x],
    ]);
    return { ...world, properties: world.properties.map((each) => ({ ...each, ...withLabel(labels.get(each)) })) };
  },
  'property renamed': (world, { a }) => {
    const iri = pick(world.properties, a)?.iri;
    return iri === undefined ? world : { ...renamedTo(world, iri, `:p${world.next}`), next: world.next + 1 };
  },
  'property moved': (world, { a, b }) => {
    const owner = pick(world.classes, b);
    return owner ? withProperty(world, a, (each) => ({ ...each, domain: [owner.iri] })) : world;
  },
  'domain widened': (world, { a, b }) => {
    const owner = pick(world.classes, b);
    return owner ? withProperty(world, a, (each) => ({ ...each, domain: [...new Set([...each.domain, owner.iri])] })) : world;
  },
  'datatype changed': (world, { a, b }) =>
    withProperty(world, a, ({ shape: { facet: _, isDefault: _default, ...shape }, ...each }) =>
      isData({ ...each, shape }) ? { ...each, shape, range: [pick(datatypes, b) as string] } : { ...each, shape },
    ),
  // A string or an IRI becomes a reference to a class, or the other way round.
  'data or reference': (world, { a, b }) => {
    const other = pick(world.classes, b);
    return withProperty(world, a, ({ shape: { facet: _, isDefault: _default, ...shape }, inverse: _inverse, ...each }) => {
      const wasData = isData({ ...each, shape });
      return { ...each, shape, range: [wasData && other ? other.iri : b % 2 === 0 ? 'xsd:string' : 'xsd:anyURI'] };
    });
  },
  'range changed': (world, { a, b }) => {
    const other = pick(world.classes, b);
    if (!other) return world;
    return withProperty(world, a, (each) => {
      if (isData(each)) return each;
      return { ...each, range: b % 3 === 0 ? [...new Set([...each.range, other.iri])] : [other.iri] };
    });
  },
  'one to many, or back': (world, { a }) => withProperty(world, a, (each) => ({ ...each, isFunctional: !each.isFunctional })),
  'inverse said or not': (world, { a, b }) => {
    const other = pick(world.properties, b);
    return withProperty(world, a, ({ inverse, ...each }) =>
      inverse !== undefined || !other || isData(each) || isData(other) || other.iri === each.iri
        ? each
        : { ...each, inverse: other.iri },
    );
  },
  'required or optional': (world, { a }) => withShape(world, a, ({ min, ...shape }) => ({ ...shape, min: min === 1 ? 0 : 1 })),
  'most values': (world, { a, b }) =>
    withShape(world, a, ({ max, ...shape }) => (max === undefined ? { ...shape, max: 1 + (b % 4) } : shape)),
  'default gained or lost': (world, { a }) =>
    withShape(world, a, ({ isDefault, ...shape }) => ({ ...shape, isDefault: !isDefault })),
  'condition changed': (world, { a, b }) =>
    withShape(world, a, ({ facet, ...shape }, { range }) => {
      const other = pick(samples[range[0] ?? '']?.facets ?? [], b);
      return other === undefined || (facet !== undefined && b % 3 === 0) ? shape : { ...shape, facet: other };
    }),
  'enumeration added': (world) => {
    const values = ['red', 'green', 'blue'].map((name) => ({ iri: `:${name}${world.next}` }));
    return {
      ...world,
      next: world.next + 1,
      enumerations: [...world.enumerations, { iri: `:E${world.next}`, values }],
    };
  },
  'value added': (world, { a }) => ({
    ...withEnumeration(world, a, (each) => ({ ...each, values: [...each.values, { iri: `:value${world.next}` }] })),
    next: world.next + 1,
  }),
  'value removed': (world, { a, b }) =>
    withEnumeration(world, a, (each) =>
      each.values.length < 2 ? each : { ...each, values: each.values.filter((value) => value !== pick(each.values, b)) },
    ),
  'value relabelled': (world, { a, b }) => ({
    ...withEnumeration(world, a, (each) => ({
      ...each,
      values: each.values.map((value) =>
        value === pick(each.values, b) ? { ...value, label: word('tint', world.next) } : value,
      ),
    })),
    next: world.next + 1,
  }),
  'class documented': (world, { a, b }) => withClass(world, a, (each) => ({ ...each, comment: `A class; it's number ${b}.` })),
  'property documented': (world, { a, b }) =>
    withProperty(world, a, (each) => ({ ...each, comment: `Something, ${b}\\n"more".` })),
  'order changed': (world) => ({ ...world, properties: world.properties.toReversed() }),
} as const satisfies Readonly<Record<string, (world: World, choices: Choices) => World>>;

export type Edit = keyof typeof edits;

export const editNames = Object.keys(edits) as Edit[];

interface DrawnEdit extends Choices {
  readonly edit: Edit;
}

/** A version of an ontology and the edits that led to it. */
export interface Edited {
  readonly text: string;
  /** The edits of the previous version. */
  readonly edits: readonly Edit[];
  /** Maps an IRI of the previous version to its new IRI. */
  readonly renamed: (iri: string) => string;
}

const labelStatement = (label: string | undefined) => (label === undefined ? '' : ` ; rdfs:label "${label}"`);
const commentStatement = (comment: string | undefined) => (comment === undefined ? '' : ` ; rdfs:comment """${comment} """`);
const classExpression = (all: readonly string[]) =>
  all.length === 1 ? all[0] : `[ a owl:Class ; owl:unionOf ( ${all.join(' ')} ) ]`;

function shapeOf(property: Property): string {
  const { min, max, isDefault, facet } = property.shape;
  const sample = isData(property) ? samples[property.range[0] ?? ''] : undefined;
  const says = [
    min !== undefined && `sh:minCount ${min}`,
    max !== undefined && `sh:maxCount ${max}`,
    isDefault && sample && `sh:defaultValue ${sample.value}`,
    facet !== undefined && sample && facet,
  ].filter((one) => typeof one === 'string');
  if (says.length === 0) return '';
  return property.domain
    .map((cls) => `[] a sh:NodeShape ; sh:targetClass ${cls} ; sh:property [ sh:path ${property.iri} ; ${says.join(' ; ')} ] .\n`)
    .join('');
}

function turtleOf({ classes, properties, enumerations }: World): string {
  const known = new Set([...classes, ...properties, ...enumerations].map(({ iri }) => iri));
  const isKnown = (iri: string | undefined): iri is string => iri !== undefined && known.has(iri);
  const lines = [
    ...enumerations.flatMap(({ iri, label, values }) => [
      `${iri} a owl:Class${labelStatement(label)} ; owl:oneOf ( ${values.map((value) => value.iri).join(' ')} ) .`,
      ...values.map((value) => `${value.iri} a owl:NamedIndividual${labelStatement(value.label)} .`),
    ]),
    ...classes.map(({ iri, label, parents, key, comment, disjoint }) => {
      const above = parents.map((parent) => ` ; rdfs:subClassOf ${parent}`).join('');
      const more = `${isKnown(key) ? ` ; owl:hasKey ( ${key} )` : ''}${isKnown(disjoint) ? ` ; owl:disjointWith ${disjoint}` : ''}`;
      return `${iri} a owl:Class${labelStatement(label)}${above}${more}${commentStatement(comment)} .`;
    }),
    ...properties.map((each) => {
      const type = `${isData(each) ? 'owl:DatatypeProperty' : 'owl:ObjectProperty'}${each.isFunctional ? ' , owl:FunctionalProperty' : ''}`;
      const inverse = isKnown(each.inverse) ? ` ; owl:inverseOf ${each.inverse}` : '';
      return `${each.iri} a ${type}${labelStatement(each.label)} ; rdfs:domain ${classExpression(each.domain)} ; rdfs:range ${classExpression(each.range)}${inverse}${commentStatement(each.comment)} .\n${shapeOf(each)}`;
    }),
  ];
  return `${lines.join('\n')}\n`;
}

const PREFIX = 'http://example.org/test#';

/** Builds a history: the first version has some classes and properties, and each later one applies its edits. */
function historyOf(first: readonly DrawnEdit[], versions: readonly (readonly DrawnEdit[])[]): readonly Edited[] {
  const none = new Map<string, string>();
  let world: World = { classes: [], properties: [], enumerations: [], next: 1, renamed: none };
  const start: DrawnEdit[] = [
    ...['class added', 'class added', 'enumeration added', 'data property added'].map((edit, i) => ({
      edit: edit as Edit,
      a: i,
      b: i,
    })),
    ...first,
  ];
  const found: Edited[] = [];
  for (const version of [start, ...versions]) {
    world = { ...world, renamed: none };
    for (const each of version) world = edits[each.edit](world, each);
    const renamed = new Map([...world.renamed].map(([a, b]) => [`${PREFIX}${a.slice(1)}`, `${PREFIX}${b.slice(1)}`]));
    found.push({ text: turtleOf(world), edits: version.map(({ edit }) => edit), renamed: (iri) => renamed.get(iri) ?? iri });
  }
  return found;
}

const anyEdit: fc.Arbitrary<DrawnEdit> = fc.record({
  edit: fc.constantFrom(...editNames),
  a: fc.nat({ max: 60 }),
  b: fc.nat({ max: 60 }),
});
const additionEdit: fc.Arbitrary<DrawnEdit> = fc.record({
  edit: fc.constantFrom<Edit>('class added', 'data property added', 'object property added', 'enumerated property added'),
  a: fc.nat({ max: 60 }),
  b: fc.nat({ max: 60 }),
});

/** Histories in Turtle without declarations of prefixes, as in `ontologies.ts`. */
export const editedHistories: fc.Arbitrary<readonly Edited[]> = fc
  .tuple(
    fc.array(additionEdit, { minLength: 2, maxLength: 10 }),
    fc.array(fc.array(anyEdit, { minLength: 1, maxLength: 8 }), { minLength: 1, maxLength: 4 }),
  )
  .map(([first, versions]) => historyOf(first, versions));
