/** Maps instances to RDF without the code of any target, so that tests can check the targets' own mapping. */

import { type Field, kindOf, type ScalarType } from '../../src/model/index.ts';
import { rdf, XSD } from '../../src/ontology/index.ts';

/** Returns whether the ontology names only the inverse of a reference: its property leads from the value to the instance. */
export function isKeyOfOther(field: Field): boolean {
  let base = field;
  while (base.refines) base = base.refines;
  const ways = base.owner.relations.filter((relation) => relation.field === base && relation.holder === 'source');
  return ways.length > 0 && ways.every(({ declared }) => !declared);
}

/** Returns the IRI of a literal's datatype, or 'resource' if the value is the IRI of a resource. */
export function datatypeOf({ scalar, datatype = '', unmapped }: ScalarType): string | 'resource' {
  if (unmapped || datatype === rdf.langString) return datatype;
  if (scalar === 'iri' && !datatype.includes('anyURI')) return 'resource';
  const isAbstract = /#any(?:Atomic|Simple)?Type$/.test(datatype);
  const isText = /22-rdf-syntax-ns#(?:HTML|XMLLiteral|JSON)$/.test(datatype);
  return isText || (datatype.startsWith(XSD) && !isAbstract) ? datatype : XSD + kindOf(scalar).xsd;
}
