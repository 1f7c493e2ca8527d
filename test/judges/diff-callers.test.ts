import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { compareModels, type Level } from '../../src/diff/index.ts';
import { typescriptModels } from '../../src/targets/typescript-models/index.ts';
import { modelOfTurtle } from '../support/ontologies.ts';

/** What `codegen diff` tells callers in TypeScript, beside what their compiler says of the next version. */

const ITEM = 'owl:DatatypeProperty ; rdfs:domain :Item ; rdfs:range';
const BASE = `:Item a owl:Class . :Order a owl:Class . :Party a owl:Class . :Human a owl:Class ; rdfs:subClassOf :Party .
:Status a owl:Class ; owl:oneOf ( :open :paid ) .
:sku a ${ITEM} xsd:string .
:price a ${ITEM} xsd:int .
:note a owl:FunctionalProperty , ${ITEM} xsd:string .
:quantity a owl:DatatypeProperty ; rdfs:domain :Order ; rdfs:range xsd:int .
:status a owl:ObjectProperty ; rdfs:domain :Order ; rdfs:range :Status .
:buyer a owl:ObjectProperty ; rdfs:domain :Order ; rdfs:range :Party .
:label a owl:DatatypeProperty ; rdfs:domain :Party ; rdfs:range xsd:string .
`;

/** What callers write, each in a module of its own, against the types of `BASE`. */
const callers: Readonly<Record<string, string>> = {
  factory: `import { createItem, createOrder } from './types/index.js';
export const item = createItem('s', 1, { note: 'n' });
export const order = createOrder(1, 'open', 'b');`,
  literal: `import type { Item, Order, Human } from './types/index.js';
export const item: Item = { id: 'i', sku: 's', price: 1, note: null };
export const order: Order = { id: 'i', quantity: 1, status: 'open', buyer_id: 'b' };
export const human: Human = { id: 'i', kind: 'Human', label: 'l' };`,
  create: `import type { ItemCreate, OrderCreate, HumanCreate } from './types/index.js';
export const item: ItemCreate = { sku: 's', price: 1, note: null };
export const order: OrderCreate = { quantity: 1, status: 'open', buyer_id: 'b' };
export const human: HumanCreate = { label: 'l' };`,
  read: `import type { Item, Order } from './types/index.js';
export const item = (it: Item): [string, number, string | null | undefined] => [it.sku, it.price, it.note];
export const order = (it: Order): [number, string] => [it.quantity, it.buyer_id];`,
  switch: `import type { AnyParty, Status } from './types/index.js';
export const status = (it: Status): number => { switch (it) { case 'open': return 1; case 'paid': return 2; } };
export const party = (it: AnyParty): number => { switch (it.kind) { case 'Party': return 1; case 'Human': return 2; } };`,
};

const shape = (of: string, rules: string) => `[] a sh:NodeShape ; sh:targetClass ${of} ; sh:property [ ${rules} ] .`;

/** An edit of the ontology, and the callers that no longer compile. */
const edits: Readonly<Record<string, readonly [next: string, refused: readonly string[]]>> = {
  nothing: [BASE, []],
  'a required field': [`${BASE}:size a ${ITEM} xsd:int .`, ['create', 'factory', 'literal']],
  'an optional field': [`${BASE}:size a owl:FunctionalProperty , ${ITEM} xsd:int .`, []],
  'a list': [`${BASE}:sizes a ${ITEM} xsd:int . ${shape(':Item', 'sh:path :sizes ; sh:minCount 0')}`, ['literal']],
  'a count': [`${BASE}:upvotes a ${ITEM} xsd:integer .`, ['factory', 'literal']],
  'a time that is generated': [`${BASE}:createdAt a ${ITEM} xsd:dateTime .`, ['literal']],
  'a field that is always the same': [
    `${BASE}:size a ${ITEM} xsd:int . :Item rdfs:subClassOf [ owl:onProperty :size ; owl:hasValue 5 ] .`,
    ['literal'],
  ],
  'an optional field with a default': [
    `${BASE}:size a ${ITEM} xsd:int . ${shape(':Item', 'sh:path :size ; sh:maxCount 1 ; sh:defaultValue 5')}`,
    ['factory'],
  ],
  'a default for an optional field': [`${BASE}${shape(':Item', 'sh:path :note ; sh:defaultValue "n"')}`, ['factory']],
  'a default where nothing stands behind': [
    `${BASE}:size a owl:DatatypeProperty ; rdfs:domain :Order ; rdfs:range xsd:int .
    ${shape(':Order', 'sh:path :size ; sh:maxCount 1 ; sh:defaultValue 5')}`,
    [],
  ],
  'another order of arguments': [BASE.replace(/(:sku a .*\n)(:price a .*\n)/, '$2$1'), ['factory']],
  'another order of what has a name': [BASE.replace(/(:price a .*\n)(:note a .*\n)/, '$2$1'), []],
  'a value of an enumeration': [BASE.replace(':open :paid', ':open :paid :sent'), ['switch']],
  'a class below another': [`${BASE}:Firm a owl:Class ; rdfs:subClassOf :Party .`, ['switch']],
  'a way back to who had none': [
    `${BASE}:orders a owl:ObjectProperty ; rdfs:domain :Party ; rdfs:range :Order ; owl:inverseOf :buyer .`,
    [],
  ],
  'a field that may be missing': [BASE.replace(':price a', ':price a owl:FunctionalProperty ,'), ['factory', 'read']],
  'a longest text': [`${BASE}${shape(':Item', 'sh:path :sku ; sh:maxLength 9')}`, []],
};

