import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { writeOffline } from '../../src/ai/generate/offline/index.ts';
import { anchor } from '../../src/ai/generate/offline/prose.ts';
import { turtleSkeleton } from '../../src/ai/generate/offline/turtle.ts';
import { ontologyOfCode } from '../../src/ai/generate/ontologies.ts';
import type { RequestInputs } from '../../src/ai/generate/request-inputs.ts';
import type { DomainClass, Field } from '../../src/model/index.ts';
import { defaultPolicies } from '../../src/model/index.ts';
import { judgedOntologies, modelOf } from '../support/ontologies.ts';
import { root } from '../support/program.ts';

const expected = path.join(root, 'test/ai/expected');

const requests = {
  'readme.md': 'Write a README',
  'api-guide.md': 'Write an API guide',
  'data-dictionary.md': 'Write the data dictionary',
  'glossary.md': 'Write a glossary of the domain',
  'skeleton.ttl': 'Write a Turtle skeleton',
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

test.each(judgedOntologies)('%s: writes valid Markdown documents, and a Turtle skeleton with the same classes', async (name) => {
  const material = await materialOf(name);
  for (const [file, prompt] of Object.entries(requests)) {
    const { text, lacks } = writeOffline(prompt, material);
    expect(lacks).toBeUndefined();
    if (file.endsWith('.md')) checkMarkdown(text);
  }
  const model = await modelOf(name);
  const again = (
    await ontologyOfCode(turtleSkeleton({ model, classes: model.classes, file: undefined, facts: [] }, []), defaultPolicies)
  ).model;
  const shape = (cls: DomainClass) => [cls.iri, cls.parents.map((parent) => parent.iri).sort()];
  expect(again.classes.map(shape)).toEqual(model.classes.map(shape));
});

test('the skeleton of the tutorial leads to the same model', async () => {
  const model = await modelOf('blog');
  const again = (
    await ontologyOfCode(turtleSkeleton({ model, classes: model.classes, file: undefined, facts: [] }, []), defaultPolicies)
  ).model;
  const fields = (cls: DomainClass) =>
    cls.allFields.map((f: Field) => [cls.name, f.name, f.cardinality, f.unique, f.type.kind, f.doc].join(' ')).sort();
  expect(again.classes.flatMap(fields)).toEqual(model.classes.flatMap(fields));
});
