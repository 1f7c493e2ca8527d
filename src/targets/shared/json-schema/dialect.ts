/** What tells the schemas of one kind of document from those of another. */

import type { TreeMap } from '../../shared/tree/index.ts';

export interface Dialect {
  /** What stands before the name of a schema where it is referred to. */
  readonly schemas: string;
  /** The formats that documents of the kind know. */
  readonly isFormat: (name: string) => boolean;
  /** Whether the keyword `discriminator` may tell which of several alternatives it is. */
  readonly hasDiscriminator: boolean;
  /** Whether a schema that extends others may refuse what none of them names: `unevaluatedProperties`. */
  readonly hasUnevaluated: boolean;
}

/** A reference to a schema of the same document. */
export function schemaRef(name: string, { schemas }: Dialect): TreeMap {
  return { $ref: `${schemas}${name}` };
}

/** The same keywords without a format that is none there. */
export function withoutForeignFormat(keywords: TreeMap, { isFormat }: Dialect): TreeMap {
  const { format, ...others } = keywords;
  return typeof format !== 'string' || isFormat(format) ? keywords : others;
}
