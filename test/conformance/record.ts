/** Reads and writes the parts of docs/reference/conformance.md. Each test records one part. */

import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const file = fileURLToPath(new URL('../../docs/reference/conformance.md', import.meta.url));

/** The parts in order: constructs of ontologies, values that layers judge, and test suites of other projects. */
const parts = ['constructs', 'values', 'suites'] as const;

export type Part = (typeof parts)[number];

/** Returns the comment that begins a part after the first. */
const borderOf = (part: Part) => `\n<!-- ${part} -->\n\n`;

export function recordedPart(part: Part): string {
  let rest = existsSync(file) ? readFileSync(file, 'utf8') : '';
  const texts = new Map<Part, string>();
  for (const later of parts.slice(1).toReversed()) {
    const [before = '', text = ''] = rest.split(borderOf(later));
    texts.set(later, text);
    rest = before;
  }
  return texts.get(part) ?? rest;
}

export function recordPart(part: Part, text: string): void {
  const texts = parts.map((one) => [one, one === part ? text : recordedPart(one)] as const);
  const [[, first] = ['', ''], ...others] = texts;
  writeFileSync(file, first + others.map(([one, own]) => (own === '' ? '' : borderOf(one) + own)).join(''));
}
