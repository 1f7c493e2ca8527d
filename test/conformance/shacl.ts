import SHACLValidator from 'rdf-validate-shacl';
import type { Field, ScalarKind } from '../../src/model/index.ts';
import { loadEngine, OWL, RDFS, rdf, XSD } from '../../src/ontology/index.ts';
import type { Json } from './cases.ts';
import { type Outcome, refused, taken } from './judge.ts';
import { type Complete, NAMESPACE, type Prepared } from './prepare.ts';

/** Makes data sets of the kind that validators read. */
const { factory } = new SHACLValidator(new Set() as never);

/** Lets a SHACL validator judge the samples of a case, turned into RDF. */
export async function shacl({ turtle, samples }: Prepared): Promise<readonly Outcome[]> {
  const { parse } = await loadEngine();
  const read = (text: string) => parse(text, { format: 'text/turtle' });
  // As the semantics of OWL has it: what is an owl:Class is a class of RDFS, which can be its own shape.
  const ontology = read(`${turtle}\n<${OWL}Class> <${RDFS}subClassOf> <${RDFS}Class> .`);
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
    for (const one of Array.isArray(each) ? each : [each]) found.push(`${subject} <${predicate}> ${term(field, one)} .`);
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
    if (type.scalar === 'iri') return `<${value}>`;
    if (type.datatype === rdf.langString) return `${JSON.stringify(value)}@en`;
    return `${JSON.stringify(String(value))}^^<${type.datatype ?? nativeDatatype(value)}>`;
  }
  return `${JSON.stringify(String(value))}^^<${nativeDatatype(value)}>`;
}

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
