import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { writeOffline } from '../../src/ai/generate/offline/index.ts';
import { anchor } from '../../src/ai/generate/offline/prose.ts';
import type { RequestInputs } from '../../src/ai/generate/request-inputs.ts';
import { judgedOntologies, modelOf } from '../support/ontologies.ts';
import { root } from '../support/program.ts';

const expected = path.join(root, 'test/ai/expected');

const requests = {
  'readme.md': 'Write a README',
  'data-dictionary.md': 'Write the data dictionary',
} as const;

async function materialOf(name: string): Promise<RequestInputs> {
  return {
    code: undefined,
    ontology: { model: await modelOf(name), file: `${name}.ttl` },
    fault: undefined,
    folder: undefined,
    facts: [],
    diagnostics: [],
  };
}

for (const name of ['blog', 'org', 'time']) {
  test.each(Object.entries(requests))(`writes %s for ${name} as recorded`, async (file, prompt) => {
    const { text } = writeOffline(prompt, await materialOf(name));
    const place = path.join(expected, `${name}-${file}`);
    if (process.env['RECORD'] === '1') {
      mkdirSync(expected, { recursive: true });
      writeFileSync(place, text);
    }
    expect(text).toBe(readFileSync(place, 'utf8'));
  });
}

/** Checks that table rows have as many cells as their head, fences are closed, links have targets, and HTML is escaped. */
function checkMarkdown(text: string): void {
  let fence: string | undefined;
  let columns: number | undefined;
  for (const line of text.split('\n')) {
    const ticks = /^`{3,}/.exec(line)?.[0];
    if (ticks !== undefined) fence = fence === undefined ? ticks : ticks.length >= fence.length ? undefined : fence;
    if (fence !== undefined) continue;
    const cells = line.startsWith('|') ? line.replace(/\\./g, '').split('|').length : undefined;
    if (cells !== undefined && columns !== undefined && cells !== columns)
      throw new Error(`${columns - 2} columns expected: ${line}`);
    columns = cells;
    if (/(?<!\\)<(?!https?:|urn:|mailto:)[a-z!/]/i.test(line.replace(/`[^`]*`/g, '').replace(/<[^<>\s]+:[^<>\s]*>/g, ''))) {
      throw new Error(`markup: ${line}`);
    }
  }
  expect(fence).toBeUndefined();
  const anchors = new Set([...text.matchAll(/^#+ (.*)$/gm)].map(([, heading]) => anchor((heading ?? '').replace(/\\/g, ''))));
  for (const [link, target] of text.matchAll(/\]\(#(.*?)\)/g))
    if (!anchors.has(target ?? '')) throw new Error(`leads nowhere: ${link}`);
  expect(text.endsWith('\n') && !text.endsWith('\n\n')).toBe(true);
}

test.each(judgedOntologies)('%s: writes valid Markdown documents', async (name) => {
  const material = await materialOf(name);
  for (const prompt of Object.values(requests)) {
    const { text, lacks } = writeOffline(prompt, material);
    expect(lacks).toBeUndefined();
    checkMarkdown(text);
  }
});
