/**
 * The answers of a target to each kind of constraint: how far it is enforced, and the code that enforces it. One function gives
 * both, so a report cannot claim more than is printed.
 */

import {
  type Demand,
  type DemandKind,
  type DomainClass,
  type DomainModel,
  demandsOfField,
  demandsOn,
  type Field,
  type FieldDemands,
  type FieldType,
} from '../../model/index.ts';
import type { Difference, Support } from '../target.ts';

/**
 * Kinds of constraints that a declaration may enforce without the code of a check: a struct's field of type `u8` or a column
 * `VARCHAR(255) NOT NULL`. Test documents prove it (test/differential).
 */
export type DeclaredKind = Exclude<
  DemandKind,
  'pattern' | 'contains' | 'irreflexive' | 'choice' | 'total' | 'comparison' | 'key'
>;

/**
 * The answer to a constraint. `print` makes the code that enforces it.
 *
 * @typeParam Site what a printer knows about the source location: the expression of the value, the path in messages, imports
 * @typeParam Code the result: lines, an expression, a column, a keyword
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
 * A target's answers: one answer for all constraints of a kind, or a function of the constraint. A new kind of constraint does
 * not compile until each target answers it.
 */
export type Answers<Site, Code> = {
  readonly [K in DemandKind]: Answer<K, Site, Code> | ((demand: Demand<K>) => Answer<K, Site, Code>);
};

type AnyAnswer<Site, Code> = Answer<DemandKind, Site, Code>;

/** Answer: a declaration enforces the constraint. */
export const declared = { achieves: 'enforced', by: 'declaration' } as const;

/** Answers that the printed code enforces the constraint. */
export function enforced<Site, Code>(print: (site: Site) => Code): { achieves: 'enforced'; print: (site: Site) => Code } {
  return { achieves: 'enforced', print };
}

/** Answers that the generated code does not enforce the constraint. */
export function nothing(why: string, difference?: Difference): { achieves: 'nothing'; why: string; difference?: Difference } {
  return { achieves: 'nothing', why, ...(difference && { difference }) };
}

/** The answer to keys and unique fields for targets that check one instance at a time. */
export const uniquenessAnswer = nothing('only the database compares instances');

/** The answer to `inverse` for targets that embed related objects. */
export const inverseAnswer = {
  achieves: 'approximated',
  how: 'one end stores it; the agreement of related objects is not checked',
} as const;

/** Returns the answer to one constraint. */
export function answerTo<Site, Code>(answers: Answers<Site, Code>, demand: Demand): AnyAnswer<Site, Code> {
  // `Answers` relates each kind to its answer, but TypeScript cannot apply this to a kind that is a variable.
  const answer = answers[demand.kind] as AnyAnswer<Site, Code> | ((demand: Demand) => AnyAnswer<Site, Code>);
  return typeof answer === 'function' ? answer(demand) : answer;
}

const ENFORCED: Support = { status: 'enforced' };

/** Returns a target's answers to the constraints of a model, and records which code was printed. */
export class Ledger<Site, Code> {
  readonly #answers: Answers<Site, Code>;
  /** The kinds of constraints that the target may print code for. */
  readonly #printableKinds: ReadonlySet<DemandKind>;
  /** The constraints of each class or field that were printed, by what distinguishes them on the element. */
  readonly #printed = new Map<DomainClass | Field, Set<unknown>>();

  constructor(answers: Answers<Site, Code>) {
    this.#answers = answers;
    const kinds = Object.keys(answers) as DemandKind[];
    this.#printableKinds = new Set(kinds.filter((kind) => typeof answers[kind] === 'function' || 'print' in answers[kind]));
  }

  /** Returns those constraints of a field in a class that the target may print code for. */
  demandsToPrint(cls: DomainClass, field: Field): FieldDemands {
    const { whole, each } = demandsOfField(cls, field);
    const isPrintable = ({ kind }: Demand) => this.#printableKinds.has(kind);
    return { field, whole: whole.filter(isPrintable), each: each.filter(isPrintable) };
  }

  /** Returns how far the target enforces a constraint. */
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

