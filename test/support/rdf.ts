/** How instances are RDF, for those who judge what targets say of RDF: told from the model, by no target's code. */

import { type Field, kindOf, type ScalarType } from '../../src/model/index.ts';
import { rdf, XSD } from '../../src/ontology/index.ts';

/** Whether the ontology names the other direction of a reference only: its property leads from the value to the instance. */
export function isKeyOfOther(field: Field): boolean {
  let base = field;
  while (base.refines) base = base.refines;
  const ways = base.owner.relations.filter((relation) => relation.field === base && relation.holder === 'source');
  return ways.length > 0 && ways.every(({ declared }) => !declared);
}

/** The datatype of a literal, or what tells that it is none but a resource. */
export function datatypeOf({ scalar, datatype = '' }: ScalarType): string | 'resource' {
  if (datatype === rdf.langString) return datatype;
  if (scalar === 'iri' && !datatype.includes('anyURI')) return 'resource';
  const isAbstract = /#any(?:Atomic|Simple)?Type$/.test(datatype);
  return datatype.startsWith(XSD) && !isAbstract ? datatype : XSD + kindOf(scalar).xsd;
}
