/** Binds members of Rust structs to parameters of SQL statements: `value.title` is bound to `$2` as `.bind(&value.title)`. */

import type { Field } from '../../model/index.ts';
import { columnInteger, implementsCopy } from '../../targets/rust-models/index.ts';

export interface Binding {
  /** Returns the SQL expression of the parameter with a number, such as `$2`. */
  readonly sql: (parameter: string) => string;
  /** The Rust expression of the bound value. */
  readonly rust: string;
}

const plain = (parameter: string): string => parameter;

/** SQL functions of kinds that are strings in Rust and have another type in the database. */
const casts: Readonly<Record<string, (text: string) => string>> = {
  duration: (text) => `${text}::interval`,
  hex: (text) => `decode(${text}, 'hex')`,
  base64: (text) => `decode(${text}, 'base64')`,
};

/**
 * Returns the binding of a member.
 *
 * @param member the Rust expression of the member, such as `value.title`
 */
export function bindingOf({ type, cardinality }: Field, member: string): Binding {
  if (type.kind === 'union') {
    const rust = {
      one: `JsonColumn(&${member})`,
      optional: `${member}.as_ref().map(JsonColumn)`,
      many: `json_list(&${member})`,
    }[cardinality];
    return { sql: plain, rust };
  }
  const scalar = type.kind === 'scalar' ? type.scalar : undefined;
  const integer = scalar && columnInteger(scalar);
  if (integer !== undefined) return { sql: plain, rust: integerOf(member, cardinality, integer, scalar === 'uint64') };
  if (scalar === 'duration') {
    const rust = {
      one: `interval(&${member})`,
      optional: `${member}.as_deref().map(interval)`,
      many: `interval_list(&${member})`,
    }[cardinality];
    return { sql: castOf(scalar, cardinality === 'many'), rust };
  }
  const isBorrowed = cardinality === 'many' || !implementsCopy(type);
  return { sql: castOf(scalar, cardinality === 'many'), rust: isBorrowed ? `&${member}` : member };
}

function castOf(scalar: string | undefined, isList: boolean): Binding['sql'] {
  const cast = scalar === undefined ? undefined : casts[scalar];
  if (!cast) return plain;
  if (isList) return (parameter) => `ARRAY(SELECT ${cast('item')} FROM unnest(${parameter}::text[]) AS item)`;
  return (parameter) => (scalar === 'duration' ? cast(`${parameter}::text`) : cast(parameter));
}

/** Returns the Rust expression of integers that PostgreSQL does not have: a wider one, or for `uint64` a signed one, which must fit. */
function integerOf(member: string, cardinality: Field['cardinality'], column: string, isUint64: boolean): string {
  const convert = isUint64 ? 'signed' : `${column}::from`;
  switch (cardinality) {
    case 'one':
      return `${convert}(${member})`;
    case 'optional':
      return `${member}.map(${convert})`;
    case 'many':
      return isUint64 ? `signed_list(&${member})` : `widened::<_, ${column}>(&${member})`;
    default:
      return cardinality satisfies never;
  }
}
