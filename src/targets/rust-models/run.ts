import {
  type Constraint,
  constraintsByElement,
  type DomainClass,
  type DomainModel,
  type Field,
  type TypeNames,
  typeNames,
} from '../../model/index.ts';
import { gapOf, Ledger } from '../core/index.ts';
import { answers, type Code, type Site } from './answers.ts';
import type { Validation } from './validation.ts';

/** What the files of one run share. */
export interface Run {
  readonly validation: Validation;
  readonly ledger: Ledger<Site, Code>;
  /** A sentence on what the code does not hold a class to, or a field of it. */
  readonly gap: (cls: DomainClass, field?: Field) => string | undefined;
  /** What the types that belong to a class are called. */
  readonly names: TypeNames;
  /** Whether types say where they come from. */
  readonly iris: boolean;
}

export function newLedger(): Ledger<Site, Code> {
  return new Ledger(answers);
}

export function runOf(model: DomainModel, validation: Validation, ledger: Ledger<Site, Code>): Run {
  return { validation, ledger, gap: gapsOf(model, ledger), names: typeNames(model), iris: model.policies.iris === 'on' };
}

/** Says what the code does not hold a class or a field to, by what is said of it and of its superclasses. */
function gapsOf(model: DomainModel, ledger: Ledger<Site, Code>): Run['gap'] {
  const byElement = constraintsByElement(model);
  return (cls, field) => {
    const constraints: Constraint[] = [];
    const add = (element: DomainClass | Field) => {
      for (const constraint of byElement.get(element) ?? []) {
        if (constraint.class === cls || cls.ancestors.includes(constraint.class)) constraints.push(constraint);
      }
    };
    if (field === undefined) {
      add(cls);
      for (const ancestor of cls.ancestors) add(ancestor);
    }
    for (let current = field; current !== undefined; current = current.refines) add(current);
    return gapOf(constraints, (demand) => ledger.achieved(demand));
  };
}
