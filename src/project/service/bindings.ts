/** Binds members of Rust structs to parameters of SQL statements. */

import type { Field } from '../../model/index.ts';
import { columnInteger, implementsCopy } from '../../targets/rust-models/index.ts';

/** A parameter of a statement. */
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
 * @param place the Rust expression of the member, such as `value.title`
 */
export function bindingOf({ type, cardinality }: Field, place: string): Binding {
  if (type.kind === 'union') {
    const rust = {
      one: `JsonColumn(&${place})`,
      optional: `${place}.as_ref().map(JsonColumn)`,
      many: `json_list(&${place})`,
    }[cardinality];
    return { sql: plain, rust };
  }
  const scalar = type.kind === 'scalar' ? type.scalar : undefined;
  const integer = scalar && columnInteger(scalar);
  if (integer !== undefined) return { sql: plain, rust: integerOf(place, cardinality, integer, scalar === 'uint64') };
  if (scalar === 'duration') {
    const rust = {
      one: `interval(&${place})`,
      optional: `optional_interval(&${place})`,
      many: `interval_list(&${place})`,
    }[cardinality];
    return { sql: castOf(scalar, cardinality === 'many'), rust };
  }
  const isBorrowed = cardinality === 'many' || !implementsCopy(type);
  return { sql: castOf(scalar, cardinality === 'many'), rust: isBorrowed ? `&${place}` : place };
}

function castOf(scalar: string | undefined, isList: boolean): Binding['sql'] {
  const cast = scalar === undefined ? undefined : casts[scalar];
  if (!cast) return plain;
  if (isList) return (parameter) => `ARRAY(SELECT ${cast('item')} FROM unnest(${parameter}::text[]) AS item)`;
  return (parameter) => (scalar === 'duration' ? cast(`${parameter}::text`) : cast(parameter));
}

/** Returns the Rust expression of integers that PostgreSQL does not have, for a wider column. */
function integerOf(place: string, cardinality: Field['cardinality'], column: string, isWide: boolean): string {
  const convert = isWide ? 'signed' : `${column}::from`;
  switch (cardinality) {
    case 'one':
      return `${convert}(${place})`;
    case 'optional':
      return `${place}.map(${convert})`;
    case 'many':
      return isWide ? `signed_list(&${place})` : `widened::<_, ${column}>(&${place})`;
    default:
      return cardinality satisfies never;
  }
}
