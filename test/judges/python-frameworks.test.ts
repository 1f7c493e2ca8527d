import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parse } from 'yaml';
import { openapiSpec } from '../../src/targets/openapi-spec/index.ts';
import { pythonPydantic } from '../../src/targets/python-pydantic/index.ts';
import { describeWith, python, run } from '../support/judges.ts';
import { isFullRun, modelOf } from '../support/ontologies.ts';

/** Those whose schemas are compared. */
const agreeing = ['blog', 'blog-evolved', 'constraints', 'foaf', 'org', 'skos', 'gtfs', 'doap', 'dcat', 'sosa', 'as'];
if (isFullRun) agreeing.push('torture');

let folder: string;

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'codegen-python-frameworks-'));
  for (const name of agreeing) {
    const model = await modelOf(name);
    const directory = path.join(folder, name.replaceAll('-', '_'));
    mkdirSync(path.join(directory, '_variants'), { recursive: true });
    for (const file of pythonPydantic.generate(model)) writeFileSync(path.join(directory, file.path), file.content);
    if (!agreeing.includes(name)) continue;
    const [document] = openapiSpec.generate(model);
    writeFileSync(path.join(directory, 'openapi.json'), JSON.stringify(parse(document?.content ?? '')));
  }
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

const script = (name: string) => fileURLToPath(new URL(name, import.meta.url));

describeWith(['pydantic'], 'JSON Schema', () => {
  test('what FastAPI derives is what the OpenAPI document says', () => {
    expect(Number(run(python, ['-B', script('python_schemas.py')], { cwd: folder }))).toBeGreaterThan(300);
  });
});

describeWith(['frameworks'], 'Pydantic models', () => {
  test('in FastAPI, from rows of SQLAlchemy, and in threads', () => {
    run(python, ['-B', script('python_frameworks.py')], { cwd: folder });
  });
});

describeWith(['pyright'], 'pyright', () => {
  test('has nothing to say in its strict mode', () => {
    const include = ['blog', 'constraints', 'org'];
    // What mypy is not to tell, pyright may.
    const config = { include, typeCheckingMode: 'strict', pythonVersion: '3.11', enableTypeIgnoreComments: false };
    writeFileSync(path.join(folder, 'pyrightconfig.json'), JSON.stringify(config));
    run(python, ['-m', 'pyright', '--pythonpath', python, '-p', folder], { cwd: folder });
  });
});
