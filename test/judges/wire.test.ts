import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { parse } from 'yaml';
import { loadTarget } from '../../src/targets/index.ts';
import { describeWith, python, run } from '../support/judges.ts';
import { allOntologies, modelOf } from '../support/ontologies.ts';

/** The example of every class in the OpenAPI document is an instance that the Pydantic model accepts and gives back. */
describeWith(['pydantic'], 'what OpenAPI accepts, Pydantic accepts', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'codegen-wire-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test.each(allOntologies)('%s', async (name) => {
    const model = await modelOf(name);
    const [document] = (await loadTarget('openapi-spec')).generate(model);
    const { schemas } = parse(document?.content ?? '', { maxAliasCount: 0 }).components;
    const into = path.join(folder, `models_${name.replaceAll('-', '_')}`);
    mkdirSync(into);
    for (const file of (await loadTarget('python-pydantic')).generate(model))
      writeFileSync(path.join(into, file.path), file.content);
    const examples = Object.fromEntries(model.classes.map((cls) => [cls.name, schemas[cls.name]?.examples?.[0] ?? null]));
    expect(Object.values(examples)).not.toContain(null);
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
