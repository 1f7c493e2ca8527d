import { constraintsByElement, type DomainClass, type DomainModel, type Field } from '../../model/index.ts';
import { unenforced } from '../text/index.ts';
import { support } from './support.ts';
import type { Validation } from './validation.ts';

/** What the files of one run share. */
export interface Run {
  readonly validation: Validation;
  /** A sentence on what the code does not hold a class to, or a field of it. */
  readonly shortfall: (cls: DomainClass, field?: Field) => string | undefined;
}

/** Says what the code does not hold a class or a field to, by what is said of it and of its superclasses. */
export function shortfalls(model: DomainModel): Run['shortfall'] {
  const byElement = constraintsByElement(model);
  return (cls, field) => {
    const lineage = [cls, ...cls.ancestors];
    const elements: (DomainClass | Field)[] = field === undefined ? lineage : [];
    for (let current = field; current !== undefined; current = current.refines) elements.push(current);
    const constraints = elements.flatMap((element) => byElement.get(element) ?? []);
    return unenforced(
      constraints.filter((constraint) => lineage.includes(constraint.class)),
      support,
    );
  };
}
