/** What the printers of a class's validators share. */

import { type Demand, type DomainClass, demandsOn, type Field } from '../../model/index.ts';
import type { Ledger } from '../core/index.ts';
import { indent, type Lines, separated } from '../text/index.ts';
import { anywhere, type Code, codeOf, type Site } from './answers.ts';
import { call, pure } from './checks.ts';
import { comment, type Deprecation } from './jsdoc.ts';
import {
  assignedCall,
  assignment,
  braced,
  type CallText,
  type Condition,
  callLines,
  chosen,
  flatCall,
  returned,
  signature,
} from './layout.ts';
import { fieldCheck, ModuleParts } from './module-parts.ts';
import { checkedRules, testedRules } from './object-rules.ts';
import { linked, linkedFirst } from './prose.ts';
import { ask } from './tests.ts';
import { allowOtherValues } from './types.ts';
import * as named from './validator-names.ts';
import { type Inheritance, inheritance, type Types, type Write } from './variants.ts';

/** What the module of a class's validators is printed from, and what it turns out to need of others. */
export class ValidatorModule {
  readonly cls: DomainClass;
  readonly types: Types;
  readonly ledger: Ledger<Site, Code>;
  readonly parts: ModuleParts;
  readonly #functions = new Map<DomainClass, string[]>();
  readonly #made: Partial<Record<'entity' | Write, Inheritance>> = {};
  /** By the field of a superclass, of which the class has one form: whether both are asked the same. */
  #same: Map<Field, boolean> | undefined;

  constructor(cls: DomainClass, types: Types, ledger: Ledger<Site, Code>) {
    this.cls = cls;
    this.types = types;
    this.ledger = ledger;
    this.parts = new ModuleParts(cls, ledger);
  }

  /** A function or constant of the module of a class, which is imported if it is another. */
  of(other: DomainClass, name: string): string {
    if (other === this.cls) return name;
    const names = this.#functions.get(other);
    if (names === undefined) this.#functions.set(other, [name]);
    // There are never many of one module.
    else if (!names.includes(name)) names.push(name);
    return name;
  }

  /** What the class in a role is made of. Its shape and its conditions ask. */
  madeOf(role: 'entity' | Write): Inheritance {
    this.#made[role] ??= inheritance(this.cls, role);
    return this.#made[role];
  }

  get imported(): ReadonlyMap<DomainClass, readonly string[]> {
    return this.#functions;
  }

  /** Whether a field of the class is asked the same as another form of it, in a superclass. Each role of the class asks. */
  asksSame(field: Field, parent: DomainClass, other: Field): boolean {
    this.#same ??= new Map();
    let same = this.#same.get(other);
    if (same === undefined) {
      same = !allowOtherValues(field, other) && checkText(this.cls, field) === checkText(parent, other);
      this.#same.set(other, same);
    }
    return same;
  }
}

function checkText(cls: DomainClass, field: Field): string {
  return flatCall(fieldCheck(cls, field, codeOf));
}

/** The head of a function that decides about an object of which nothing is known yet. */
export function conditionHead(name: string, type: string): Lines {
  return signature(`export function ${name}`, [{ name: 'it', type: `is.Fields<${type}>` }], 'boolean');
}

/** Such a function. */
export function condition(name: string, type: string, conditions: readonly Condition[]): Lines {
  return [conditionHead(name, type), returned(conditions), '}'];
}

/** All that decides about an instance, which may have members that only another type than the class has. */
export function wholeTest(module: ValidatorModule, type: string): readonly Condition[] {
  const { cls } = module;
  const keeper = testedRules.owner(cls);
  return [
    { call: named.fitsName(cls.name), args: ['it'] },
    ...(keeper ? [{ call: module.of(keeper, named.keepsName(keeper.name)), args: ['it'] }] : []),
    ...closedTest(module, type),
  ];
}

const closedDemands = (cls: DomainClass): readonly Demand[] =>
  cls.closed ? demandsOn(cls).object.filter(({ kind }) => kind === 'closed') : [];

export function closedTest({ cls, ledger }: ValidatorModule, type: string): Code {
  return ledger.printAll(closedDemands(cls), { as: 'test', value: named.objectsName(type), hoist: anywhere.hoist }).flat();
}

export function closedCheck({ cls, ledger }: ValidatorModule): readonly string[] {
  return ledger.printAll(closedDemands(cls), anywhere).flat() as string[];
}

/** The list of rules that holds of the class. */
export function checkedRulesOf(module: ValidatorModule): readonly string[] {
  const owner = checkedRules.owner(module.cls);
  return owner ? [module.of(owner, named.rulesName(owner.name))] : [];
}

/** The constant by which the objects of a type are told apart from others. */
export function objects(type: string, args: readonly CallText[], exported = false): Lines {
  const name = named.objectsName(type);
  const head = exported ? `export const ${name}: check.ObjectCheck` : `const ${name}`;
  return assignedCall(`${head} =`, pure(call('object', ...args)));
}

/** That an object may have no other members. */
export const CLOSED = 'check.closed';

