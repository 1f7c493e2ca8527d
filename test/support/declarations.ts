/** Locates all elements of a model by all marks of all files: the reference for code that searches a single element. */

import type { Field } from '../../src/model/index.ts';
import type { Element, Emission, GeneratedFile, Placed } from '../../src/targets/index.ts';

/** Where and how a target declares an element. */
export interface Declaration {
  /** Its path is relative to the output directory of the target. */
  readonly file: GeneratedFile;
  /** The line in the file without its header, from 1. */
  readonly line: number;
  readonly name: string;
  readonly type?: string;
}

/** The declarations of elements in one target's files. */
export class Declarations {
  readonly #byElement = new Map<object, { readonly mark: Placed; readonly file: GeneratedFile }[]>();

  constructor(emission: Emission) {
    for (const file of emission.files()) {
      for (const mark of file.marks ?? []) {
        if (mark.name === undefined) continue;
        const key = keyOf(mark.element);
        const known = this.#byElement.get(key);
        if (known) known.push({ mark, file });
        else this.#byElement.set(key, [{ mark, file }]);
      }
    }
  }

  /** Returns the declaration of an element; for an inherited field, possibly that in the nearest superclass. */
  of(element: Element): Declaration | undefined {
    const declared = this.#declared(element);
    if (!declared) return undefined;
    const { mark, file } = declared;
    return {
      file,
      line: mark.from + (mark.line ?? 1) - 1,
      name: mark.name as string,
      ...(mark.type !== undefined && { type: mark.type }),
    };
  }

  #declared(element: Element) {
    if (element.kind !== 'field') return this.#byElement.get(keyOf(element))?.[0];
    const line = [element.class, ...element.class.ancestors];
    // A narrowed field may be declared only in the class that it is inherited from.
    for (let form: Field | undefined = element.field; form; form = form.refines) {
      const found = this.#byElement.get(form) ?? [];
      const nearest = line
        .map((cls) => found.find(({ mark }) => mark.element.kind === 'field' && mark.element.class === cls))
        .find((one) => one !== undefined);
      if (nearest ?? found[0]) return nearest ?? found[0];
    }
    return undefined;
  }
}

function keyOf(element: Element): object {
  switch (element.kind) {
    case 'class':
      return element.class;
    case 'field':
      return element.field;
    case 'enumeration':
      return element.enumeration;
    default:
      return element satisfies never;
  }
}
