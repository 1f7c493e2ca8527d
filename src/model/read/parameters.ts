import { type Node, type Ontology, SHACL, type Statement, sh } from '../../ontology/index.ts';
import { countIn, faultOfCount } from '../kinds/counts.ts';
import { facetsOf, faultOfFacet, faultOfPattern, patternOf } from './facets.ts';
import type { Saying } from './facts.ts';
import { schemeAskedBy } from './schemes.ts';
import { nodeKinds, type Terms, tagged } from './terms.ts';

/** A parameter of a property shape, and what it is read with. */
export interface Asked {
  /** The shape; none where its path is turned round. */
  readonly shape: Node | undefined;
  readonly statement: Statement;
  readonly ontology: Ontology;
  /** The classes whose instances a shape is about. */
  readonly classesOf: (shape: Node) => readonly Node[];
}

/** What a parameter says of the values, and why that is nothing, or less than it says. */
export interface Reading {
  readonly says?: readonly Saying[];
  readonly shortfall?: string;
  /** What is wrong with it. */
  readonly fault?: string;
}

type Read = (asked: Asked) => Reading;

/** Reads a parameter of SHACL Core (SHACL, 4) as facts. */
export function readParameter(asked: Asked): Reading {
  const read = readers.get(asked.statement.predicate);
  if (read) return read(asked);
  const fault = faultOfFacet(asked.statement);
  if (fault !== undefined) return { fault };
  const says = facetsOf(asked.statement).map((facet): Saying => ({ kind: 'facet', facet }));
  return says.length > 0 ? { says } : { shortfall: 'this parameter is not read' };
}

const unread =
  (shortfall: string): Read =>
  () => ({ shortfall });

const NO_RESOURCE: Reading = { shortfall: 'its value is a literal, which says nothing here' };

/** What says something by a resource. */
const byResource =
  (read: (node: Node, asked: Asked) => Reading): Read =>
  (asked) =>
    typeof asked.statement.object === 'string' ? read(asked.statement.object, asked) : NO_RESOURCE;

const byCount =
  (kind: 'min' | 'max'): Read =>
  ({ statement }) => {
    const fault = faultOfCount(statement.object);
    return fault === undefined ? { says: [{ kind, count: countIn(statement.object) as number }] } : { fault };
  };

const alternatives = byResource((head, asked) => {
  const range = alternativesOf(head, asked);
  return range ? { says: [range] } : { shortfall: 'only alternatives of datatypes or classes are read' };
});

const OF_VALUES = 'what holds of the values themselves is read only where a shape of their class says it';

const LANGUAGE = 'texts are kept without their language';

/** What says only which nodes values may be. */
function termsOnly(terms: Terms | undefined): Reading {
  return terms ? { says: [{ kind: 'terms', terms }] } : {};
}

const readers: ReadonlyMap<string, Read> = new Map<string, Read>([
  [sh.minCount, byCount('min')],
  [sh.maxCount, byCount('max')],
  [sh.datatype, byResource((node) => ({ says: [{ kind: 'range', nodes: [node], as: 'datatype' }] }))],
  [sh.class, byResource((node) => ({ says: [{ kind: 'range', nodes: [node], as: 'class' }] }))],
  [
    sh.node,
    byResource((node, { ontology, classesOf }) => {
      const nodes = classesOf(node);
      if (nodes.length > 0) return { says: [{ kind: 'range', nodes }] };
      const concepts = conceptsOf(node, ontology);
      if (concepts) return concepts;
      const shortfall = 'the shape of the values is that of no class';
      // What has properties is a resource.
      const isOfResources = ontology.node(node, sh.property) !== undefined;
      return { ...(isOfResources && { says: [{ kind: 'node-kind', literal: false }] }), shortfall };
    }),
  ],
  [sh.or, alternatives],
  [sh.xone, alternatives],
  [
    sh.nodeKind,
    ({ statement: { object } }) =>
      object === sh.Literal || object === sh.IRI || object === sh.BlankNodeOrIRI
        ? { says: [{ kind: 'node-kind', literal: object === sh.Literal }] }
        : { ...termsOnly(nodeKinds.get(object)), shortfall: 'this kind of node is not told apart' },
  ],
  [sh.in, byResource((head) => ({ says: [{ kind: 'in', head }] }))],
  [sh.hasValue, ({ statement }) => ({ says: [{ kind: 'value', term: statement.object }] })],
  [sh.defaultValue, ({ statement }) => ({ says: [{ kind: 'default', term: statement.object }] })],
  [sh.pattern, readPattern],
  [sh.uniqueLang, unread(LANGUAGE)],
  [`${SHACL}languageIn`, () => ({ ...termsOnly(tagged), shortfall: LANGUAGE })],
  [sh.closed, unread(OF_VALUES)],
  // What has properties is a resource.
  [
    sh.property,
    ({ statement: { object }, ontology }) => {
      const concepts = typeof object === 'string' ? conceptsOf(object, ontology) : undefined;
      return concepts ?? { says: [{ kind: 'node-kind', literal: false }], shortfall: OF_VALUES };
    },
  ],
]);

/** What a shape says of values that it asks to be concepts of a scheme; undefined if it does not. */
function conceptsOf(shape: Node, ontology: Ontology): Reading | undefined {
  const asked = schemeAskedBy(ontology, shape);
  if (!asked) return undefined;
  const says: readonly Saying[] = [
    { kind: 'node-kind', literal: false },
    { kind: 'concept', scheme: asked.scheme },
  ];
  return asked.isAll ? { says } : { says, shortfall: OF_VALUES };
}

function readPattern({ shape, statement: { object }, ontology }: Asked): Reading {
  const flags = shape === undefined ? '' : (ontology.literals(shape, sh.flags)[0]?.value ?? '');
  const fault = faultOfPattern(object, flags, 'xpath');
  if (fault !== undefined || typeof object === 'string') return { fault: fault as string };
  return { says: [{ kind: 'facet', facet: { kind: 'pattern', pattern: patternOf(object.value, flags, 'xpath') } }] };
}

/** Datatypes or classes, if every member of the list names one and says nothing else. */
function alternativesOf(head: Node, { ontology, classesOf }: Asked): Saying | undefined {
  const nodes: Node[] = [];
  const predicates = new Set<string>();
  for (const member of ontology.list(head)) {
    const [only, ...others] = ontology
      .statements(member)
      .filter(({ predicate }) => predicate.startsWith(SHACL) && predicate !== sh.nodeKind);
    if (!only || others.length > 0 || typeof only.object !== 'string') return undefined;
    const classes = only.predicate === sh.node ? classesOf(only.object) : [];
    if (only.predicate === sh.datatype || only.predicate === sh.class) nodes.push(only.object);
    else if (classes.length > 0) for (const each of classes) nodes.push(each);
    else return undefined;
    predicates.add(only.predicate);
  }
  if (nodes.length === 0) return undefined;
  const as = predicates.has(sh.datatype) ? 'datatype' : 'class';
  return { kind: 'range', nodes, ...((predicates.size === 1 || as === 'class') && { as }) };
}