/** What is new is dangerous where only what names everything has to name it; whatever else is refused is broken. */
function levelOf(callersRefused: readonly string[]): Level {
  if (callersRefused.length === 0) return 'safe';
  return callersRefused.every((caller) => caller === 'literal' || caller === 'switch') ? 'dangerous' : 'breaking';
}

const names = Object.keys(edits);
let folder: string;
let refused: ReadonlyMap<string, readonly string[]>;

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'codegen-callers-'));
  const write = (file: string, text: string) => {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    writeFileSync(path.join(folder, file), text);
  };
  write('package.json', '{ "type": "module" }');
  const options = { target: 'es2022', lib: ['es2022'], types: [], module: 'nodenext', strict: true, noEmit: true };
  write('tsconfig.json', JSON.stringify({ compilerOptions: { ...options, exactOptionalPropertyTypes: true } }));
  for (const [i, name] of names.entries()) {
    const { model } = await modelOfTurtle(edits[name]?.[0] ?? '');
    for (const file of typescriptModels.generate(model)) write(`${i}/types/${file.path}`, file.content);
    for (const [caller, text] of Object.entries(callers)) write(`${i}/${caller}.ts`, text);
  }
  const tsc = fileURLToPath(new URL('../../node_modules/.bin/tsc', import.meta.url));
  const { stdout } = spawnSync(tsc, ['--pretty', 'false'], { cwd: folder, encoding: 'utf8' });
  const found = new Map(names.map((name) => [name, new Set<string>()]));
  for (const [error, i = '', caller = ''] of stdout.matchAll(/^(\d+)\/([\w/]+)\.ts\(.*: error .*$/gm)) {
    expect(Object.keys(callers), error).toContain(caller);
    found.get(names[Number(i)] ?? '')?.add(caller);
  }
  refused = new Map([...found].map(([name, each]) => [name, [...each].sort()]));
}, 120_000);

afterAll(() => rmSync(folder, { recursive: true, force: true }));

test.each(Object.entries(edits))('%s', async (name, [next, expected]) => {
  expect(refused.get(name)).toEqual(expected);
  const { changes } = compareModels((await modelOfTurtle(BASE)).model, (await modelOfTurtle(next)).model);
  const found = new Set(changes.map(({ effects }) => effects.typescript.level));
  const worst = (['breaking', 'dangerous'] as const).find((level) => found.has(level)) ?? 'safe';
  expect(worst, JSON.stringify(changes, ['says', 'effects', 'typescript', 'level', 'because'], 1)).toBe(levelOf(expected));
});

test('structs of Rust have all fields in their literals, and arguments have places there, too', async () => {
  const rust = async (edit: string) => {
    const { changes } = compareModels((await modelOfTurtle(BASE)).model, (await modelOfTurtle(edits[edit]?.[0] ?? '')).model);
    return changes.map(({ kind, effects }) => `${kind} ${effects.rust.level}`);
  };
  expect(await rust('an optional field')).toEqual(['field-added dangerous']);
  expect(await rust('another order of arguments')).toEqual(['arguments-reordered breaking']);
  expect(await rust('a class below another')).toContain('class-added dangerous');
  // Enums are ordered (`Ord`) as their values stand, also where some come and go between them.
  const ordered = async (values: string) =>
    compareModels(
      (await modelOfTurtle(BASE.replace(':open :paid', ':open :paid :sent'))).model,
      (await modelOfTurtle(BASE.replace(':open :paid', values))).model,
    ).changes.map(({ kind, effects }) => `${kind} ${effects.rust.level}`);
  expect(await ordered(':open :sent :paid')).toEqual(['values-reordered dangerous']);
  expect(await ordered(':open :late :sent')).not.toContain('values-reordered dangerous');
  // Pages hold an enum of classes where they held one class.
  const first = compareModels(
    (await modelOfTurtle(':A a owl:Class . :B a owl:Class .')).model,
    (await modelOfTurtle(':A a owl:Class . :B a owl:Class ; rdfs:subClassOf :A .')).model,
  );
  expect(first.changes.map(({ kind, effects }) => `${kind} ${effects.rust.level}`)).toContain('class-subclassed breaking');
});
