/** Converts documents to RDF for a SHACL validator: the IRIs of the model with values, not with their spelling in JSON. */

import SHACLValidator from 'rdf-validate-shacl';
import { type DemandKind, type Field, type FieldType, kindOf, type ScalarKind, scalarKinds } from '../../src/model/index.ts';
import { loadEngine } from '../../src/ontology/index.ts';
import type { Corpus, Document } from './documents.ts';
import type { Verdict } from './referee.ts';
import { datatypes, PREFIXES } from './turtle.ts';

/** A document that RDF can express, with the verdict of the referee. */
export interface ExpressibleDocument {
  readonly document: Document;
  readonly verdict: Verdict;
}

/** Facets that are regular expressions. */
const patterns = new Set(['anchored', 'anywhere', 'anyCase']);

/** Deviations of rdf-validate-shacl from its specifications. */
export const faults: readonly { readonly why: string; readonly is: (document: Document) => boolean }[] = [
  {
    why: 'lengths are counted in UTF-16, not in characters (SPARQL 1.1, 17.4.3.2)',
    is: ({ text, facet = '' }) => /length/i.test(facet) && /\\ud[89ab]/i.test(text),
  },
  {
    why: 'expressions are those of JavaScript without the flag `u`: they see halves of characters, and know neither categories nor digits of other scripts',
    is: ({ text, facet = '' }) => facet === 'letters' || (patterns.has(facet) && /[^\x20-\x7e]|\\u/.test(text)),
  },
  {
    why: 'decimals are compared as doubles',
    is: ({ kind, text }) => kind === 'decimal' && /\.\d{20}/.test(text),
  },
  {
    why: 'instants are compared by their milliseconds',
    is: ({ kind, text }) => kind === 'dateTime' && /\.\d{4}/.test(text),
  },
  {
    why: 'the least xsd:int is taken for none',
    is: ({ kind, text }) => kind === 'int32' && text.includes('-2147483648'),
  },
  {
    why: 'no xsd:gMonthDay and no xsd:gDay is taken for one',
    is: ({ kind }) => kind === 'gMonthDay' || kind === 'gDay',
  },
  {
    why: 'IRIs hold characters that are none',
    is: ({ kind, about }) => kind === 'iri' && about === 'form',
  },
];

/** Returns whether a known fault of the validator concerns a document. */
export const isFault = (document: Document): boolean => faults.some(({ is }) => is(document));

/** Constraints that shapes can state and RDF can violate. Only JSON shows whether a value is a list, or a list is present. */
const shapeConstraints: ReadonlySet<DemandKind> = new Set<DemandKind>([
  ...(['required', 'min-items', 'max-items', 'contains', 'constant', 'values'] as const),
  ...(['minimum', 'maximum', 'min-length', 'max-length', 'pattern'] as const),
]);

/**
 * Returns whether RDF can express a document, and shapes the constraints that it violates: records of valid values, and lists
 * without duplicates, because the values of a property are a set (SHACL 1.0, section 1).
 */
export function isExpressible({
  document: { variant, others, clashes },
  verdict: { meaning, broken },
}: ExpressibleDocument): boolean {
  if (variant.role !== 'entity' || clashes || others?.length) return false;
  if (!broken.every(({ demand }) => demand && shapeConstraints.has(demand.kind))) return false;
  if (!meaning.has('id')) return false;
  return [...meaning.values()].every((values) => new Set(values).size === values.length);
}

/** Creates the RDF datasets that validators read. */
const { factory } = new SHACLValidator(new Set() as never);

/** Returns the documents that do not conform to the shapes of a corpus, each with a message. */
export async function rejectedByShapes(
  { shapes = '' }: Corpus,
  all: readonly ExpressibleDocument[],
): Promise<ReadonlyMap<ExpressibleDocument, string>> {
  const { parse } = await loadEngine();
  const read = (text: string) => [...parse(text, { format: 'text/turtle' })];
  const data = read(PREFIXES + all.flatMap(statements).join('\n'));
  const graph = read(canonical(shapes));
  const validator = new SHACLValidator(factory.dataset(graph as never));
  const report = await validator.validate(factory.dataset([...graph, ...data] as never));
  const refused = new Map<ExpressibleDocument, string>();
  for (const { focusNode, sourceConstraintComponent, path } of report.results) {
    const one = all[Number(/\d+$/.exec(String(focusNode?.value))?.[0])];
    if (one) refused.set(one, `${sourceConstraintComponent?.value} at ${JSON.stringify(path)}`);
  }
  return refused;
}

/** Converts literals to the canonical form of documents, because `sh:in` and `sh:hasValue` compare terms (SHACL 1.0, 4.8). */
function canonical(turtle: string): string {
  return turtle.replace(/("(?:[^"\\]|\\.)*")\^\^(xsd:\w+)/g, (all, quoted, datatype) => {
    const kind = scalarKinds.find((one) => datatypes[one] === datatype);
    const value = kind && kindOf(kind).read(JSON.parse(quoted));
    return value === undefined ? all : literal(kind as ScalarKind, value);
  });
}

/** Converts a document to Turtle. */
function statements({ document: { variant }, verdict: { meaning } }: ExpressibleDocument, i: number): readonly string[] {
  const subject = `<urn:example:document:${i}>`;
  const fields = new Map(variant.class.allFields.map((field) => [field.name, field]));
  const found = [`${subject} a <${variant.class.iri}> .`];
  for (const [name, values] of meaning) {
    const field = fields.get(name) as Field;
    if (field.type.kind === 'id') continue;
    for (const value of values) found.push(`${subject} <${field.iri}> ${term(field.type, value)} .`);
  }
  return found;
}

function term(type: FieldType, value: string): string {
  switch (type.kind) {
    case 'scalar':
      return literal(type.scalar, value);
    case 'union': {
      // In the referee's meaning, a value of a union begins with its kind.
      const at = value.indexOf(' ');
      return literal(value.slice(0, at) as ScalarKind, value.slice(at + 1));
    }
    case 'enumeration': {
      const iri = type.enumeration.values.find((one) => one.value === value)?.iri;
      return iri === undefined ? JSON.stringify(value) : `<${iri}>`;
    }
    case 'id':
    case 'reference':
      return `<urn:uuid:${value}>`;
    default:
      return type satisfies never;
  }
}

const literal = (kind: ScalarKind, value: string): string => `${JSON.stringify(value)}^^${datatypes[kind]}`;
