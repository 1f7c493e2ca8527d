import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { type Code, catalogue } from '../src/diagnostics/catalogue.ts';
import { DiagnosticError } from '../src/diagnostics/index.ts';
import { modelOfTurtle } from './support/ontologies.ts';
import { root } from './support/program.ts';

const document = readFileSync(path.join(root, 'docs/reference/messages.md'), 'utf8');

/** The text of each section, by its code. */
const sections = document
  .split(/^### /m)
  .slice(1)
  .map((section) => {
    const [code = '', ...lines] = section.split(/^## /m)[0]?.split('\n') ?? [];
    return { code: code as Code, text: lines.join('\n').trim() };
  });

test('each code has one section, in the order of the catalogue', () => {
  expect(sections.map(({ code }) => code)).toEqual(Object.keys(catalogue));
});

test.each(sections)('$code states its severity and its exit status', ({ code, text }) => {
  const { severity, exit }: { severity: string; exit?: number } = catalogue[code];
  const said = /^\*(Error|Warning)(?:\.\*|\*, exit status (\d)\.) \S/.exec(text);
  expect(said?.[1]?.toLowerCase()).toBe(severity);
  expect(said?.[2]).toBe(exit?.toString());
});

describe('an example causes the message of its section', () => {
  const examples = sections.flatMap(({ code, text }) =>
    [...text.matchAll(/```turtle\n([\s\S]*?)```/g)].map(([, turtle = '']) => ({ code, turtle })),
  );
  test.each(examples)('$code', async ({ code, turtle }) => {
    expect([...new Set(await codesOf(turtle))]).toEqual([code]);
  });
});

async function codesOf(turtle: string): Promise<Code[]> {
  try {
    return (await modelOfTurtle(turtle)).diagnostics.map((diagnostic) => diagnostic.code);
  } catch (error) {
    if (error instanceof DiagnosticError) return error.diagnostics.map((diagnostic) => diagnostic.code);
    throw error;
  }
}
