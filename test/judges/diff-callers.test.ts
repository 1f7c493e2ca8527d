import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { compareModels, type Level } from '../../src/diff/index.ts';
import { pythonPydantic } from '../../src/targets/python-pydantic/index.ts';
import { typescriptModels } from '../../src/targets/typescript-models/index.ts';
import { mypyCache } from '../support/caches.ts';
import { describeWith, python } from '../support/judges.ts';
import { modelOfTurtle } from '../support/ontologies.ts';

/** Compares what `codegen diff` reports to TypeScript and Python callers with the errors of tsc and mypy. */

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
:Blank a owl:Class .
`;

/** Code of callers that uses the types of `BASE`, one module each. */
const callers: Readonly<Record<string, string>> = {
  factory: `import { createItem, createOrder } from './types/index.js';
export const item = createItem('s', 1, { note: 'n' });
export const order = createOrder(1, 'open', 'b');`,
  literal: `import type { Item, Order, Human } from './types/index.js';
export const item: Item = { id: 'i', sku: 's', price: 1, note: null };
export const order: Order = { id: 'i', quantity: 1, status: 'open', buyer_id: 'b' };
export const human: Human = { id: 'i', kind: 'Human', label: 'l' };`,
  create: `import { newBlank, newHuman, newItem, type ItemCreate, type OrderCreate, type HumanCreate } from './types/index.js';
export const item: ItemCreate = { sku: 's', price: 1, note: null };
export const order: OrderCreate = { quantity: 1, status: 'open', buyer_id: 'b' };
export const human: HumanCreate = { label: 'l' };
export const made = [newItem('i', item), newHuman('h', human), newBlank('b', {})];`,
  read: `import type { Human, Item, Order, OrderWithBuyer, Status } from './types/index.js';
export const item = (it: Item): [string, number, string | null | undefined] => [it.sku, it.price, it.note];
export const order = (it: Order): [number, Status, string] => [it.quantity, it.status, it.buyer_id];
export const buyer = (it: OrderWithBuyer): string => it.buyer.label;
export const human = (it: Human): string => it.kind;`,
  switch: `import type { AnyParty, Status } from './types/index.js';
export const status = (it: Status): number => { switch (it) { case 'open': return 1; case 'paid': return 2; } };
export const party = (it: AnyParty): number => { switch (it.kind) { case 'Party': return 1; case 'Human': return 2; } };`,
};

/** Python code of callers that uses the models of `BASE`. */
const pythonCallers: Readonly<Record<string, string>> = {
  make: `from .types import Human, Item, Order, Status
KEY = UUID(int=1)
item = Item(sku="s", price=1, note="n")
least = Item(sku="s", price=1)
order = Order(quantity=1, status=Status.OPEN, buyer_id=KEY)
human = Human(label="l")`,
  create: `from .types import HumanCreate, ItemCreate, OrderCreate
item = ItemCreate(sku="s", price=1, note="n")
order = OrderCreate(quantity=1, status=Status.OPEN, buyer_id=KEY)
human = HumanCreate(label="l")`,
  update: `from .types import HumanUpdate, ItemUpdate, OrderUpdate
item = ItemUpdate(sku="s", price=1, note=None)
order = OrderUpdate(quantity=1, status=Status.OPEN, buyer_id=KEY)
human = HumanUpdate(label="l")`,
  read: `from .types import Human, Item, Order, OrderWithBuyer
def item(it: Item) -> tuple[str, int, str | None]:
    return it.sku, it.price, it.note
def order(it: Order) -> tuple[int, Status, UUID]:
    return it.quantity, it.status, it.buyer_id
def buyer(it: OrderWithBuyer) -> str:
    return it.buyer.label
def human(it: Human) -> str:
    return it.kind`,
  write: `from .types import Item, Order
def item(it: Item) -> None:
    it.sku, it.price, it.note = "s", 1, None
def order(it: Order) -> None:
    it.quantity, it.status, it.buyer_id = 1, Status.PAID, KEY`,
  match: `from .types import AnyParty, PartyKind
