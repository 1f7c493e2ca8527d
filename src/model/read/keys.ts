import { type Node, owl } from '../../ontology/index.ts';
import type { ClassDraft } from '../draft.ts';
import type { Reader } from './reader.ts';

/** The properties of each key that a class states (OWL 2 Structural Specification, 9.5). */
export function keysOf({ ontology }: Reader, cls: ClassDraft): Node[][] {
  return ontology.nodes(cls.iri, owl.hasKey).map((head) => ontology.list(head));
}

export function hasKey(reader: Reader, cls: ClassDraft): boolean {
  return keysOf(reader, cls).length > 0;
}
