import type { Quad } from 'oxigraph';
import SHACLValidator from 'rdf-validate-shacl';
import { concreteClasses, type Demand, type DemandKind, type Field, type FieldType, kindOf } from '../../../src/model/index.ts';
import { loadEngine, RDFS, rdf, XSD } from '../../../src/ontology/index.ts';
import { datatypeOf, isKeyOfOther } from '../../support/rdf.ts';
import type { Corpus, Document } from '../documents.ts';
import { isFault } from '../rdf.ts';
import { judge, type Verdict } from '../referee.ts';
import { isLong } from '../whole.ts';
import type { Answer, Layer } from './layer.ts';

/** What shapes can ask, and documents in RDF can break: that a list is one, or is there, is a matter of JSON. */
const ofShapes: ReadonlySet<DemandKind> = new Set<DemandKind>([
  ...(['required', 'absent', 'min-items', 'max-items', 'contains', 'constant', 'values', 'irreflexive'] as const),
  ...(['minimum', 'maximum', 'min-length', 'max-length', 'pattern', 'choice', 'total'] as const),
]);

/** The engine takes more than twice as long for twice the data, of which no document needs those of another. */
const BATCH = 2000;
/** As many documents of an ontology of the long run are judged, evenly chosen: with many shapes, each takes the engine long. */
const MOST_OF_LONG = 800;

/** Makes data sets of the kind that validators read. */
const { factory } = new SHACLValidator(new Set() as never);

/**
 * A quad without Oxigraph: its terms make an object at each question, which is noted in WebAssembly until it is collected, and
 * the validator asks so often that collecting takes all the time.
 */
function copied({ subject, predicate, object }: Quad) {
  return factory.quad(copiedTerm(subject) as never, copiedTerm(predicate) as never, copiedTerm(object) as never);
}

function copiedTerm(term: Quad['object']) {
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

/** What a document says, as triples, then rdf-validate-shacl with the shapes; RDF is no JSON to be written. */
export const shapes: Layer = async (corpora, target) => {
  const { parse } = await loadEngine();
  const read = (text: string) => [...parse(text, { format: 'text/turtle' })].map(copied);
  const all: (Answer | undefined)[][] = [];
  for (const corpus of corpora) {
    const graph = read(target.generate(corpus.model)[0]?.content ?? '');
    // One for each batch: it remembers the instances of classes.
    const engine = () => new SHACLValidator(factory.dataset(graph as never));
    const stride = isLong(corpus.slug) ? Math.ceil(corpus.documents.length / MOST_OF_LONG) : 1;
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
  const report = await judgedBy(validator, factory.dataset(read(data.join('\n')) as never) as never);
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
 * What the engine says; nothing where it ends in an error of its own: it takes patterns for expressions of JavaScript, which
 * those of XPath with `\i`, `\c` or a subtraction are not.
 */
async function judgedBy(validator: SHACLValidator, data: never) {
  try {
    return await validator.validate(data);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return undefined;
  }
}

/** The documents of a corpus that RDF can say, as Turtle: each is `urn:example:document:` with its number. */
export function asRdf(corpus: Corpus): { readonly data: readonly string[]; readonly asked: readonly number[] } {
  const data = [...superclasses(corpus)];
  const asked: number[] = [];
  for (const [i, document] of corpus.documents.entries()) {
    const verdict = judge(document.variant, document.text);
    if (!isStatable(document, verdict)) continue;
    asked.push(i);
    data.push(...statements(document, verdict, i));
  }
  return { data, asked };
}

/**
 * Whether RDF can say what a document says, and shapes can ask what it breaks: whole records of values that are such; no
 * list that has a value twice, because the values of a property are a set (SHACL 1.0, section 1), and none of two properties.
 */
function isStatable(document: Document, { meaning, broken }: Verdict): boolean {
  const { variant, form, clashes } = document;
  if (variant.role !== 'entity' || form !== undefined || clashes || isFault(document)) return false;
  // The class is told by the type of the node.
  const isAsked = (demand: Demand) => ofShapes.has(demand.kind) && !('field' in demand && demand.field?.iri === undefined);
  if (!broken.every(({ demand }) => demand && isAsked(demand))) return false;
  if (!meaning.has('id')) return false;
  return [...meaning.values()].every((values) => new Set(values).size === values.length);
}

function superclasses({ model }: Corpus): readonly string[] {
  return model.classes.flatMap(({ iri, parents }) => parents.map((parent) => `<${iri}> <${RDFS}subClassOf> <${parent.iri}> .`));
}

/** What a document says, as Turtle; what it refers to is there and of the class that is asked for. */
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
      // rdflib tells a text with the datatype from one without, which are the same (RDF 1.1 Concepts, 3.3).
      return JSON.stringify(value) + (datatype === `${XSD}string` ? '' : `^^<${datatype}>`);
    }
    case 'union': {
      // The referee tells values of different kinds apart by the kind before them.
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