  /** Checks whether the target prints code for a constraint. */
  isPrinted(demand: Demand): boolean {
    return 'print' in this.#answer(demand);
  }

  /** Checks whether the target prints code for at least one of the constraints. */
  arePrinted(demands: readonly Demand[]): boolean {
    return demands.some((demand) => this.isPrinted(demand));
  }

  /** Returns the code that enforces a constraint, or undefined if none exists. */
  print(demand: Demand, site: Site): Code | undefined {
    const answer = this.#answer(demand);
    if (!('print' in answer) || !answer.print) return undefined;
    this.#note(demand);
    return answer.print(site);
  }

  /** Returns the code that enforces several constraints, in their order. */
  printAll(demands: readonly Demand[], site: Site): Code[] {
    const all: Code[] = [];
    for (const demand of demands) {
      const code = this.print(demand, site);
      if (code !== undefined) all.push(code);
    }
    return all;
  }

  /** Returns the constraints without printed code. Code for the same constraint of a refined field counts. */
  unprinted(model: DomainModel): Demand[] {
    const missing: Demand[] = [];
    for (const cls of model.classes) {
      const { object, fields } = demandsOn(cls);
      const ownFields = new Set<Field>([...cls.fields, ...cls.refinements]);
      for (const demand of object) if (demand.class === cls && this.#lacks(demand)) missing.push(demand);
      for (const [field, { whole, each }] of fields) {
        if (ownFields.has(field)) missing.push(...[...whole, ...each].filter((demand) => this.#lacks(demand)));
      }
    }
    return missing;
  }

  #note(demand: Demand): void {
    const element = elementOf(demand);
    const printed = this.#printed.get(element) ?? new Set();
    this.#printed.set(element, printed.add(discriminantOf(demand)));
  }

  #lacks(demand: Demand): boolean {
    if (!this.isPrinted(demand)) return false;
    const discriminant = discriminantOf(demand);
    const element = elementOf(demand);
    for (let at: DomainClass | Field | undefined = element; at; at = 'refines' in at ? at.refines : undefined) {
      if (at !== element && !isInherited(demand, at as Field)) break;
      if (this.#printed.get(at)?.has(discriminant)) return false;
    }
    return true;
  }

  #answer(demand: Demand): AnyAnswer<Site, Code> {
    return answerTo(this.#answers, demand);
  }
}

/** Returns the class or the field that a constraint belongs to. */
function elementOf(demand: Demand): DomainClass | Field {
  return ('field' in demand && demand.field) || demand.class;
}

/** Returns what distinguishes a constraint from others on the same element: its kind, if there can be only one of the kind. */
function discriminantOf(demand: Demand): unknown {
  switch (demand.kind) {
    case 'choice':
      return demand.choice;
    case 'total':
      return demand.total;
    case 'comparison':
      return demand.comparison;
    case 'key':
      return demand.key;
    case 'inheritance':
      return demand.parent;
    case 'disjoint':
      return demand.other;
    case 'pattern':
      return `${demand.pattern.flags} ${demand.pattern.syntax} ${demand.pattern.source}`;
    default:
      return demand.kind;
  }
}

/** Checks whether the refined field `base` has the same constraint: then the code for `base` covers the refinement, too. */
function isInherited(demand: Demand, base: Field): boolean {
  const { whole, each } = demandsOfField(demand.class, base);
  return [...whole, ...each].some((other) => other.kind === demand.kind && detailOf(other) === detailOf(demand));
}

/** Returns the content of a constraint as a string, for comparison. */
function detailOf(demand: Demand): string {
  if ('bound' in demand) return `${demand.bound.inclusive} ${demand.bound.value}`;
  if ('length' in demand) return String(demand.length);
  if ('values' in demand) return JSON.stringify(demand.values);
  if ('pattern' in demand) return JSON.stringify(demand.pattern);
  if ('type' in demand) return typeText(demand.type);
  return 'value' in demand ? demand.value : '';
}

function typeText(type: FieldType): string {
  // All references are equal here, whatever their target.
  return type.kind === 'scalar' ? type.scalar : type.kind;
}
