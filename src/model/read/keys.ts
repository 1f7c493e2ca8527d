import { type Node, owl } from '../../ontology/index.ts';
import type { ClassDraft } from '../draft.ts';
import type { Reader } from './reader.ts';

/** Returns the properties of each key of a class (OWL 2 Structural Specification, 9.5). */
export function keysOf({ ontology }: Reader, cls: ClassDraft): Node[][] {
  return ontology.nodes(cls.iri, owl.hasKey).map((head) => ontology.list(head));
}