def status(it: Status) -> int:
    match it:
        case Status.OPEN:
            return 1
        case Status.PAID:
            return 2
        case _:
            assert_never(it)
def party(it: AnyParty) -> int:
    match it.kind:
        case PartyKind.PARTY:
            return 1
        case PartyKind.HUMAN:
            return 2
        case _:
            assert_never(it.kind)`,
};

const PYTHON_HEAD = `from typing import assert_never
from uuid import UUID
from .types import Status
KEY = UUID(int=1)
`;

const shape = (of: string, rules: string) => `[] a sh:NodeShape ; sh:targetClass ${of} ; sh:property [ ${rules} ] .`;

/** The callers in Python that name a field. */
const all = ['create', 'make', 'read', 'update', 'write'];

/** Edits of the ontology, each with the callers in each language that no longer compile. */
const edits: Readonly<Record<string, readonly [next: string, typescript: readonly string[], python: readonly string[]]>> = {
  nothing: [BASE, [], []],
  'a required field': [`${BASE}:size a ${ITEM} xsd:int .`, ['create', 'factory', 'literal'], ['create', 'make']],
  'an optional field': [`${BASE}:size a owl:FunctionalProperty , ${ITEM} xsd:int .`, [], []],
  'a first field': [`${BASE}:text a owl:FunctionalProperty , owl:DatatypeProperty ; rdfs:domain :Blank .`, [], []],
  'a list': [`${BASE}:sizes a ${ITEM} xsd:int . ${shape(':Item', 'sh:path :sizes ; sh:minCount 0')}`, ['literal'], []],
  'a count': [`${BASE}:upvotes a ${ITEM} xsd:integer .`, ['factory', 'literal'], []],
  'a time that is generated': [`${BASE}:createdAt a ${ITEM} xsd:dateTime .`, ['literal'], []],
  'a field that is always the same': [
    `${BASE}:size a ${ITEM} xsd:int . :Item rdfs:subClassOf [ owl:onProperty :size ; owl:hasValue 5 ] .`,
    ['literal'],
    [],
  ],
  'an optional field with a default': [
    `${BASE}:size a ${ITEM} xsd:int . ${shape(':Item', 'sh:path :size ; sh:maxCount 1 ; sh:defaultValue 5')}`,
    ['factory'],
    [],
  ],
  'a default for an optional field': [`${BASE}${shape(':Item', 'sh:path :note ; sh:defaultValue "n"')}`, ['factory'], []],
  'a default for a required field': [`${BASE}${shape(':Item', 'sh:path :price ; sh:defaultValue 5')}`, [], []],
  'a default before what is asked for': [`${BASE}${shape(':Item', 'sh:path :sku ; sh:defaultValue "s"')}`, ['factory'], []],
  'a required field that is always the same': [
    `${BASE}:Item rdfs:subClassOf [ owl:onProperty :price ; owl:hasValue 5 ] .`,
    ['create', 'factory', 'literal'],
    ['create', 'make', 'update', 'write'],
  ],
  'a list that need not hold anything': [
    `${BASE}${shape(':Order', 'sh:path :quantity ; sh:minCount 0 ; sh:maxCount 9')}`,
    ['create', 'factory', 'literal', 'read'],
    all,
  ],
  'a class that is below another now': [
    `${BASE}:Item rdfs:subClassOf :Party .`,
    ['create', 'factory', 'literal', 'switch'],
    ['create', 'make', 'match'],
  ],
  'a default where nothing stands behind': [
    `${BASE}:size a owl:DatatypeProperty ; rdfs:domain :Order ; rdfs:range xsd:int .
    ${shape(':Order', 'sh:path :size ; sh:maxCount 1 ; sh:defaultValue 5')}`,
    [],
    [],
  ],
  'another order of arguments': [BASE.replace(/(:sku a .*\n)(:price a .*\n)/, '$2$1'), ['factory'], []],
  'another order of what has a name': [BASE.replace(/(:price a .*\n)(:note a .*\n)/, '$2$1'), [], []],
  'a value of an enumeration': [BASE.replace(':open :paid', ':open :paid :sent'), ['switch'], ['match']],
  'a value of an enumeration less': [
    BASE.replace(':open :paid', ':paid'),
    ['create', 'factory', 'literal', 'switch'],
    ['create', 'make', 'match', 'update'],
  ],
  'a class below another': [`${BASE}:Firm a owl:Class ; rdfs:subClassOf :Party .`, ['switch'], ['match']],
  'a way back to who had none': [
    `${BASE}:orders a owl:ObjectProperty ; rdfs:domain :Party ; rdfs:range :Order ; owl:inverseOf :buyer .`,
    [],
    [],
  ],
  'a field that may be missing': [BASE.replace(':price a', ':price a owl:FunctionalProperty ,'), ['factory', 'read'], ['read']],
  'a longest text': [`${BASE}${shape(':Item', 'sh:path :sku ; sh:maxLength 9')}`, [], []],
  'an integer of another size': [BASE.replace('xsd:int', 'xsd:long'), [], []],
  'a decimal for an integer': [BASE.replace('xsd:int', 'xsd:decimal'), ['create', 'factory', 'literal', 'read'], all],
  'an inexact number for an integer': [BASE.replace('xsd:int', 'xsd:double'), [], ['read']],
  'an IRI for a text': [BASE.replace('xsd:string', 'xsd:anyURI'), [], []],
  'a day for a text': [BASE.replace('xsd:string', 'xsd:date'), [], all],
  'a text for a value of an enumeration': [
    BASE.replace(':status a owl:ObjectProperty', ':status a owl:DatatypeProperty').replace(
      'rdfs:range :Status',
      'rdfs:range xsd:string',
    ),
    ['read'],
    ['read'],
  ],
  'another superclass': [
    BASE.replace('rdfs:subClassOf :Party', 'rdfs:subClassOf :Item'),
    ['create', 'literal', 'switch'],
    ['create', 'make', 'match', 'update'],
  ],
  'no superclass': [
    BASE.replace(' ; rdfs:subClassOf :Party', ''),
    ['create', 'literal', 'read', 'switch'],
    ['create', 'make', 'match', 'read', 'update'],
  ],
  'a field less': [BASE.replace(/:price a .*\n/, ''), ['create', 'factory', 'literal', 'read'], all],
  'another label': [BASE.replace(':price a', ':price rdfs:label "cost" ; a'), ['create', 'literal', 'read'], all],
  'another class that is referred to': [BASE.replace('rdfs:range :Party', 'rdfs:range :Item'), ['read'], ['read']],
  'several that are referred to': [
    `${BASE}${shape(':Order', 'sh:path :buyer ; sh:minCount 0 ; sh:maxCount 9')}`,
    ['create', 'factory', 'literal', 'read'],
    all,
  ],
};

type Language = 'typescript' | 'python';

/** Returns the expected level: dangerous if only exhaustive callers (literals, `switch`, `match`) fail, else breaking. */
function levelOf(callersRefused: readonly string[]): Level {
  if (callersRefused.length === 0) return 'safe';
  const whole = ['literal', 'switch', 'match'];
  return callersRefused.every((caller) => whole.includes(caller)) ? 'dangerous' : 'breaking';
}

/** Returns the worst level that a diff reports to callers, with all changes as JSON. */
async function reportedLevel(language: Language, next: string): Promise<readonly [Level, string]> {
  const { changes } = compareModels((await modelOfTurtle(BASE)).model, (await modelOfTurtle(next)).model);
  const found = new Set(changes.map(({ effects }) => effects[language].level));
  const worst = (['breaking', 'dangerous'] as const).find((level) => found.has(level)) ?? 'safe';
  return [worst, JSON.stringify(changes, ['says', 'effects', language, 'level', 'because'], 1)];
}

const names = Object.keys(edits);
let folder: string;

const write = (file: string, text: string) => {
  mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
  writeFileSync(path.join(folder, file), text);
};

/** Returns, for each edit, the callers in which a compiler reports an error. */
function refusedIn(errors: string, place: RegExp, known: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const found = new Map(names.map((name) => [name, new Set<string>()]));
  for (const [error, i = '', caller = ''] of errors.matchAll(place)) {
    expect(known, error).toContain(caller);
    found.get(names[Number(i)] ?? '')?.add(caller);
  }
  return new Map([...found].map(([name, each]) => [name, [...each].sort()]));
}

beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'codegen-callers-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('callers in TypeScript', () => {
  let refused: ReadonlyMap<string, readonly string[]>;

  beforeAll(async () => {
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
    refused = refusedIn(stdout, /^(\d+)\/([\w/]+)\.ts\(.*: error .*$/gm, Object.keys(callers));
  }, 120_000);

  test.each(Object.entries(edits))('%s', async (name, [next, expected]) => {
    expect(refused.get(name)).toEqual(expected);
    const [level, says] = await reportedLevel('typescript', next);
    expect(level, says).toBe(levelOf(expected));
  });
});

describeWith(['pydantic', 'mypy'], 'callers in Python', () => {
  let refused: ReadonlyMap<string, readonly string[]>;

  beforeAll(async () => {
    for (const [i, name] of names.entries()) {
      const { model } = await modelOfTurtle(edits[name]?.[0] ?? '');
      write(`v${i}/__init__.py`, '');
      for (const file of pythonPydantic.generate(model)) write(`v${i}/types/${file.path}`, file.content);
      for (const [caller, text] of Object.entries(pythonCallers)) write(`v${i}/${caller}.py`, `${PYTHON_HEAD}${text}\n`);
    }
    const args = ['-m', 'mypy', '--strict', '--no-error-summary', '--cache-dir', mypyCache(), ...names.map((_, i) => `v${i}`)];
    const { stdout, stderr } = spawnSync(python, args, { cwd: folder, encoding: 'utf8' });
    expect(stderr).toBe('');
    refused = refusedIn(stdout, /^v(\d+)\/([\w/]+)\.py:\d+: error: .*$/gm, Object.keys(pythonCallers));
  }, 600_000);

  test.each(Object.entries(edits))('%s', async (name, [next, , expected]) => {
    expect(refused.get(name)).toEqual(expected);
    const [level, says] = await reportedLevel('python', next);
    expect(level, says).toBe(levelOf(expected));
  });
});

test('diff reports effects on Rust struct literals, positional arguments, ordered enums and pages', async () => {
  const rust = async (edit: string) => {
    const { changes } = compareModels((await modelOfTurtle(BASE)).model, (await modelOfTurtle(edits[edit]?.[0] ?? '')).model);
    return changes.map(({ kind, effects }) => `${kind} ${effects.rust.level}`);
  };
  expect(await rust('an optional field')).toEqual(['field-added dangerous']);
  expect(await rust('another order of arguments')).toEqual(['arguments-reordered breaking']);
  expect(await rust('a class below another')).toContain('class-added dangerous');
  // Rust orders enums (`Ord`) by the position of their values. Added or removed values are not a reordering.
  const ordered = async (values: string) =>
    compareModels(
      (await modelOfTurtle(BASE.replace(':open :paid', ':open :paid :sent'))).model,
      (await modelOfTurtle(BASE.replace(':open :paid', values))).model,
    ).changes.map(({ kind, effects }) => `${kind} ${effects.rust.level}`);
  expect(await ordered(':open :sent :paid')).toEqual(['values-reordered dangerous']);
  expect(await ordered(':open :late :sent')).not.toContain('values-reordered dangerous');
  // The items of a page change from one class to an enum of classes.
  const first = compareModels(
    (await modelOfTurtle(':A a owl:Class . :B a owl:Class .')).model,
    (await modelOfTurtle(':A a owl:Class . :B a owl:Class ; rdfs:subClassOf :A .')).model,
  );
  expect(first.changes.map(({ kind, effects }) => `${kind} ${effects.rust.level}`)).toContain('class-subclassed breaking');
});
