import type { Field, ScalarType } from '../../model/index.ts';

/**
 * Checks whether a field has no constraints except the kind and number of its values. Most fields are plain, and the code for
 * them differs only in the name.
 */
export function isUnconstrained({ type, constant, absent, contains, minItems, maxItems }: Field): boolean {
  if (constant !== undefined || absent || contains !== undefined || minItems !== undefined || maxItems !== undefined)
    return false;
  switch (type.kind) {
    case 'id':
    case 'reference':
      return true;
    case 'scalar':
      return isUnrestricted(type);
    case 'enumeration':
    case 'union':
      return false;
    default:
      return type satisfies never;
  }
}

/** Checks whether a type allows all values of its kind. */
function isUnrestricted({ minimum, maximum, minLength, maxLength, patterns, values }: ScalarType): boolean {
  return (
    minLength === undefined &&
    maxLength === undefined &&
    minimum === undefined &&
    maximum === undefined &&
    patterns === undefined &&
    values === undefined
  );
}
