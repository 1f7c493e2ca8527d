import type { Field, ScalarType } from '../../model/index.ts';

/**
 * Whether nothing is asked of a field beyond the kind of its values, and how many there may be. Most fields are so, and what is
 * printed for them is the same text around each of their names.
 */
export function isPlain({ type, constant, absent, contains, minItems, maxItems }: Field): boolean {
  if (constant !== undefined || absent || contains !== undefined || minItems !== undefined || maxItems !== undefined)
    return false;
  switch (type.kind) {
    case 'id':
    case 'reference':
      return true;
    case 'scalar':
      return isWhole(type);
    case 'enumeration':
    case 'union':
      return false;
    default:
      return type satisfies never;
  }
}

/** Whether a type has all values of its kind. */
function isWhole({ minimum, maximum, minLength, maxLength, patterns, values }: ScalarType): boolean {
  return (
    minLength === undefined &&
    maxLength === undefined &&
    minimum === undefined &&
    maximum === undefined &&
    patterns === undefined &&
    values === undefined
  );
}
