/** The differences between documents that contain JSON Schema: OpenAPI 3.1, OpenAPI 3.0 and JSON Schema files. */

import type { Checker } from '../../core/index.ts';
import type { TreeMap } from '../../shared/tree/index.ts';

export interface Dialect {
  /** The path before the name of a schema in references: `#/components/schemas/`. */
  readonly schemas: string;
  /** Checks whether documents of this kind know a format. */
  readonly isFormat: (name: string) => boolean;
  /** Whether the keyword `discriminator` is available. */
  readonly hasDiscriminator: boolean;
  /** Which code checks the constraints that the schemas do not express. */
  readonly checker: Checker;
  /** Whether the keyword `unevaluatedProperties` is available, so that an extending schema may reject unknown members. */
  readonly hasUnevaluated: boolean;
}

/** Returns a reference to a schema of the same document. */
export function schemaRef(name: string, { schemas }: Dialect): TreeMap {
  return { $ref: `${schemas}${name}` };
}

/** Removes the format if documents of this kind do not know it. */
export function withoutUnsupportedFormat(keywords: TreeMap, { isFormat }: Dialect): TreeMap {
  const { format, ...withoutFormat } = keywords;
  return typeof format !== 'string' || isFormat(format) ? keywords : withoutFormat;
}