const parameter = { name: 'value', type: 'unknown' };

/** The function that decides, and what else a type is known by. */
export function entryPoints({ cls }: ValidatorModule, type: string, conditions: readonly Condition[]): readonly Lines[] {
  return entryPointsOf(cls, type, type === cls.name, conditions);
}

function entryPointsOf(
  about: Deprecation,
  type: string,
  isEntity: boolean,
  conditions: readonly Condition[],
): readonly [Lines, Lines] {
  return [
    [guardHead(type, about), looked(isEntity ? undefined : type), returned(['it !== undefined', ...conditions]), '}'],
    otherEntryPoints(about, type),
  ];
}

/** Whether nothing is asked of the objects of a class as a whole, as of most: then the names tell all but its fields. */
export function isAskedByFields({ cls }: ValidatorModule): boolean {
  return !cls.closed && checkedRules.owner(cls) === undefined && testedRules.owner(cls) === undefined;
}

const fitsIt = (type: string): Condition => ({ call: named.fitsName(type), args: ['it'] });

/** Of a class of which nothing is asked as a whole: what tells its objects from others, and all that a type is known by. */
export const byFields = {
  entity: (about: Deprecation, type: string): Lines =>
    separated([objects(type, [named.shapeName(type)], true), ...entryPointsOf(about, type, true, [fitsIt(type)])]),
  create: (about: Deprecation, type: string): Lines =>
    separated([objects(type, [named.shapeName(type)]), ...entryPointsOf(about, type, false, [fitsIt(type)])]),
  /** Of any class: what changes its instances is never asked as a whole but for what a change must not give too much of. */
  update: (about: Deprecation, type: string): Lines =>
    separated([
      objects(type, [named.shapeName(type), CLOSED]),
      ...entryPointsOf(about, type, false, [fitsIt(type), ask('onlyOf', 'it', named.objectsName(type))]),
    ]),
  related: (about: Deprecation, type: string, entity: string): Lines =>
    separated([
      objects(type, [named.shapeName(type), named.relationsName(entity)]),
      ...entryPointsOf(about, type, false, [fitsIt(entity), { call: named.relatesName(entity), args: ['it'] }]),
    ]),
};

/** What a page tells beside its items. */
const COUNTS = ['total', 'limit', 'offset'] as const;

/** The validator of a part of a list: but for its name, and that of the type of its items. */
export const pageValidator = (about: Deprecation, page: string, listed: string): Lines =>
  separated([
    [
      `function ${named.shapeName(page)}(): check.Shape<${page}> {`,
      indent(
        braced(
          'return ',
          [...COUNTS.map((name) => `${name}: check.one(check.uint64)`), `items: check.relatedList(${named.objectsName(listed)})`],
          ';',
          2,
        ),
      ),
      '}',
    ],
    objects(page, [named.shapeName(page)]),
    ...entryPointsOf(about, page, false, [
      ...COUNTS.map((name) => ask('uint64', `it.${name}`)),
      ask('listOf', 'it.items', named.guardName(listed)),
    ]),
  ]);

/** Looks at a value as an object, which may be of a type that its functions alone do not tell. */
function looked(type?: string): Lines {
  const annotation = type === undefined ? '' : `: is.Fields<${type}> | undefined`;
  return indent(assignment(`const it${annotation} =`, 'is.fieldsOf(value);', 2));
}

function guardHead(type: string, about: Deprecation): Lines {
  return [
    comment(`Returns whether parsed JSON is ${linked(type)}.`, about),
    signature(`export function ${named.guardName(type)}`, [parameter], `value is ${type}`),
  ];
}

/** How a guard begins: with a look at the value. */
export const typeHead = (about: Deprecation, type: string): Lines => [guardHead(type, about), looked(type)];

/** What else a type is known by: all that is wrong with a value, a value of the type, and a schema. */
export const otherEntryPoints = (about: Deprecation, type: string): Lines => separated(otherEntryPointsOf(type, about));

function otherEntryPointsOf(type: string, cls: Deprecation): readonly Lines[] {
  const [guard, validate] = [named.guardName(type), named.validateName(type)];
  return [
    [
      comment(`Returns the violations of parsed JSON that should be ${linked(type)}.`, cls),
      signature(`export function ${validate}`, [parameter], 'check.Violation[]'),
      indent(chosen('return ', `${guard}(value)`, '[]', call('violations', 'value', named.objectsName(type)), 2)),
      '}',
    ],
    [
      comment(`Returns parsed JSON as ${linked(type)}, or throws a ValidationError.`, cls),
      signature(`export function ${named.parseName(type)}`, [parameter], type),
      indent(callLines('return ', call('parsed', `'${type}'`, 'value', guard, validate), ';', 2)),
      '}',
    ],
    [
      comment(`${linkedFirst(type)} as a Standard Schema.`, cls),
      assignedCall(
        `export const ${named.schemaName(type)}: check.StandardSchema<${type}> =`,
        pure(call('schema', guard, validate)),
      ),
    ],
  ];
}
