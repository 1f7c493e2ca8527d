/** Lists the named individuals of classes: `:red a :Color` is an individual of `:Color`. */

import { isBlank, type Node, pushTo } from '../../ontology/index.ts';
import type { Reader } from './reader.ts';
import { namespaceOf } from './resources.ts';

/** The named individuals by class, in order of declaration. */
export class Individuals {
  readonly #byClass = new Map<Node, Node[]>();

  /** @param isWanted selects the classes whose individuals are kept */
  constructor({ ontology }: Reader, isWanted: (cls: Node) => boolean) {
    for (const node of ontology.typed) {
      for (const type of isBlank(node) ? [] : ontology.types(node)) {
        if (!isWanted(type)) continue;
        pushTo(this.#byClass, type, node);
      }
    }
  }

  /** Returns the individuals with this class as a stated type. Individuals of subclasses count only if they state it, too. */
  of(cls: Node): readonly Node[] {
    return this.#byClass.get(cls) ?? [];
  }

  /**
   * Returns the individuals that look like the values of an enumeration: two or more in the namespace of the class. A general
   * class such as `skos:Concept` has individuals in every vocabulary that uses it; these never form an enumeration.
   */
  ownOf(cls: Node): readonly Node[] {
    const own = this.of(cls).filter((node) => namespaceOf(node) === namespaceOf(cls));
    return own.length > 1 ? own : [];
  }

  /** The classes with at least one individual. */
  get classes(): Iterable<Node> {
    return this.#byClass.keys();
  }
}
