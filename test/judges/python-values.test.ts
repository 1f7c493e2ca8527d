import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type DomainModel, isLexicalForm, type Kind, kindOf } from '../../src/model/index.ts';
import { pythonPydantic } from '../../src/targets/python-pydantic/index.ts';
import { kindsCorpora } from '../differential/corpus.ts';
import { describeWith, python, run } from '../support/judges.ts';

/** A JSON value for a field; `isValue` states whether it is a valid value of the field's kind. */
type Case = readonly [pkg: string, cls: string, field: string, json: string, isValue: boolean];

const RUNS = 400;

/** Generates examples with a few edits: digits of other scripts, signs, blanks, and duplicated or removed parts. */
const edited = ({ examples }: Kind) =>
  fc
    .tuple(
      fc.constantFrom(...examples),
      fc.array(
        fc.tuple(
          fc.nat(30),
          fc.constantFrom(...'0123456789-+.:TZPYMDHSeE _/=aAfFz\ufb01\u0663\u0967\0\u2212\n', '', '00', '999999'),
        ),
        {
          maxLength: 3,
        },
      ),
    )
    .map(([text, edits]) =>
      edits.reduce((edited, [at, part]) => {
        const i = at % (edited.length + 1);
        return edited.slice(0, i) + part + edited.slice(i + (at % 3 === 0 ? 1 : 0));
      }, text),
    );

function textsOf(kind: Kind): readonly string[] {
  const formed = kind.form ? fc.stringMatching(new RegExp(`^(?:${kind.form.source})$`, 'u')) : edited(kind);
  const texts = fc.sample(fc.oneof(edited(kind), formed, fc.string({ unit: 'binary' })), { numRuns: RUNS, seed: 7 });
  // JSON ignores blanks around a number, so they are not part of its value.
  return kind.json === 'string' ? texts : texts.filter((text) => text.trim() === text);
}

function casesOf(pkg: string, { classes }: DomainModel): readonly Case[] {
  return classes.flatMap((cls) =>
    cls.allFields.flatMap(({ name, type, cardinality }): Case[] => {
      if (type.kind !== 'scalar' || cardinality !== 'one') return [];
      const kind = kindOf(type.scalar);
      const json = (text: string) => (kind.json === 'string' ? JSON.stringify(text) : text);
      return textsOf(kind).map((text) => [pkg, cls.name, name, json(text), isLexicalForm(kind, text)]);
    }),
  );
}

describeWith(['pydantic'], 'Pydantic', () => {
  // The differential test shows which other spellings Pydantic accepts.
  test('accepts all valid values, as JSON text and as parsed JSON', async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'codegen-python-values-'));
    try {
      const corpora = await kindsCorpora();
      for (const { slug, model } of corpora) {
        mkdirSync(path.join(folder, slug));
        for (const { path: file, content } of pythonPydantic.generate(model))
          writeFileSync(path.join(folder, slug, file), content);
      }
      const cases = corpora.flatMap(({ slug, model }) => casesOf(slug, model)).filter(([, , , , isValue]) => isValue);
      expect(cases.length).toBeGreaterThan(1000);
      const script = fileURLToPath(new URL('python_values.py', import.meta.url));
      const wrong = run(python, ['-B', script], { cwd: folder, input: JSON.stringify(cases) });
      expect(JSON.parse(wrong)).toEqual([]);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
