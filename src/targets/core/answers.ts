/**
 * What a target does about each kind of demand, and the code by which it does: one and the same function says both, so
 * that no report can claim what is not printed.
 */

import {
  type Demand,
  type DemandKind,
  type DomainClass,
  type DomainModel,
  demandsAmong,
  demandsOfField,
  demandsOn,
  type Field,
  type FieldDemands,
  type FieldType,
} from '../../model/index.ts';
import type { Difference, Support } from '../target.ts';
import { isAllNoted } from '../text/index.ts';

/**
 * Kinds that a declaration may see to by itself: what a struct's field of type `u8` or a column `VARCHAR(255) NOT NULL`
 * refuses follows from no text of a check. Documents prove it (test/differential).
 */
export type DeclaredKind = Exclude<DemandKind, 'pattern' | 'contains' | 'irreflexive' | 'choice' | 'total' | 'key'>;

/**
 * The answer to a demand. `print` makes the code that sees to it, for the place where it stands.
 *
 * @typeParam Site what a printer knows of the place: the expression of the value, the path in messages, imports
 * @typeParam Code what it makes: lines, an expression, a column, a keyword
 */
export type Answer<K extends DemandKind, Site, Code> =
  | { readonly achieves: 'enforced'; readonly print: (site: Site) => Code }
  | (K extends DeclaredKind ? { readonly achieves: 'enforced'; readonly by: 'declaration' } : never)
  | {
      readonly achieves: 'approximated';
      readonly how: string;
      readonly difference?: Difference;
      readonly print?: (site: Site) => Code;
    }
  | { readonly achieves: 'nothing'; readonly why: string; readonly difference?: Difference };

/**
 * A target's answers, each the same for all demands of a kind, or by what one of them says. A kind of demand that is new
 * does not compile until it is answered.
 */
export type Answers<Site, Code> = {
  readonly [K in DemandKind]: Answer<K, Site, Code> | ((demand: Demand<K>) => Answer<K, Site, Code>);
};

type AnyAnswer<Site, Code> = Answer<DemandKind, Site, Code>;

/** A declaration sees to it. */
export const declared = { achieves: 'enforced', by: 'declaration' } as const;

/** Code sees to it. */
export function enforced<Site, Code>(print: (site: Site) => Code): { achieves: 'enforced'; print: (site: Site) => Code } {
  return { achieves: 'enforced', print };
}

/** Nothing sees to it. */
export function nothing(why: string, difference?: Difference): { achieves: 'nothing'; why: string; difference?: Difference } {
  return { achieves: 'nothing', why, ...(difference && { difference }) };
}

/** The answer to `inverse` where related objects are embedded. */
export const oneEnd = {
  achieves: 'approximated',
  how: 'one end stores it; that related objects agree with it is not checked',
} as const;

/** The answer to one demand. */
export function answerTo<Site, Code>(answers: Answers<Site, Code>, demand: Demand): AnyAnswer<Site, Code> {
  // Each kind is answered by what stands for it, which the type of the table says, but not of a kind that is a variable.
  const answer = answers[demand.kind] as AnyAnswer<Site, Code> | ((demand: Demand) => AnyAnswer<Site, Code>);
  return typeof answer === 'function' ? answer(demand) : answer;
}

const ENFORCED: Support = { status: 'enforced' };

/** A model's demands as one target answers them, with a note of all that was printed where somebody may ask for it. */
export class Ledger<Site, Code> {
  readonly #answers: Answers<Site, Code>;
  /** What a field demands in a class, as far as there may be code for it: other demands need not be made. */
  readonly demandsToPrint: (cls: DomainClass, field: Field) => FieldDemands;
  /** What was printed: bits of kinds, by the class or field that the demands are made of. */
  readonly #kinds = new Map<DomainClass | Field, number>();
  /** The same, of those of which there may be several: choices, totals, keys, superclasses, expressions. */
  readonly #several = new Map<DomainClass | Field, Set<unknown>>();

  constructor(answers: Answers<Site, Code>) {
    this.#answers = answers;
    const kinds = Object.keys(answers) as DemandKind[];
    this.demandsToPrint = demandsAmong(
      new Set(kinds.filter((kind) => typeof answers[kind] === 'function' || 'print' in answers[kind])),
    );
  }

  /** What the target does about a demand. */
  achieved(demand: Demand): Support {
    const answer = this.#answer(demand);
    switch (answer.achieves) {
      case 'enforced':
        return ENFORCED;
      case 'approximated': {
        const { how, difference } = answer;
        return { status: 'approximated', how, ...(difference && { difference }) };
      }
      case 'nothing': {
        const { why, difference } = answer;
        return { status: 'dropped', why, ...(difference && { difference }) };
      }
      default:
        return answer satisfies never;
    }
  }

