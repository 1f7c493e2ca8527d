import type { Node, PropertyPath, Terms } from '../shared/rdf/index.ts';

/** Returns the path of a property shape (SHACL 1.0, 2.3.1). */
export function pathNode({ iri, inverse }: PropertyPath, terms: Terms): Node {
  const property = terms.iri(iri);
  return inverse ? { statements: [['sh:inversePath', property]] } : property;
}
