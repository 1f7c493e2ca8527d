import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { transformSync } from 'esbuild';
import { afterAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import type { DomainModel } from '../../src/model/index.ts';
import { loadTarget } from '../../src/targets/index.ts';
import { describeWith, python, run } from '../support/judges.ts';
import { affordableNames, halfOfVocabularies, judgedOntologies, modelOf } from '../support/ontologies.ts';

/** Returns the example of each class in the OpenAPI document. */
async function examplesOf(model: DomainModel): Promise<Record<string, unknown>> {
  const [document] = (await loadTarget('openapi-spec')).generate(model);
  const { schemas } = parse(document?.content ?? '', { maxAliasCount: 0 }).components;
  // A class that is not a resource may have no schema, because no operation refers to it.
  const described = model.classes.filter(({ name, resource }) => resource !== false || name in schemas);
  const examples = Object.fromEntries(described.map((cls) => [cls.name, schemas[cls.name]?.examples?.[0] ?? null]));
  expect(Object.values(examples)).not.toContain(null);
  return examples;
}

/** Pydantic models accept the OpenAPI example of each concrete class and write back all its members. */
describeWith(['pydantic'], 'what OpenAPI accepts, Pydantic accepts', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'codegen-wire-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test.each(affordableNames(halfOfVocabularies(judgedOntologies, 0)))('%s', async (name) => {
    const model = await modelOf(name);
    const into = path.join(folder, `models_${name.replaceAll('-', '_')}`);
    for (const file of (await loadTarget('python-pydantic')).generate(model)) {
      mkdirSync(path.dirname(path.join(into, file.path)), { recursive: true });
      writeFileSync(path.join(into, file.path), file.content);
    }
    const all = Object.entries(await examplesOf(model));
    // The model of an abstract class accepts only instances of subclasses.
    const isAbstract = (named: string) => model.classes.some((cls) => cls.name === named && cls.abstract);
    const examples = Object.fromEntries(all.filter(([named]) => !isAbstract(named)));
    const script = `
import json, sys
import ${path.basename(into)} as models
faults = []
for name, example in json.load(sys.stdin).items():
    cls = getattr(models, name, None) or getattr(models, name + "_", None)
    try:
        back = json.loads(cls.model_validate_json(json.dumps(example)).model_dump_json())
        lost = [key for key in example if key not in back]
        if lost: faults.append(f"{name} loses {lost}")
    except Exception as error:
        faults.append(f"{name}: {error}")
print(json.dumps(faults))`;
    expect(JSON.parse(run(python, ['-c', script], { cwd: folder, input: JSON.stringify(examples) }))).toEqual([]);
  });
});

describe('TypeScript validators accept the OpenAPI example of each class', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'codegen-wire-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  writeFileSync(path.join(folder, 'package.json'), '{ "type": "module" }');

  test.each(affordableNames(halfOfVocabularies(judgedOntologies, 1)))('%s', async (name) => {
    const model = await modelOf(name);
    const into = path.join(folder, name);
    mkdirSync(path.join(into, 'validation'), { recursive: true });
    for (const file of (await loadTarget('typescript-models')).generate(model)) {
      const { code } = transformSync(file.content, { loader: 'ts' });
      writeFileSync(path.join(into, file.path.replace(/ts$/, 'js')), code);
    }
    const script = `
import { readFileSync } from 'node:fs';
import * as validation from './${name}/validation/index.js';
const faults = Object.entries(JSON.parse(readFileSync(0, 'utf8'))).flatMap(([name, example]) =>
  validation[name + 'Schema'].validate(example).map(({ path, message }) => name + path + ' ' + message));
console.log(JSON.stringify(faults));`;
    const input = JSON.stringify(await examplesOf(model));
    const printed = run(process.execPath, ['--input-type=module', '--eval', script], { cwd: folder, input });
    expect(JSON.parse(printed)).toEqual([]);
  });
});