  /** Whether there is code to be printed for a demand. */
  isPrinted(demand: Demand): boolean {
    return 'print' in this.#answer(demand);
  }

  /** Whether there is code to be printed for some of the demands. */
  arePrinted(demands: readonly Demand[]): boolean {
    return demands.some((demand) => this.isPrinted(demand));
  }

  /** The code that sees to a demand; undefined where none does. */
  print(demand: Demand, site: Site): Code | undefined {
    const answer = this.#answer(demand);
    if (!('print' in answer) || !answer.print) return undefined;
    this.#note(demand);
    return answer.print(site);
  }

  /** Notes that code was printed for what a field demands, by who knows that code without asking for it. */
  notePrinted(field: Field, kind: 'type' | 'generated'): void {
    if (isAllNoted()) this.#noteKind(field, kind);
  }

  /** The code that sees to several demands, in their order. */
  printAll(demands: readonly Demand[], site: Site): Code[] {
    const all: Code[] = [];
    for (const demand of demands) {
      const code = this.print(demand, site);
      if (code !== undefined) all.push(code);
    }
    return all;
  }

  /** The demands of a model whose code was printed nowhere. What a field demands as the one that it refines does counts as one. */
  unprinted(model: DomainModel): Demand[] {
    const missing: Demand[] = [];
    for (const cls of model.classes) {
      const { object, fields } = demandsOn(cls);
      const own = new Set<Field>([...cls.fields, ...cls.refinements]);
      for (const demand of object) if (demand.class === cls && this.#lacks(demand)) missing.push(demand);
      for (const [field, { whole, each }] of fields) {
        if (own.has(field)) missing.push(...[...whole, ...each].filter((demand) => this.#lacks(demand)));
      }
    }
    return missing;
  }

  /** Where nobody asks what was printed, it is not noted. */
  #note(demand: Demand): void {
    if (!isAllNoted()) return;
    const element = elementOf(demand);
    const one = oneOf(demand);
    if (one === undefined) {
      this.#noteKind(element, demand.kind);
    } else {
      const all = this.#several.get(element) ?? new Set();
      this.#several.set(element, all.add(one));
    }
  }

  #noteKind(element: DomainClass | Field, kind: DemandKind): void {
    this.#kinds.set(element, (this.#kinds.get(element) ?? 0) | bitOf(kind));
  }

  #lacks(demand: Demand): boolean {
    if (!this.isPrinted(demand)) return false;
    const one = oneOf(demand);
    const element = elementOf(demand);
    for (let at: DomainClass | Field | undefined = element; at; at = 'refines' in at ? at.refines : undefined) {
      if (at !== element && !isSaid(demand, at as Field)) break;
      if (one === undefined ? ((this.#kinds.get(at) ?? 0) & bitOf(demand.kind)) !== 0 : this.#several.get(at)?.has(one))
        return false;
    }
    return true;
  }

  #answer(demand: Demand): AnyAnswer<Site, Code> {
    return answerTo(this.#answers, demand);
  }
}

/** The class or the field that a demand is made of. */
function elementOf(demand: Demand): DomainClass | Field {
  return ('field' in demand && demand.field) || demand.class;
}

/** What tells a demand from others of its kind there; undefined where there are none. */
function oneOf(demand: Demand): unknown {
  switch (demand.kind) {
    case 'choice':
      return demand.choice;
    case 'total':
      return demand.total;
    case 'key':
      return demand.key;
    case 'inheritance':
      return demand.parent;
    case 'disjoint':
      return demand.other;
    case 'pattern':
      return `${demand.pattern.flags} ${demand.pattern.syntax} ${demand.pattern.source}`;
    default:
      return undefined;
  }
}

const bits = new Map<DemandKind, number>();

function bitOf(kind: DemandKind): number {
  const known = bits.get(kind);
  if (known !== undefined) return known;
  const bit = 1 << bits.size;
  bits.set(kind, bit);
  return bit;
}

/** Whether a field demands the same as one that it refines: what is printed for that holds of this, too. */
function isSaid(demand: Demand, base: Field): boolean {
  const { whole, each } = demandsOfField(demand.class, base);
  return [...whole, ...each].some((other) => other.kind === demand.kind && detailOf(other) === detailOf(demand));
}

/** What a demand says, as text. */
function detailOf(demand: Demand): string {
  if ('bound' in demand) return `${demand.bound.inclusive} ${demand.bound.value}`;
  if ('length' in demand) return String(demand.length);
  if ('values' in demand) return JSON.stringify(demand.values);
  if ('pattern' in demand) return JSON.stringify(demand.pattern);
  if ('type' in demand) return typeText(demand.type);
  return 'value' in demand ? demand.value : '';
}

function typeText(type: FieldType): string {
  // References are looked at alike, wherever they lead.
  return type.kind === 'scalar' ? type.scalar : type.kind;
}
