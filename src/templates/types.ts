/**
 * Types and values in the syntax of a template's language, from the tables of its manifest: the filters `type`, `imports`,
 * `identifier` and `literal`. For an optional field of the kind `date`, `type` returns `LocalDate?`.
 */

import { isJsonNumber, type ScalarKind } from '../model/index.ts';
import type { Data } from './data.ts';
import type { Manifest, Quotes, TypeKind, TypeRow } from './manifest.ts';

/** Thrown by filters. The user sees its message with the source location in the template. */
export class FilterError extends Error {}

function isData(value: unknown): value is Data {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns the type of a field, or the value itself if it is a type. */
function typeOf(value: unknown, filter: string): Data {
  if (isData(value)) {
    if (isData(value['type'])) return value['type'];
    if ('kind' in value) return value;
  }
  throw new FilterError(`${filter} wants a field, or the type of one`);
}

/** The types of a manifest, by kind. */
export class TypeTable {
  readonly #manifest: Manifest;

  constructor(manifest: Manifest) {
    this.#manifest = manifest;
  }

  /**
   * Returns the code of a field's type, wrapped if the field is optional or a list; or the code of a type. In the manifest, `{}`
   * stands for the name or the wrapped code.
   */
  codeOf(value: unknown): string {
    const type = typeOf(value, 'type');
    const code = this.#row(type).type.replaceAll('{}', () => this.identifier(this.#typeName(type)));
    if (type === value) return code;
    const { optional, list } = this.#manifest;
    const cardinality = isData(value) ? value['cardinality'] : undefined;
    const wrapper = cardinality === 'many' ? list : cardinality === 'optional' ? optional : '{}';
    return wrapper.replaceAll('{}', () => code);
  }

  /** Returns the imports that the types of some fields need, each once, sorted. */
  imports(values: unknown): string[] {
    const all = Array.isArray(values) ? values : [values];
    return [...new Set(all.flatMap((value) => this.#row(typeOf(value, 'imports')).imports))].sort();
  }

  /** Escapes a name if it is a reserved word. */
  identifier(name: string): string {
    const { reserved, escape: escaped } = this.#manifest;
    return reserved.has(name) ? escaped.replaceAll('{}', () => name) : name;
  }

  /**
   * Returns a value as code: strings in quotes, numbers and booleans unchanged.
   *
   * @param type of the value, if known
   */
  literal(value: unknown, type: unknown): string {
    if (typeof value === 'number' || typeof value === 'boolean') return String(value);
    if (typeof value !== 'string') throw new FilterError('literal needs a string, a number or a boolean');
    const scalar = isData(type) ? type['scalar'] : undefined;
    if (typeof scalar === 'string' && (scalar === 'boolean' || isJsonNumber(scalar as ScalarKind))) return value;
    return quoted(value, this.#manifest.quotes);
  }

  #row(type: Data): TypeRow {
    const kind = (type['kind'] === 'scalar' ? type['scalar'] : type['kind']) as TypeKind;
    const { types } = this.#manifest;
    const row = types.get(kind) ?? types.get('other');
    if (!row)
      throw new FilterError(`the manifest has no type for ${kind}; add ${kind}, or other for all kinds without a row, to types`);
    return row;
  }

  #typeName(type: Data): string {
    const name = type['enumeration'] ?? type['union'] ?? type['target'];
    return typeof name === 'string' ? name : '';
  }
}

function quoted(text: string, quotes: Quotes): string {
  switch (quotes) {
    case 'double':
      // Some characters end a line in other languages, although JSON allows them; these are escaped.
      return JSON.stringify(text).replace(
        /[\u007f-\u009f\u2028\u2029]/g,
        (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`,
      );
    case 'single':
      return `'${JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
    case 'doubled':
      return `'${text.replaceAll("'", "''")}'`;
    default:
      return quotes satisfies never;
  }
}
