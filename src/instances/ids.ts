/** Generates ids of instances. */

import type { DomainClass } from '../model/index.ts';

/** Number of instances of a class to which references may point. */
export const MAX_REFERENCED_INSTANCES = 20;

/** Yields ids lazily, because most callers need only the first. */
export function* idsOf(cls: DomainClass): Generator<string> {
  for (let nth = 0; nth < MAX_REFERENCED_INSTANCES; nth++) yield idOf(cls, nth);
}

/** Returns the id of the nth instance of a class: a deterministic UUID in the form of version 4 (RFC 9562, section 5.4). */
export function idOf(cls: DomainClass, nth: number): string {
  const [first = 0, second = 0, third = 0, fourth = 0] = [0, 1, 2, 3].map((digit) => fnv1a(`${digit}:${nth}:${cls.name}`));
  const version = (second & 0x0fff) | 0x4000;
  const variant = ((third >>> 16) & 0x3fff) | 0x8000;
  return [
    hex(first >>> 16) + hex(first),
    hex(second >>> 16),
    hex(version),
    hex(variant),
    hex(third) + hex(fourth >>> 16) + hex(fourth),
  ].join('-');
}

/** Returns the 32-bit FNV-1a hash of UTF-16 code units (http://www.isthe.com/chongo/tech/comp/fnv/). */
function fnv1a(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return hash;
}

/** Formats the low 16 bits as four hexadecimal digits. */
function hex(bits: number): string {
  return ((bits & 0xffff) | 0x10000).toString(16).slice(1);
}
