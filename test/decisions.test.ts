import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { codegen, inFolder, type Outcome, readTree } from './support/program.ts';

const SHOP = `@prefix ex: <http://example.org/shop#> .
@prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
@prefix sh: <http://www.w3.org/ns/shacl#> .
ex: a owl:Ontology .
ex:Order a owl:Class .
ex:Customer a owl:Class .
ex:Note a owl:Class .
ex:number a owl:DatatypeProperty ; rdfs:domain ex:Order ; rdfs:range xsd:integer .
ex:remark a owl:ObjectProperty , owl:FunctionalProperty ; rdfs:domain ex:Order ; rdfs:range ex:Note .
ex:customer a owl:ObjectProperty , owl:FunctionalProperty ; rdfs:domain ex:Order ; rdfs:range ex:Customer .
ex:OrderShape a sh:NodeShape ; sh:targetClass ex:Order ; sh:property [ sh:path ex:number ; sh:minCount 1 ] .
ex:loose a owl:DatatypeProperty .
`;

/** Calls `use` with a folder that has the ontology, and settings with outputs and the given members. */
function inShop<T>(settings: string, use: (run: (...args: readonly string[]) => Outcome, folder: string) => T): T {
  return inFolder((folder) => {
    writeFileSync(path.join(folder, 'shop.ttl'), SHOP);
    writeFileSync(
      path.join(folder, 'codegen.yaml'),
      `ontology: shop.ttl\noutputs:\n  - { template: openapi-spec, folder: api }\n  - { template: sql-schema, folder: sql }\n${settings}`,
    );
    return use((...args) => codegen(folder, args), folder);
  });
}

describe('decisions of the settings', () => {
  const decided = `elements:
  ex:Order: { name: Purchase }
  ex:Note: { skip: true }
  ex:Customer: { resource: false }
  ex:customer: { name: buyer, required: true, deletion: restrict }
`;

  test('apply to the generated files', () =>
    inShop(decided, (run, folder) => {
      expect(run('generate')).toMatchObject({ status: 0 });
      const files = readTree(folder);
      const sql = Object.entries(files).find(([name]) => name.startsWith('sql/'))?.[1] ?? '';
      expect(sql).toContain('CREATE TABLE purchases (');
      expect(sql).toContain('buyer_id UUID NOT NULL REFERENCES customers (id) ON DELETE RESTRICT');
      // A reference to a skipped class is the IRI of the resource.
      expect(sql).not.toMatch(/CREATE TABLE notes/);
      expect(sql).toMatch(/\n {4}remark_id TEXT/);
      const api = files['api/openapi.yaml'] ?? '';
      expect(api).toContain('/purchases:');
      expect(api).not.toContain('/customers');
      expect(run('generate', '--check')).toMatchObject({ status: 0 });
    }));

  test('are shown by explain, graph report and graph load', () =>
    inShop(decided, (run) => {
      const { stdout } = run('explain', 'Purchase.buyer_id');
      expect(stdout).toMatch(/has a value +decided by codegen\.yaml:9:31/);
      expect(stdout).toMatch(/Decided by settings\n\ncodegen\.yaml:9:18 +has the name buyer/);
      expect(run('graph', 'report').stdout).toMatch(/codegen\.yaml:7:14 +ex:Note is omitted/);
      expect(run('graph', 'load').stdout).toContain('Purchase.remark');
      const { decided: all } = JSON.parse(run('graph', 'report', '--format', 'json').stdout);
      expect(all).toHaveLength(6);
    }));

  test('are not assumptions', () =>
    inShop(decided, (run) => {
      const all = JSON.parse(run('graph', 'report', '--assumed', '--format', 'json').stdout).assumptions;
      const about = all.filter(({ element }: { element: string }) => element === 'Purchase.buyer_id');
      expect(about).toEqual([]);
    }));

  test('fail if they are impossible, and nothing is written', () =>
    inShop('elements:\n  ex:Oder: { name: Purchase }\n  ex:number: { required: false }\n', (run, folder) => {
      const { status, stdout, stderr } = run('generate');
      expect([status, stdout]).toEqual([1, '']);
      expect(stderr).toMatch(/^codegen\.yaml:6:3: error: .* did you mean ex:Order\? \[decision-unknown\]$/m);
      expect(stderr).toMatch(/^codegen\.yaml:7:16: error: .*sh:minCount 1 \(shop\.ttl:13:\d+\) \[decision-contradicts\]$/m);
      expect(existsSync(path.join(folder, 'sql'))).toBe(false);
      for (const command of [
        ['template', 'generate-rdf', '--template', 'sql-schema', '--output-dir', 'x'],
        ['project', 'gen', 'app'],
      ]) {
        expect(run(...command).status).toBe(1);
      }
      expect(Object.keys(readTree(folder)).sort()).toEqual(['codegen.yaml', 'shop.ttl']);
    }));
});

describe('settings of warnings', () => {
  test('apply to every command', () =>
    inShop('diagnostics:\n  silence:\n    - { code: property-without-domain, at: ex:loose, reason: known }\n', (run) => {
      expect(run('generate').stderr).not.toContain('property-without-domain');
      expect(run('graph', 'load').stderr).toBe('');
    }));

  test('can turn warnings into errors', () =>
    inShop('diagnostics:\n  errors: all\n', (run, folder) => {
      const { status, stdout } = run('generate', '--format', 'github');
      expect(status).toBe(1);
      expect(stdout).toMatch(/^::error file=shop\.ttl,line=14,col=1,title=property-without-domain::/m);
      expect(readFileSync(path.join(folder, 'shop.ttl'), 'utf8')).toBe(SHOP);
      expect(existsSync(path.join(folder, 'sql'))).toBe(false);
    }));

  test('cause a warning if a silence matches nothing', () =>
    inShop('diagnostics:\n  silence:\n    - { code: range-unreadable, reason: old }\n', (run) => {
      expect(run('graph', 'load').stderr).toMatch(/^codegen\.yaml:7:7: warning: .* \[silence-unused\]$/m);
    }));
});
