import type { Quad } from 'oxigraph';
import SHACLValidator from 'rdf-validate-shacl';
import { concreteClasses, type Demand, type DemandKind, type Field, type FieldType, kindOf } from '../../../src/model/index.ts';
import { loadEngine, RDFS, rdf, XSD } from '../../../src/ontology/index.ts';
import { datatypeOf, isKeyOfOther } from '../../support/rdf.ts';
import type { Corpus, Document } from '../documents.ts';
import { isLong } from '../ontology-documents.ts';
import { isFault } from '../rdf.ts';
import { type Verdict, validateDocument } from '../referee.ts';
import type { Answer, Layer } from './layer.ts';

/** Constraints that shapes can state and RDF can violate. Only JSON shows whether a value is a list, or a list is present. */
const shapeConstraints: ReadonlySet<DemandKind> = new Set<DemandKind>([
  ...(['required', 'absent', 'min-items', 'max-items', 'contains', 'constant', 'values', 'irreflexive'] as const),
  ...(['minimum', 'maximum', 'min-length', 'max-length', 'pattern', 'choice', 'total', 'comparison'] as const),
]);

/** Number of documents per run. The engine needs more than linear time, and documents are independent of each other. */
const BATCH = 2000;
/** Maximum number of documents for an ontology of the full run, evenly chosen, because the engine is slow with many shapes. */
const MAX_LONG_DOCUMENTS = 800;

/** Creates the RDF datasets that validators read. */
const { factory } = new SHACLValidator(new Set() as never);

/**
 * Copies a quad, so that it no longer depends on Oxigraph. Each access to a term of Oxigraph creates an object that WebAssembly
 * tracks until it is garbage-collected, and the validator accesses terms so often that collection would take all the time.
 */
function copyQuad({ subject, predicate, object }: Quad) {
  return factory.quad(copyTerm(subject) as never, copyTerm(predicate) as never, copyTerm(object) as never);
}

function copyTerm(term: Quad['object']) {
  switch (term.termType) {
    case 'NamedNode':
      return factory.namedNode(term.value);
    case 'BlankNode':
      return factory.blankNode(term.value);
    case 'Literal':
      return factory.literal(term.value, term.language || factory.namedNode(term.datatype.value));
    default:
      throw new Error(`no term of data: ${term.termType}`);
  }
}

/** Converts documents to triples and validates them with rdf-validate-shacl and the shapes. Writes no JSON. */
export const shapes: Layer = async (corpora, target) => {
  const { parse } = await loadEngine();
  const read = (text: string) => [...parse(text, { format: 'text/turtle' })].map(copyQuad);
  const all: (Answer | undefined)[][] = [];
  for (const corpus of corpora) {
    const graph = read(target.generate(corpus.model)[0]?.content ?? '');
    // Each batch needs a new engine, because an engine caches the instances of classes.
    const engine = () => new SHACLValidator(factory.dataset(graph as never));
    const stride = isLong(corpus.slug) ? Math.ceil(corpus.documents.length / MAX_LONG_DOCUMENTS) : 1;
    const chosen = corpus.documents.filter((_, i) => i % stride === 0);
    const answers: (Answer | undefined)[] = corpus.documents.map(() => undefined);
    for (let at = 0; at < chosen.length; at += BATCH) {
      const documents = chosen.slice(at, at + BATCH);
      for (const [i, answer] of (await answersTo({ ...corpus, documents }, engine(), read)).entries()) {
        answers[(at + i) * stride] = answer;
      }
    }
    all.push(answers);
  }
  return all;
};

async function answersTo(
  corpus: Corpus,
  validator: SHACLValidator,
  read: (text: string) => readonly unknown[],
): Promise<readonly (Answer | undefined)[]> {
  const { data, asked } = asRdf(corpus);
  const isAsked = new Set(asked);
  const report = await runValidator(validator, factory.dataset(read(data.join('\n')) as never) as never);
  if (!report) return corpus.documents.map(() => undefined);
  const faults = new Map<number, string>();
  for (const { focusNode, sourceConstraintComponent, path } of report.results) {
    const at = /^urn:example:document:(\d+)$/.exec(String(focusNode?.value))?.[1];
    if (at !== undefined) faults.set(Number(at), `${sourceConstraintComponent?.value} at ${JSON.stringify(path)}`);
  }
  return corpus.documents.map((_, i) => {
    if (!isAsked.has(i)) return undefined;
    const fault = faults.get(i);
    return fault === undefined ? {} : { fault };
  });
}

