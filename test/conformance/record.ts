/** docs/reference/conformance.md, of which tests record a part each. */

import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const file = fileURLToPath(new URL('../../docs/reference/conformance.md', import.meta.url));

/** The constructs of ontologies, then the values that layers judge. */
export type Part = 'constructs' | 'values';

/** Begins the second part. */
const BORDER = '\n<!-- values -->\n\n';

export function recordedPart(part: Part): string {
  const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
  const [constructs = '', values = ''] = text.split(BORDER);
  return part === 'constructs' ? constructs : values;
}

export function recordPart(part: Part, text: string): void {
  const constructs = part === 'constructs' ? text : recordedPart('constructs');
  const values = part === 'values' ? text : recordedPart('values');
  writeFileSync(file, values === '' ? constructs : constructs + BORDER + values);
}
