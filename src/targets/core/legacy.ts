import type { Constraint, DomainModel } from '../../model/index.ts';
import type { Element, GeneratedFile, Spelling, Support, Target } from '../target.ts';

interface Parts extends Omit<Target, 'emit'> {
  readonly generate: (model: DomainModel) => readonly GeneratedFile[];
  readonly support: (constraint: Constraint) => Support;
  readonly spelling: (element: Element, model: DomainModel) => Spelling | undefined;
}

/** A target that says beside its printers what they do. */
export function describedTarget<T extends Parts>(parts: T): T & Target {
  return {
    ...parts,
    emit: (model) => ({
      achieved: (demand) => parts.support(demand as Constraint),
      files: () => parts.generate(model),
      unprinted: () => [],
    }),
  };
}
