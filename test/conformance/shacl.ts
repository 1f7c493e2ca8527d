import SHACLValidator from 'rdf-validate-shacl';
import type { Field, ScalarKind } from '../../src/model/index.ts';
import { loadEngine, OWL, RDFS, rdf, XSD } from '../../src/ontology/index.ts';
import type { Target } from '../../src/targets/index.ts';
import { datatypeOf, isKeyOfOther } from '../support/rdf.ts';
import type { Json } from './cases.ts';
import { type Judge, type Outcome, refused, taken } from './judge.ts';
import { type Complete, NAMESPACE, type Prepared, type Sample } from './prepare.ts';

/** Creates the RDF datasets that validators read. */
const { factory } = new SHACLValidator(new Set() as never);

/** Converts the samples of a case to RDF and validates them with the shapes of the case. */
export function shacl({ turtle, samples }: Prepared): Promise<readonly Outcome[]> {
  // In the semantics of OWL, each owl:Class is an rdfs:Class, which can be its own shape.
  return judgedBy(`${turtle}\n<${OWL}Class> <${RDFS}subClassOf> <${RDFS}Class> .`, samples);
}

/** Validates the samples with the shapes that a target generates, plus the superclasses in the model. */
export const generatedShapes: Judge = (cases, target: Target) =>
  Promise.all(
    cases.map(({ model, samples }) => {
      const above = model.classes.flatMap(({ iri, parents }) =>
        parents.map((parent) => `<${iri}> <${RDFS}subClassOf> <${parent.iri}> .`),
      );
      return judgedBy([target.generate(model)[0]?.content ?? '', ...above].join('\n'), samples);
    }),
  );

async function judgedBy(turtle: string, samples: readonly Sample[]): Promise<readonly Outcome[]> {
  const { parse } = await loadEngine();
  const read = (text: string) => parse(text, { format: 'text/turtle', base_iri: 'http://example.org/' });
  const ontology = read(turtle);
  const validator = new SHACLValidator(factory.dataset(ontology as never));
  const outcomes: Outcome[] = [];
  for (const { instances } of samples) {
    const data = read(instances.flatMap(statements).join('\n'));
    const report = await validator.validate(factory.dataset([...ontology, ...data] as never));
    const [first] = report.results;
    outcomes.push(report.conforms ? taken : refused(String(first?.sourceConstraintComponent?.value)));
  }
  return outcomes;
}

/** Converts an instance to Turtle. */
function statements({ class: cls, value }: Complete): readonly string[] {
  const subject = `<urn:uuid:${value['id']}>`;
  const found = [`${subject} a <${cls.iri}> .`];
  for (const [key, each] of Object.entries(value)) {
    if (key === 'id' || each === null) continue;
    const field = cls.allFields.find((candidate) => candidate.name === key);
    // In RDF, the type of the node states the class.
    if (field?.discriminator) continue;
    // A key without a field can only be a property with the same name.
    const predicate = field?.iri ?? `${NAMESPACE}${key}`;
    for (const one of Array.isArray(each) ? each : [each]) {
      const object = term(field, one);
      found.push(
        field && isKeyOfOther(field) ? `${object} <${predicate}> ${subject} .` : `${subject} <${predicate}> ${object} .`,
      );
    }
  }
  return found;
}

function term(field: Field | undefined, value: Json): string {
  const type = field?.type;
  // An object without an id.
  if (typeof value === 'object') return '[]';
  if (type?.kind === 'reference' && typeof value === 'string') return `<urn:uuid:${value}>`;
  if (type?.kind === 'enumeration' && type.enumeration.values.some(({ iri }) => iri !== undefined)) {
    return `<${NAMESPACE}${value}>`;
  }
  if (type?.kind === 'scalar' && typeof value === jsonKind(type.scalar)) {
    if (datatypeOf(type) === 'resource') return `<${value}>`;
    if (type.datatype === rdf.langString) return `${JSON.stringify(value)}@en`;
    return `${JSON.stringify(inOneUnit(String(value)))}^^<${datatypeOf(type)}>`;
  }
  return `${JSON.stringify(String(value))}^^<${nativeDatatype(value)}>`;
}

/** Replaces characters of two code units, because the validator does not count characters (SPARQL 1.1, 17.4.3.2). */
const inOneUnit = (text: string): string => text.replace(/[\u{10000}-\u{10ffff}]/gu, '\u2603');

/** Returns the JSON type of a kind. */
function jsonKind(kind: ScalarKind): 'string' | 'number' | 'boolean' {
  if (kind === 'boolean') return 'boolean';
  return /^(u?int|float)\d+$/.test(kind) ? 'number' : 'string';
}

function nativeDatatype(value: Json): string {
  if (typeof value === 'string') return `${XSD}string`;
  if (typeof value === 'boolean') return `${XSD}boolean`;
  return `${XSD}${Number.isInteger(value) ? 'integer' : 'decimal'}`;
}
