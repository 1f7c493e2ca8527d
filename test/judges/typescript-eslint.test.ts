import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { typescriptModels } from '../../src/targets/typescript-models/index.ts';
import { describeWith, eslint, run } from '../support/judges.ts';
import { modelOf, modelOfTurtle } from '../support/ontologies.ts';

const CONFIG = `
import tseslint from 'typescript-eslint';

export default tseslint.config(...tseslint.configs.strictTypeChecked, {
  languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
  // What an ontology deprecates is generated, and its own validators look at it.
  rules: { '@typescript-eslint/no-deprecated': 'off', '@typescript-eslint/no-shadow': 'error' },
});
`;

const compilerOptions = {
  target: 'es2022',
  lib: ['es2022'],
  types: [],
  module: 'nodenext',
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  noEmit: true,
};

/** A pattern that is matched with a linear-time search instead of a regular expression. */
const SEARCHED = `@prefix : <http://example.org/#> . @prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix sh: <http://www.w3.org/ns/shacl#> . @prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
:A a owl:Class . [] a sh:NodeShape ; sh:targetClass :A ; sh:property [
  sh:path :p ; sh:datatype xsd:string ; sh:maxCount 1 ; sh:pattern "^([a-z]+ ?)+$" ] .
`;

/** Classes with two superclasses, which add no fields to their common superclass. */
const DIAMOND = `@prefix : <http://example.org/#> . @prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> . @prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
:Type a owl:Class . :Rigid a owl:Class ; rdfs:subClassOf :Type . :Sortal a owl:Class ; rdfs:subClassOf :Type .
:Kind a owl:Class ; rdfs:subClassOf :Rigid , :Sortal . :Sort a owl:Class ; rdfs:subClassOf :Rigid , :Sortal .
:label a owl:DatatypeProperty ; rdfs:domain :Type ; rdfs:range xsd:string .
:rank a owl:DatatypeProperty ; rdfs:domain :Sort ; rdfs:range xsd:int .
`;

const ontologies = process.env['CODEGEN_TEST_FULL'] === '1' ? ['blog', 'constraints', 'torture', 'org', 'prov'] : ['constraints'];

describeWith(['eslint'], 'typescript-eslint, strict and with types', () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'typescript-eslint-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  function write(file: string, content: string): void {
    const full = path.join(folder, file);
    mkdirSync(path.dirname(full), { recursive: true });
    writeFileSync(full, content);
  }

  test('reports no problem in generated types, factories and validators', async () => {
    write('package.json', JSON.stringify({ type: 'module' }));
    write('tsconfig.json', JSON.stringify({ compilerOptions }));
    write('eslint.config.mjs', CONFIG);
    symlinkSync(path.resolve(eslint, '../../..'), path.join(folder, 'node_modules'));
    for (const name of ontologies) {
      for (const file of typescriptModels.generate(await modelOf(name))) write(`models/${name}/${file.path}`, file.content);
    }
    mkdirSync(path.join(folder, 'models/zod/node_modules'), { recursive: true });
    symlinkSync(path.resolve('node_modules/zod'), path.join(folder, 'models/zod/node_modules/zod'));
    for (const file of typescriptModels.generate(await modelOf('constraints'), { validators: 'zod' })) {
      write(`models/zod/${file.path}`, file.content);
    }
    for (const [name, turtle] of Object.entries({ searched: SEARCHED, diamond: DIAMOND })) {
      const { model } = await modelOfTurtle(turtle);
      for (const file of typescriptModels.generate(model)) write(`models/${name}/${file.path}`, file.content);
    }
    expect(run(process.execPath, [eslint, '--max-warnings', '0', 'models'], { cwd: folder })).toBe('');
  });

  test('reports a planted error', () => {
    write('models/wrong.ts', 'export const wrong = (value: any): string => value.a;\n');
    expect(() => run(process.execPath, [eslint, 'models/wrong.ts'], { cwd: folder })).toThrow(/no-explicit-any/);
  });
});
