import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buildSync } from 'esbuild';
import { expect, test } from 'vitest';
import { modelOfTurtle } from '../../../test/support/ontologies.ts';
import { typescriptModels } from './index.ts';

/** A class, one that narrows all it has, and one below that, which narrows less. */
const narrowing = `
  :Item a owl:Class .
  :Strict a owl:Class ; rdfs:subClassOf :Item ,
    [ a owl:Restriction ; owl:onProperty :price ; owl:minCardinality 1 ] ,
    [ a owl:Restriction ; owl:onProperty :tag ; owl:minCardinality 2 ; owl:maxCardinality 3 ] ,
    [ a owl:Restriction ; owl:onProperty :code ; owl:someValuesFrom
      [ a rdfs:Datatype ; owl:onDatatype xsd:string ; owl:withRestrictions ( [ xsd:maxLength 3 ] ) ] ] .
  :Stricter a owl:Class ; rdfs:subClassOf :Strict ,
    [ a owl:Restriction ; owl:onProperty :tag ; owl:minCardinality 3 ] .
  :price a owl:DatatypeProperty , owl:FunctionalProperty ; rdfs:domain :Item ; rdfs:range
    [ a rdfs:Datatype ; owl:onDatatype xsd:decimal ; owl:withRestrictions ( [ xsd:minInclusive 0 ] ) ] .
  :tag a owl:DatatypeProperty ; rdfs:domain :Item ; rdfs:range
    [ a rdfs:Datatype ; owl:onDatatype xsd:string ; owl:withRestrictions ( [ xsd:pattern "[a-z]+" ] ) ] .
  :code a owl:DatatypeProperty , owl:FunctionalProperty ; rdfs:domain :Item ; rdfs:range xsd:string .`;

test('what a superclass asks of values is not asked again', async () => {
  const { model } = await modelOfTurtle(narrowing);
  const files = new Map(typescriptModels.generate(model).map((file) => [file.path, file.content]));
  const conditions = (name: string) => {
    const text = files.get(`validation/${name.toLowerCase()}.ts`) ?? '';
    const body = new RegExp(`function fits${name}\\([^{]*\\{\\s*return ([^;]*);`).exec(text)?.[1] ?? '';
    return body
      .replace(/^\(([\s\S]*)\)$/, '$1')
      .split('&&')
      .map((condition) => condition.trim());
  };
  expect(conditions('Strict')).toEqual([
    'fitsItem(it)',
    'holdsKind(it.kind)',
    '!is.none(it.price)',
    'is.counted(2, 3, it.tag)',
    'holdsCode(it.code)',
  ]);
  expect(conditions('Stricter')).toEqual(['fitsStrict(it)', "it.kind === 'Stricter'", 'is.counted(3, 3, it.tag)']);

  const folder = mkdtempSync(path.join(tmpdir(), 'codegen-refinements-'));
  try {
    mkdirSync(path.join(folder, 'validation'));
    for (const [file, content] of files) writeFileSync(path.join(folder, file), content);
    const outfile = path.join(folder, 'validation.mjs');
    buildSync({ entryPoints: [path.join(folder, 'validation/index.ts')], outfile, bundle: true, format: 'esm' });
    const validators: Record<string, (value: unknown) => unknown> = await import(outfile);
    const item = { id: 'f47ac10b-58cc-4372-a567-0e02b2c3d479', kind: 'Strict', price: '1.50', tag: ['a', 'b'], code: 'abc' };
    const samples: readonly (readonly [change: object, item: boolean, strict: boolean, stricter: boolean])[] = [
      [{}, true, true, false],
      [{ tag: ['a', 'b', 'c'] }, true, true, true],
      [{ tag: ['a', 'b', 'c', 'd'] }, true, false, false],
      [{ tag: ['a'] }, true, false, false],
      [{ tag: ['a', '1'] }, false, false, false],
      [{ tag: 'ab' }, false, false, false],
      [{ tag: undefined }, false, false, false],
      [{ tag: null }, false, false, false],
      [{ price: undefined }, true, false, false],
      [{ price: null }, true, false, false],
      [{ price: '-1' }, false, false, false],
      [{ price: '0.0' }, true, true, false],
      [{ price: 1 }, false, false, false],
      [{ code: 'abcd' }, true, false, false],
    ];
    for (const [change, ...expected] of samples) {
      const found = ['Item', 'Strict', 'Stricter'].map((name) => {
        const value = JSON.parse(JSON.stringify({ ...item, kind: name, ...change }));
        const violations = validators[`validate${name}`]?.(value) as readonly unknown[];
        expect(validators[`is${name}`]?.(value), 'both say the same').toBe(violations.length === 0);
        return violations.length === 0;
      });
      expect(found, JSON.stringify(change)).toEqual(expected);
    }
    // A change may leave out what is required, and may not clear it.
    for (const [change, ...expected] of [
      [{}, true, true],
      [{ price: null }, true, false],
      [{ tag: ['a'] }, true, false],
      [{ tag: ['a', 'b'] }, true, true],
      [{ tag: ['A', 'b'] }, false, false],
    ] as const) {
      const found = ['Item', 'Strict'].map((name) => validators[`is${name}Update`]?.(change));
      expect(found, JSON.stringify(change)).toEqual(expected);
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
