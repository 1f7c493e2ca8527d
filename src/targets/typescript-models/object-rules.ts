import {
  allChoices,
  allTotals,
  type Choice,
  type Demand,
  type DomainClass,
  demandsOfField,
  demandsOn,
  type Field,
  type Member,
  type Total,
} from '../../model/index.ts';
import type { Ledger } from '../core/index.ts';
import { anywhere, type Code, codeOf, type Site } from './answers.ts';
import { call } from './checks.ts';
import { type CallText, type Condition, flatCondition } from './layout.ts';
import { ask, fieldOfIt } from './tests.ts';

type Rules = ReadonlyMap<string, readonly Demand[]>;

/** The rules of a class, and whose list of them it has, once that was asked for. */
interface Known {
  readonly rules: Rules;
  owner?: DomainClass;
}

const none: Known = { rules: new Map() };

/** Whether a class or one that it inherits from has fields that are counted together. */
function countsTogether(cls: DomainClass): boolean {
  return haveCounts(cls) || cls.ancestors.some(haveCounts);
}

const haveCounts = ({ choices, totals }: DomainClass): boolean => choices.length + totals.length > 0;

/** The rules of a class: those of other classes, and others. */
export interface RuleList {
  readonly of: readonly DomainClass[];
  readonly others: Code;
}

/** What is asked of instances as a whole, in lists that subclasses share. Closedness is not inherited and stands elsewhere. */
class ObjectRules {
  readonly #known = new WeakMap<DomainClass, Known>();
  readonly #site: Site;

  constructor(site: Site) {
    this.#site = site;
  }

  /** What is asked, by the text of its checks. Found once for a class and all its subclasses. */
  #of(cls: DomainClass): Rules {
    return this.#knownOf(cls).rules;
  }

  #knownOf(cls: DomainClass): Known {
    let known = this.#known.get(cls);
    if (known === undefined) {
      if (!this.#mayHave(cls)) return none;
      known = { rules: byText([...demandsOn(cls).object.filter(({ kind }) => kind !== 'closed'), ...this.#ofFields(cls)]) };
      this.#known.set(cls, known);
    }
    return known;
  }

  /** Whether anything may be asked. Of most classes there is not, and of these nothing is kept. */
  #mayHave(cls: DomainClass): boolean {
    if (countsTogether(cls)) return true;
    return this.#site.as === 'check' && cls.allFields.some(({ irreflexive }) => irreflexive);
  }

  /** Of few fields anything is told of the object; what decides looks at each field by itself. */
  #ofFields(cls: DomainClass): readonly Demand[] {
    if (this.#site.as === 'test') return [];
    const fields = cls.allFields.filter(({ irreflexive }) => irreflexive).map((field) => demandsOfField(cls, field));
    return fields.flatMap(({ each }) => each.filter(({ kind }) => kind === 'irreflexive'));
  }

  /**
   * The class whose list of rules a class has: itself, or the superclass that it adds nothing to. Undefined if there are no
   * rules.
   */
  owner(cls: DomainClass): DomainClass | undefined {
    const known = this.#knownOf(cls);
    const { rules } = known;
    if (rules.size === 0) return undefined;
    if (known.owner === undefined) {
      const same = cls.parents.find((parent) => {
        const inherited = this.#of(parent);
        return inherited.size === rules.size && [...rules.keys()].every((text) => inherited.has(text));
      });
      known.owner = (same && this.owner(same)) ?? cls;
    }
    return known.owner;
  }

  /**
   * The rules of a class, with those of its parents wherever all of them hold of it, and none twice. All that it demands
   * stands then in one of these lists.
   */
  list(cls: DomainClass, ledger: Ledger<Site, Code>): RuleList {
    const of = this.inherited(cls);
    const inherited = new Set(of.flatMap((owner) => [...this.#of(owner).keys()]));
    const others: Code[] = [];
    for (const [text, demands] of this.#of(cls)) {
      const [code = []] = ledger.printAll(demands, this.#site);
      if (!inherited.has(text)) others.push(code);
    }
    return { of, others: others.flat() };
  }

  /** The classes whose lists of rules that of a class begins with. */
  inherited(cls: DomainClass): readonly DomainClass[] {
    const left = new Set(this.#of(cls).keys());
    const of: DomainClass[] = [];
    for (const parent of cls.parents) {
      const inherited = [...this.#of(parent).keys()];
      const owner = this.owner(parent);
      if (owner === undefined || !inherited.every((text) => left.has(text))) continue;
      of.push(owner);
      for (const text of inherited) left.delete(text);
    }
    return of;
  }
}

/** What tells which rules an object breaks. */
export const checkedRules = new ObjectRules(anywhere);

/** What decides whether it keeps to all of them. */
export const testedRules = new ObjectRules({ as: 'test', value: 'it', hoist: anywhere.hoist });

/** That a change does not give too many of some members, for those who tell and for those who decide. */
interface Most {
  readonly check: CallText;
  readonly test: Condition;
}

/**
 * What a change must not give too much of: whether what it leaves out is enough is for those to say who know the rest. What
 * a change cannot give is not counted, and alternatives of which one is left exclude nothing.
 *
 * @param members those of a change
 */
export function mostInChange(cls: DomainClass, members: readonly Member[]): readonly Most[] {
  if (!countsTogether(cls)) return [];
  const names = new Set(members.map(({ field }) => field.name));
  const given = (fields: readonly Field[]) => fields.filter(({ name }) => names.has(name));
  const found: Most[] = [];
  for (const choice of allChoices(cls)) {
    const fields = given(choice.fields);
    if (fields.length > 1) found.push(mostOf(choice, fields, 1, 'atMostOneOf'));
  }
  for (const total of allTotals(cls)) {
    const fields = given(total.fields);
    const { maxItems } = total;
    if (maxItems !== undefined && fields.length > 0) found.push(mostOf(total, fields, maxItems, 'atMostInAll', String(maxItems)));
  }
  return found;
}

/** The same of choices and totals all of whose fields a change may give. All classes that inherit one ask. */
const mostOfAll = new WeakMap<Choice | Total, Most>();

function mostOf(
  counted: Choice | Total,
  fields: readonly Field[],
  most: number,
  check: string,
  ...args: readonly string[]
): Most {
  const isWhole = fields.length === counted.fields.length;
  const known = isWhole ? mostOfAll.get(counted) : undefined;
  if (known !== undefined) return known;
  const made = {
    check: call(check, ...args, ...fields.map(({ name }) => `'${name}'`)),
    test: ask('counted', '0', String(most), ...fields.map(fieldOfIt)),
  };
  if (isWhole) mostOfAll.set(counted, made);
  return made;
}

/** Two demands may come to the same, such as what a class says again of what it inherits. */
function byText(demands: readonly Demand[]): Rules {
  const found = new Map<string, Demand[]>();
  for (const demand of demands) {
    const text = textOf(demand);
    if (text === undefined) continue;
    const same = found.get(text);
    if (same) same.push(demand);
    else found.set(text, [demand]);
  }
  return found;
}

/** What choices and totals become. All classes that inherit one ask. */
const textsOfCounts = new WeakMap<Choice | Total, string>();

/** The text of the checks that a demand becomes; undefined if it becomes none. */
function textOf(demand: Demand): string | undefined {
  const counted = demand.kind === 'choice' ? demand.choice : demand.kind === 'total' ? demand.total : undefined;
  const known = counted && textsOfCounts.get(counted);
  if (known !== undefined) return known;
  const text = codeOf(demand)?.map(flatCondition).join();
  if (counted && text !== undefined) textsOfCounts.set(counted, text);
  return text;
}
