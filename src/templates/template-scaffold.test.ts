import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { DiagnosticError } from '../diagnostics/index.ts';
import { buildModel, type DomainModel, policiesOf, scalarKinds } from '../model/index.ts';
import { loadOntology } from '../ontology/index.ts';
import { checkTemplate } from './check.ts';
import { type Data, modelData } from './data.ts';
import { loadTemplate } from './index.ts';
import { kindOfObject, Observer } from './observer.ts';
import { newTemplate, templateKinds } from './scaffold.ts';

const text = readFileSync(new URL('specimen.ttl', import.meta.url), 'utf8');
const { model, diagnostics } = await modelOfSpecimen();

async function modelOfSpecimen() {
  return buildModel(await loadOntology('shop.ttl', { texts: { 'shop.ttl': text }, onlyTexts: true }), policiesOf());
}

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'codegen-making-'));
});

afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

/** Returns the members of the data of a model that have no value in any object, such as `field.label`. */
function silent(of: DomainModel): readonly string[] {
  const observer = new Observer();
  const { model: data } = modelData(of, observer.view);
  const seen = new Set<unknown>();
  const members = new Set<string>();
  const walk = (value: unknown): void => {
    if (typeof value !== 'object' || value === null || seen.has(value)) return;
    seen.add(value);
    const what = Array.isArray(value) ? undefined : kindOfObject(value as Data);
    for (const [name, each] of Object.entries(value)) {
      if (what !== undefined) members.add(`${what}.${name}`);
      walk(each);
    }
  };
  walk(data);
  return [...members].filter((member) => !observer.hasValue(member));
}

describe('the test model', () => {
  test('has a value for each member that templates may read', () => {
    // The test model has no decisions, slice or abstract class, and is not deprecated itself.
    const never = ['model.deprecated', 'model.replacedBy', 'model.slice', 'model.chosen', 'model.decided'];
    const others = ['enumeration.deprecated', 'enumeration.replacedBy', 'value.replacedBy', 'class.abstract'];
    expect(silent(model).filter((member) => ![...never, ...others].includes(member))).toEqual([]);
  });

  test('has a field of each kind of value', () => {
    const kinds = new Set(
      model.classes.flatMap(({ fields }) => fields.map(({ type }) => (type.kind === 'scalar' ? type.scalar : type.kind))),
    );
    // Texts of 64 bits require a policy.
    const expected = [...scalarKinds.filter((kind) => !kind.endsWith('64Text')), 'id', 'enumeration', 'union', 'reference'];
    expect(expected.filter((kind) => !kinds.has(kind as never))).toEqual([]);
    expect(new Set(model.classes.flatMap(({ fields }) => fields.map(({ cardinality }) => cardinality)))).toEqual(
      new Set(['one', 'optional', 'many']),
    );
  });

  test('is read without errors', () => {
    expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
  });
});

