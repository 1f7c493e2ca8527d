import type { DomainModel } from '../../model/index.ts';
import { valueDemands, variantDemands } from './demands.ts';
import { unionVariants } from './types.ts';

/** A crate that the code of some models needs. */
export type OptionalCrate = 'regex' | 'rust_decimal';

/** The crates that a model's code needs beside those that all need. */
export function optionalCrates(model: DomainModel): ReadonlySet<OptionalCrate> {
  const crates = new Set<OptionalCrate>();
  for (const { type } of model.classes.flatMap((cls) => cls.allFields)) {
    const scalars = type.kind === 'scalar' ? [type] : type.kind === 'union' ? type.union.members : [];
    const demands = type.kind === 'union' ? unionVariants(type.union).flatMap(variantDemands) : valueDemands(type);
    if (scalars.some(({ scalar }) => scalar === 'decimal')) crates.add('rust_decimal');
    if (demands.some(({ kind }) => kind === 'pattern')) crates.add('regex');
  }
  return crates;
}
