/**
 * Layout as rustfmt prints it with its defaults (style edition 2021), so that formatting changes
 * nothing in a generated file. Numbers are the options of rustfmt with these defaults; how each
 * applies is taken from its sources and from what it does at the boundaries.
 */

/** `max_width` */
const maxWidth = 100;
/** `struct_lit_width`: the fields of a struct literal that stays on one line. */
const structLitWidth = 18;

/** The longest identifier that the rules below are made for. */
const longestIdentifier = 70;

/**
 * The attribute that keeps rustfmt from an item, if one of its identifiers is so long that rustfmt
 * breaks lines within types and calls.
 */
export function skipLongNames(identifiers: Iterable<string>): string | false {
  for (const identifier of identifiers) {
    if (identifier.length > longestIdentifier) return '#[rustfmt::skip]';
  }
  return false;
}

/** Prints `use path::{names};`; the names are put in order. */
export function useDeclaration(keyword: 'use' | 'pub use', path: string, names: readonly string[]): string[] {
  const sorted = [...names].sort(compareNames);
  if (sorted.length === 1) return [`${keyword} ${path}::${sorted[0]};`];
  const line = `${keyword} ${path}::{${sorted.join(', ')}};`;
  // rustfmt takes the braces off the width twice.
  if (line.length <= maxWidth - 2) return [line];
  const lines = [`${keyword} ${path}::{`];
  let current = '';
  sorted.forEach((name, i) => {
    const next = current === '' ? `    ${name},` : `${current} ${name},`;
    // rustfmt counts the last comma only after it has broken a line.
    const limit = i === sorted.length - 1 && lines.length === 1 ? maxWidth : maxWidth - 1;
    if (current !== '' && next.length > limit) {
      lines.push(current);
      current = `    ${name},`;
    } else {
      current = next;
    }
  });
  return [...lines, current, '};'];
}

/** The order of names in a `use` list: `CamelCase` before `UPPER_CASE`, else by code point. */
function compareNames(a: string, b: string): number {
  const upper = Number(/^[A-Z0-9_]+$/.test(a)) - Number(/^[A-Z0-9_]+$/.test(b));
  if (upper !== 0) return upper;
  return a < b ? -1 : a > b ? 1 : 0;
}

/** A field of a struct, which stands in one level of indentation: `pub name: Type,`. */
export function structField(name: string, type: string): string[] {
  const line = `    pub ${name}: ${type},`;
  return line.length <= maxWidth ? [line] : [`    pub ${name}:`, `        ${type},`];
}

/** The first lines of a method, up to the brace that opens its body. */
export function methodHead(name: string, parameters: readonly string[], result: string): string[] {
  const line = `    pub fn ${name}(${parameters.join(', ')}) -> ${result} {`;
  if (line.length <= maxWidth) return [line];
  return [`    pub fn ${name}(`, ...parameters.map((parameter) => `        ${parameter},`), `    ) -> ${result} {`];
}

/** A field of a struct literal: its name, and the value unless a variable of that name holds it. */
export interface Initializer {
  readonly name: string;
  readonly value: string;
}

/** A `Self { … }` literal that is the last expression of a method. */
export function selfLiteral(initializers: readonly Initializer[]): string[] {
  const inline = initializers.map(initializer).join(', ');
  if (inline.length <= structLitWidth) return [`        Self { ${inline} }`];
  return ['        Self {', ...initializers.flatMap(initializerLines), '        }'];
}

function initializer({ name, value }: Initializer): string {
  return name === value ? name : `${name}: ${value}`;
}

function initializerLines(init: Initializer): string[] {
  const indent = ' '.repeat(12);
  const line = `${indent}${initializer(init)},`;
  if (init.name === init.value || line.length <= maxWidth) return [line];
  // A chain of calls is broken before its dot if the receiver fits beside the name, with room for `, `.
  const dot = init.value.lastIndexOf('.');
  const receiver = `${indent}${init.name}: ${init.value.slice(0, dot)}`;
  if (dot > 0 && receiver.length <= maxWidth - 2) return [receiver, `${indent}    ${init.value.slice(dot)},`];
  return [`${indent}${init.name}:`, `${indent}    ${init.value},`];
}

/** Whether a field of a struct literal fits on one line. */
export function initializerFits(init: Initializer): boolean {
  return initializerLines(init).length === 1;
}