describe.each(templateKinds)('a new template, %s', (kind) => {
  test('works without changes, and passes its check', async () => {
    const at = path.join(folder, 'deep/kotlin-models');
    for (const file of newTemplate(at, kind)) expect(existsSync(file)).toBe(true);
    const target = await loadTemplate(at);
    expect(target.name).toBe('kotlin-models');
    const checked = await checkTemplate(at, model);
    expect(checked).toMatchObject({ name: 'kotlin-models', kind, diagnostics: [] });
    expect(checked.files.length).toBeGreaterThan(0);
    expect(checked.unmarked).toMatchObject({ classes: 0, fields: 0 });
    expect(checked.answers).toMatchObject({ member: 'enforced', pattern: 'dropped' });
    for (const { content } of target.generate(model)) expect(content).not.toMatch(/\{\{|\{%|undefined|\[object/);
  });

  test('is never written over existing files', () => {
    const at = path.join(folder, 'notes');
    mkdirSync(at);
    expect(() => newTemplate(at, kind)).toThrow('exists already');
    for (const name of ['Notes', 'rust-models', 'all', '1'])
      expect(() => newTemplate(path.join(folder, name), kind)).toThrow(DiagnosticError);
  });
});

describe('a check', () => {
  const write = (files: Readonly<Record<string, string>>) => {
    for (const [name, content] of Object.entries(files)) writeFileSync(path.join(folder, name), content);
    return folder;
  };

  test('reports what is never read, and answers without effect', async () => {
    const at = write({
      'template.yaml':
        'name: notes\ncomment: "#"\nfiles: [{ template: all.liquid, path: a.txt }]\nanswers: { unique: enforced, key: enforced, pattern: { nothing: no } }',
      'all.liquid':
        '{% for class in model.classes %}{{ class.name }}{% for key in class.keys %}{{ key.fields | join }}{% endfor %}{% endfor %}',
    });
    const { ignored, diagnostics, answers, unmarked } = await checkTemplate(at, model);
    expect(ignored['class']).toContain('doc');
    expect(ignored['class']).not.toContain('name');
    expect(ignored['class']).not.toContain('keys');
    expect(ignored['key']).toBeUndefined();
    expect(diagnostics.map(({ code, message }) => [code, message])).toEqual([
      ['template-claims', 'the template notes declares that it enforces unique, but it never uses its value (field.unique)'],
    ]);
    expect(answers).toMatchObject({ unique: 'enforced', key: 'enforced', pattern: 'dropped', type: 'dropped' });
    expect(unmarked.classes).toBe(model.classes.length);
  });

  test('reports what a module reads, and what it does not print', async () => {
    const at = path.join(folder, 'notes.mjs');
    writeFileSync(
      at,
      `export default ({ defineTarget, enforced }) => defineTarget({
        name: 'notes', comment: '#',
        answers: { unique: enforced(() => 'unique'), 'max-length': { achieves: 'enforced', by: 'declaration' } },
        print: (model) => [{ path: 'a.txt', lines: model.classes.flatMap((cls) => cls.allFields.map((field) => field.name + (field.unique ? '!' : ''))) }],
      });`,
    );
    const { ignored, diagnostics } = await checkTemplate(at, model);
    expect(ignored['field']).toContain('doc');
    expect(ignored['field']).not.toContain('unique');
    expect(ignored['class']).toContain('keys');
    expect(diagnostics.map(({ message }) => message)).toEqual([
      'the template notes declares that it enforces max-length, but it never uses its value (type.maxLength)',
      'the template notes declares that it enforces unique, but it prints nothing for it',
    ]);
  });
});

describe('a module', () => {
  const fault = async (source: string, name = 'notes.mjs'): Promise<string> => {
    const at = path.join(folder, name);
    writeFileSync(at, source);
    try {
      (await loadTemplate(at)).generate(model);
    } catch (error) {
      if (!(error instanceof DiagnosticError)) throw error;
      const [found] = error.diagnostics;
      return `${found?.code} ${path.basename(found?.place?.file ?? '')}:${found?.place?.line} ${found?.message}`;
    }
    return 'nothing is wrong';
  };
  const defined = (print: string) =>
    `export default ({ defineTarget }) => defineTarget({\n name: 'notes', comment: '#',\n print: () => ${print} })`;

  test.each([
    ['that does not parse', 'export default {', /^template-invalid notes.mjs:.* it cannot be loaded/],
    ['that throws', '\nthrow new Error("no");', /^template-invalid notes.mjs:2 it cannot be loaded: no/],
    [
      'that imports what is not there',
      'import "no-such-package";',
      /^template-invalid notes.mjs:.* it cannot be loaded: Cannot find package/,
    ],
    ['that exports nothing', 'export const a = 1;', /^template-invalid notes.mjs:undefined the default export is not a template/],
    [
      'that exports something else',
      'export default { name: "a" };',
      /^template-invalid notes.mjs:undefined the default export is not a template/,
    ],
    [
      'with a name that is taken',
      'export default { name: "rust-models", emit() {}, generate() {} };',
      /^template-invalid notes.mjs:undefined rust-models is the name of a built-in/,
    ],
    [
      'whose printing throws',
      defined('{ throw new Error("no"); }'),
      /^template-invalid notes.mjs:3 the template notes failed: no/,
    ],
    [
      'with a path that leads out',
      defined("[{ path: '../a.txt', lines: 'a' }]"),
      /^template-failed notes.mjs:undefined .* "..\/a.txt"/,
    ],
    [
      'with two files at one path',
      defined("[{ path: 'a.txt', lines: 'a' }, { path: 'A.txt', lines: 'a' }]"),
      /^template-failed .* apart from case/,
    ],
    ['with a file without content', defined("[{ path: 'a.txt' }]"), /^template-failed .* it has no content/],
    ['that is well', defined("[{ path: 'a.txt', lines: 'a' }]"), /^nothing is wrong$/],
  ])('%s', async (_, source, expected) => {
    // Each module has its own file name: Node.js loads a module only once.
    expect(await fault(source)).toMatch(expected);
  });

  test('does not run without trust', async () => {
    const at = path.join(folder, 'notes.mjs');
    writeFileSync(at, `import { writeFileSync } from 'node:fs'; writeFileSync(${JSON.stringify(path.join(folder, 'ran'))}, '');`);
    const requireTrust = (file: string) => {
      throw new Error(`refused ${path.basename(file)}`);
    };
    await expect(loadTemplate(at, { requireTrust })).rejects.toThrow('refused notes.mjs');
    expect(existsSync(path.join(folder, 'ran'))).toBe(false);
  });
});
