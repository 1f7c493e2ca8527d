import SHACLValidator from 'rdf-validate-shacl';
import type { Field, ScalarKind } from '../../src/model/index.ts';
import { loadEngine, OWL, RDFS, rdf, XSD } from '../../src/ontology/index.ts';
import type { Target } from '../../src/targets/index.ts';
import { datatypeOf, isKeyOfOther } from '../support/rdf.ts';
import type { Json } from './cases.ts';
import { type Judge, type Outcome, refused, taken } from './judge.ts';
import { type Complete, NAMESPACE, type Prepared, type Sample } from './prepare.ts';

/** Makes data sets of the kind that validators read. */
const { factory } = new SHACLValidator(new Set() as never);

/** Lets a SHACL validator judge the samples of a case, turned into RDF. */
export function shacl({ turtle, samples }: Prepared): Promise<readonly Outcome[]> {
  // As the semantics of OWL has it: what is an owl:Class is a class of RDFS, which can be its own shape.
  return judgedBy(`${turtle}\n<${OWL}Class> <${RDFS}subClassOf> <${RDFS}Class> .`, samples);
}

/** Lets it judge them by the shapes that a target makes, beside what the model says of superclasses. */
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

/** What an instance says in RDF, as Turtle. */
function statements({ class: cls, value }: Complete): readonly string[] {
  const subject = `<urn:uuid:${value['id']}>`;
  const found = [`${subject} a <${cls.iri}> .`];
  for (const [key, each] of Object.entries(value)) {
    if (key === 'id' || each === null) continue;
    const field = cls.allFields.find((candidate) => candidate.name === key);
    // In RDF the class is told by its type.
    if (field?.discriminator) continue;
    // What is no field can only be a property of the same name.
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
  // An object without an identity.
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

/** The validator counts code units (SPARQL 1.1, 17.4.3.2 has characters): each character is given as one of one unit. */
const inOneUnit = (text: string): string => text.replace(/[\u{10000}-\u{10ffff}]/gu, '\u2603');

/** What values of a kind are in JSON. */
function jsonKind(kind: ScalarKind): 'string' | 'number' | 'boolean' {
  if (kind === 'boolean') return 'boolean';
  return /^(u?int|float)\d+$/.test(kind) ? 'number' : 'string';
}

function nativeDatatype(value: Json): string {
  if (typeof value === 'string') return `${XSD}string`;
  if (typeof value === 'boolean') return `${XSD}boolean`;
  return `${XSD}${Number.isInteger(value) ? 'integer' : 'decimal'}`;
}
