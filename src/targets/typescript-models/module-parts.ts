/** The constants and functions that the conditions on a class's fields need in its module. */

import { type Demand, type DomainClass, demandsOfField, type Field, type FieldDemands } from '../../model/index.ts';
import type { Ledger } from '../core/index.ts';
import { indent, type Lines, NameScope, separated } from '../text/index.ts';
import type { Code, Site } from './answers.ts';
import { type Constant, call, constantText, type Hoist, isLinear, pure, type Rule } from './checks.ts';
import { assignedCall, assignment, type CallText, type Condition, conditionLines, listLines, propertyLines } from './layout.ts';
import { plainKind, plainProperty, plainTest } from './plain.ts';
import { ask, fieldOfIt, isPlain } from './tests.ts';

/** What the value is called in the functions that look at one. */
const VALUE = 'value';

/** Kinds of demands in the order in which values are asked for them: what is too long costs nothing. */
const first: ReadonlySet<Demand['kind']> = new Set(['max-length']);
const ofLists: ReadonlySet<Demand['kind']> = new Set(['min-items', 'max-items', 'contains']);
/** What is the only value, or one of few, is of their type. */
const ofFew: ReadonlySet<Demand['kind']> = new Set(['constant', 'values']);

/** What is kept of fields of which more is asked than the kind of their values. Most classes have none. */
class Kept {
  readonly scope = new NameScope();
  readonly constants = new Map<string, { readonly name: string; readonly lines: Lines }>();
  readonly functions: Lines[] = [];
  readonly printed = new Set<Field>();
  readonly conditions = new Map<Field, (value: string) => Condition>();
  readonly demands = new Map<Field, FieldDemands>();
  searches = false;
}

/** Collects what the validators of one class need beside their functions. */
export class ModuleParts {
  readonly #class: DomainClass;
  readonly #ledger: Ledger<Site, Code>;
  #known: Kept | undefined;

  constructor(cls: DomainClass, ledger: Ledger<Site, Code>) {
    this.#class = cls;
    this.#ledger = ledger;
  }

  /** The constants, and the functions that decide about single fields. */
  get lines(): readonly Lines[] {
    if (this.#known === undefined) return [];
    const { constants, functions } = this.#known;
    return [separated([...constants.values()].map(({ lines }) => lines)), ...functions];
  }

  /** Whether a constant is one of the searches that a module of their own is printed for. */
  get needsSearches(): boolean {
    return this.#known?.searches === true;
  }

  get #kept(): Kept {
    this.#known ??= new Kept();
    return this.#known;
  }

  /** Makes constants that are called after a field. */
  hoist({ name }: Field): Hoist {
    return (what, constant) => {
      this.#kept.searches ||= isLinear(constant);
      const text = constantText(constant);
      const known = this.#kept.constants.get(text);
      if (known) return known.name;
      const claimed = this.#kept.scope.claim(`${name}_${what}`.toUpperCase());
      this.#kept.constants.set(text, { name: claimed, lines: constantLines(claimed, constant) });
      return claimed;
    };
  }

  /** The condition on a field of `it`, if it has a value that is not null. */
  condition(field: Field): Condition {
    const kind = plainKind(field);
    const plain = kind && plainTest(kind, field.cardinality, fieldOfIt(field));
    if (plain !== undefined) {
      this.#ledger.notePrinted(field, 'type');
      return plain;
    }
    let condition = this.#kept.conditions.get(field);
    if (condition === undefined) {
      condition = this.#made(field);
      this.#kept.conditions.set(field, condition);
    }
    return condition(fieldOfIt(field));
  }

  /** What is asked of each value of a field. */
  demands(field: Field): readonly Demand[] {
    return this.#demandsOf(field).each;
  }

