import {
  type Constraint,
  type DomainClass,
  type DomainModel,
  demandsOn,
  type Field,
  type FieldDemands,
  type TypeNames,
  typeNames,
} from '../../model/index.ts';
import { Ledger, unenforcedByElement, unenforcedNote, type VariantKind } from '../core/index.ts';
import type { Emission } from '../target.ts';
import { answers, type Code, type Site } from './answers.ts';
import type { Derives } from './derives.ts';
import type { HelperCode } from './helper-code.ts';
import type { SqlxCondition } from './rows.ts';

/** Data and helper functions that the printers of all files of one run share. */
export interface RunContext {
  readonly helpers: HelperCode;
  readonly ledger: Ledger<Site, Code>;
  /** Returns a sentence on the constraints of a class or one of its fields that the code does not enforce. */
  readonly gap: (cls: DomainClass, field?: Field) => string | undefined;
  /** The names of the types of each class. */
  readonly names: TypeNames;
  /** Whether types have constants with their IRIs. */
  readonly iris: boolean;
  /** The traits to derive in addition to those of all models. */
  readonly derives: Derives;
  readonly sqlx: SqlxCondition;
  /** Returns whether a class implements `Validate`. */
  readonly isChecked: (cls: DomainClass) => boolean;
  /** The types that are printed for each class. */
  readonly variants: ReadonlySet<VariantKind>;
}

/** Returns a new ledger, which records what the Rust code achieves for each constraint. */
export function newLedger(): Ledger<Site, Code> {
  return new Ledger(answers);
}

/** Returns the context of one run. `isChecked` remembers its answer for each class. */
export function createRunContext(
  model: DomainModel,
  helpers: HelperCode,
  ledger: Ledger<Site, Code>,
  { derives, sqlx, variants }: Pick<RunContext, 'derives' | 'sqlx' | 'variants'>,
): RunContext {
  const iris = model.policies.iris === 'on';
  const checked = new Map<DomainClass, boolean>();
  const isChecked = (cls: DomainClass): boolean => {
    const known = checked.get(cls) ?? isCheckedBy(ledger, cls);
    checked.set(cls, known);
    return known;
  };
  return { helpers, ledger, gap: gapsOf(model, ledger), names: typeNames(model), iris, derives, sqlx, isChecked, variants };
}

/** Returns whether code checks any demand on a class or its fields. */
function isCheckedBy(ledger: Ledger<Site, Code>, cls: DomainClass): boolean {
  return (
    ledger.arePrinted(demandsOn(cls).object) || cls.allFields.some((field) => demandsWithCode(cls, field, ledger) !== undefined)
  );
}

/** Fields that no code checks. The answers do not depend on the class, so this also applies to subclasses. */
const uncheckedFields = new WeakSet<Field>();

/** Returns the demands on a field; undefined if no code checks any of them. */
export function demandsWithCode(cls: DomainClass, field: Field, ledger: Ledger<Site, Code>): FieldDemands | undefined {
  if (uncheckedFields.has(field)) return undefined;
  const demands = ledger.demandsToPrint(cls, field);
  if (ledger.arePrinted(demands.whole) || ledger.arePrinted(demands.each)) return demands;
  uncheckedFields.add(field);
  return undefined;
}

/** Returns a function that describes unenforced constraints on a class or field, including those of superclasses. */
function gapsOf(model: DomainModel, ledger: Ledger<Site, Code>): RunContext['gap'] {
  const achieved: Emission['achieved'] = (demand) => ledger.achieved(demand);
  const byElement = unenforcedByElement(model, achieved);
  /** Returns the constraints on an element that apply to a class. */
  const constraintsOn = (element: DomainClass | Field, cls: DomainClass): readonly Constraint[] =>
    byElement.get(element)?.filter(({ class: of }) => of === cls || cls.ancestors.includes(of)) ?? [];
  return (cls, field) => {
    const elements: (DomainClass | Field)[] = field === undefined ? [cls, ...cls.ancestors] : [];
    for (let current = field; current !== undefined; current = current.refines) elements.push(current);
    const constraints = elements.flatMap((element) => constraintsOn(element, cls));
    return unenforcedNote(constraints, achieved);
  };
}