/**
 * Returns the report of the engine; undefined if it fails with a syntax error. The engine compiles patterns as JavaScript
 * expressions, but patterns of XPath with `\i`, `\c` or a subtraction are not valid there.
 */
async function runValidator(validator: SHACLValidator, data: never) {
  try {
    return await validator.validate(data);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return undefined;
  }
}

/** Converts the documents that RDF can express to Turtle. Each one is the node `urn:example:document:` with its index. */
export function asRdf(corpus: Corpus): { readonly data: readonly string[]; readonly asked: readonly number[] } {
  const data = [...superclasses(corpus)];
  const asked: number[] = [];
  for (const [i, document] of corpus.documents.entries()) {
    const verdict = validateDocument(document.variant, document.text);
    if (!isExpressibleInRdf(document, verdict)) continue;
    asked.push(i);
    data.push(...statements(document, verdict, i));
  }
  return { data, asked };
}

/**
 * Returns whether RDF can express a document, and shapes the constraints that it violates: records of valid values, and lists
 * without duplicates, because the values of a property are a set (SHACL 1.0, section 1).
 */
function isExpressibleInRdf(document: Document, { meaning, broken }: Verdict): boolean {
  const { variant, form, clashes } = document;
  if (variant.role !== 'entity' || form !== undefined || clashes || isFault(document)) return false;
  // Fields without an IRI, such as the discriminator, are not in RDF: the type of the node states the class.
  const isAsked = (demand: Demand) =>
    shapeConstraints.has(demand.kind) && !('field' in demand && demand.field?.iri === undefined);
  if (!broken.every(({ demand }) => demand && isAsked(demand))) return false;
  if (!meaning.has('id')) return false;
  return [...meaning.values()].every((values) => new Set(values).size === values.length);
}

function superclasses({ model }: Corpus): readonly string[] {
  return model.classes.flatMap(({ iri, parents }) => parents.map((parent) => `<${iri}> <${RDFS}subClassOf> <${parent.iri}> .`));
}

/** Converts a document to Turtle. Each referenced instance gets a type that matches the field. */
function statements({ variant }: Document, { meaning }: Verdict, i: number): readonly string[] {
  const subject = `<urn:example:document:${i}>`;
  const fields = new Map(variant.class.allFields.map((field) => [field.name, field]));
  const found = [`${subject} a <${variant.class.iri}> .`];
  const [id] = meaning.get('id') ?? [];
  for (const [name, values] of meaning) {
    const field = fields.get(name) as Field;
    if (field.iri === undefined) continue;
    for (const value of values) {
      const target = field.type.kind === 'reference' ? field.type.target : undefined;
      const isOwn = value === id && (target === variant.class || variant.class.ancestors.some((one) => one === target));
      const object = isOwn ? subject : term(field.type, value, i);
      const isBack = isKeyOfOther(field);
      found.push(isBack ? `${object} <${field.iri}> ${subject} .` : `${subject} <${field.iri}> ${object} .`);
      if (target && !isOwn)
        found.push(`${object} a <${(target.abstract ? concreteClasses(target)[0] : target)?.iri ?? target.iri}> .`);
    }
  }
  return found;
}

function term(type: FieldType, value: string, i: number): string {
  switch (type.kind) {
    case 'scalar': {
      const datatype = datatypeOf(type);
      if (datatype === 'resource') return `<${value}>`;
      if (datatype === rdf.langString) return `${JSON.stringify(value)}@en`;
      // rdflib distinguishes strings with and without the datatype, which are equal (RDF 1.1 Concepts, 3.3).
      return JSON.stringify(value) + (datatype === `${XSD}string` ? '' : `^^<${datatype}>`);
    }
    case 'union': {
      // In the referee's meaning, a value of a union begins with its kind.
      const at = value.indexOf(' ');
      const member = type.union.members.find(({ scalar }) => scalar === value.slice(0, at));
      if (!member || kindOf(member.scalar) === undefined) throw new Error(`no member of ${type.union.name}: ${value}`);
      return term(member, value.slice(at + 1), i);
    }
    case 'enumeration': {
      const iri = type.enumeration.values.find((one) => one.value === value)?.iri;
      return iri === undefined ? JSON.stringify(value) : `<${iri}>`;
    }
    case 'id':
    case 'reference':
      return `<urn:example:document:${i}:${type.kind === 'id' ? '' : type.target.name}:${value}>`;
    default:
      return type satisfies never;
  }
}