  #demandsOf(field: Field): FieldDemands {
    let demands = this.#kept.demands.get(field);
    if (demands === undefined) {
      demands = this.#ledger.demandsToPrint(this.#class, field);
      this.#kept.demands.set(field, demands);
    }
    return demands;
  }

  /** Whether anything was printed for a field. */
  isPrinted(field: Field): boolean {
    return this.#known?.printed.has(field) === true;
  }

  #made(field: Field): (value: string) => Condition {
    this.#kept.printed.add(field);
    const { whole, each } = this.#demandsOf(field);
    const hoist = this.hoist(field);
    const print = (demands: readonly Demand[], value: string): Code =>
      this.#ledger.printAll(demands, { as: 'test', value, hoist }).flat();
    const absent = whole.filter(({ kind }) => kind === 'absent');
    if (absent.length > 0) return (value) => ({ all: print(absent, value) });
    const asked = each.filter(({ kind }) => kind !== 'irreflexive');
    const few = isPlain(field.type) && asked.some(({ kind }) => ofFew.has(kind));
    const ordered = [
      ...asked.filter(({ kind }) => first.has(kind)),
      ...asked.filter(({ kind }) => !first.has(kind) && !(few && kind === 'type')),
    ];
    const ofOne = (value: string) => print(ordered, value);
    if (field.cardinality !== 'many') return this.#asCall(field, ofOne);
    const item = this.#itemTest(field, ofOne);
    const [least, most] = (['min-items', 'max-items'] as const).map((kind) =>
      print(
        whole.filter((demand) => demand.kind === kind),
        '',
      ),
    ) as [readonly CallText[], readonly CallText[]];
    const bounds = most.length > 0 ? [...(least.length > 0 ? least : ['0']), ...most] : least;
    const contains = whole.filter(({ kind }) => kind === 'contains');
    const ofList = (value: string) => [ask('listOf', value, item, ...bounds), ...print(contains, value)];
    return this.#asCall(field, ofList);
  }

  /** A condition that is a single comparison or call stands where it is needed; others get a function. */
  #asCall(field: Field, conditions: (value: string) => Code): (value: string) => Condition {
    const [only, ...others] = conditions(VALUE);
    if (others.length === 0 && (typeof only === 'string' || (only && 'call' in only)))
      return (value) => ({ all: conditions(value) });
    const name = this.#function(field.name, conditions(VALUE));
    return (value) => ({ call: name, args: [value] });
  }

  /** The test of a list's values: a function of the module of tests, or one that is made for them. */
  #itemTest(field: Field, conditions: (value: string) => Code): string {
    const [only, ...others] = conditions(VALUE);
    if (
      others.length === 0 &&
      typeof only === 'object' &&
      'call' in only &&
      only.args.join() === VALUE &&
      /^is\.\w+$/.test(only.call)
    ) {
      return only.call;
    }
    return this.#function(`each_${field.name}`, conditions(VALUE));
  }

  #function(snake: string, conditions: Code): string {
    const pascal = snake.replace(/(?:^|_)([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
    const name = this.#kept.scope.claim(`holds${pascal}`);
    this.#kept.functions.push([
      `function ${name}(${VALUE}: unknown): boolean {`,
      indent(conditionLines('return ', { all: conditions }, ';', 2)),
      '}',
    ]);
    return name;
  }

  /** The check that tells what is wrong with a field, as a property of an object. */
  property(field: Field, depth: number): Lines {
    const kind = plainKind(field);
    const plain = kind && plainProperty(field, kind, depth);
    if (plain === undefined) return propertyLines(field.name, this.#check(field), depth);
    this.#ledger.notePrinted(field, 'type');
    return plain;
  }

  #check(field: Field): CallText {
    this.#kept.printed.add(field);
    const site: Site = { as: 'check', hoist: this.hoist(field) };
    return checkOf(field, this.#demandsOf(field), (demand) => this.#ledger.print(demand, site));
  }
}

/** A constant of a module. */
function constantLines(name: string, constant: Constant): Lines {
  if (typeof constant === 'string') return assignment(`const ${name} =`, `${constant};`);
  if ('list' in constant) return listLines(`const ${name} = `, constant.list, ';');
  return assignedCall(`const ${name} =`, pure('call' in constant ? constant : ruleCall(constant)));
}

function ruleCall({ rule, by, kind }: Rule): CallText {
  return call(by === 'ofValue' ? 'valueTest' : 'listTest', kind, rule);
}

/** The check of a field's value in a class, as an expression, of what its demands become. */
export function fieldCheck(cls: DomainClass, field: Field, print: (demand: Demand) => Code | undefined): CallText {
  return checkOf(field, demandsOfField(cls, field), print);
}

function checkOf(field: Field, { whole, each }: FieldDemands, print: (demand: Demand) => Code | undefined): CallText {
  const calls = (demand: Demand) => (print(demand) ?? []) as readonly CallText[];
  const absent = whole.find(({ kind }) => kind === 'absent');
  if (absent) return calls(absent)[0] ?? '';
  const asked = [...each.filter(({ kind }) => kind !== 'irreflexive'), ...whole.filter(({ kind }) => ofLists.has(kind))];
  return { call: `check.${field.cardinality}`, args: asked.flatMap(calls) };
}
