import { isBlank, type Node } from '../../ontology/index.ts';
import type { Reader } from './reader.ts';
import { namespaceOf } from './resources.ts';

/** The named individuals that the ontology says belong to classes, in order of declaration. */
export class Individuals {
  readonly #byClass = new Map<Node, Node[]>();

  /** @param isWanted of which classes they are kept */
  constructor({ ontology }: Reader, isWanted: (cls: Node) => boolean) {
    for (const node of ontology.typed) {
      for (const type of isBlank(node) ? [] : ontology.types(node)) {
        if (!isWanted(type)) continue;
        const known = this.#byClass.get(type);
        if (known) known.push(node);
        else this.#byClass.set(type, [node]);
      }
    }
  }

  /** All of a class; of its subclasses only those that are said to belong to it, too. */
  of(cls: Node): readonly Node[] {
    return this.#byClass.get(cls) ?? [];
  }

  /**
   * Those that look like the values of an enumeration: two or more that the vocabulary of the class declares itself. A class of
   * a vocabulary for all (`skos:Concept`) has individuals wherever it is used, and none of them is among all there are.
   */
  ownOf(cls: Node): readonly Node[] {
    const own = this.of(cls).filter((node) => namespaceOf(node) === namespaceOf(cls));
    return own.length > 1 ? own : [];
  }

  /** The classes that have some. */
  get classes(): Iterable<Node> {
    return this.#byClass.keys();
  }
}
