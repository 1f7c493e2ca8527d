/** Finds the crates that `Cargo.toml` must list for the models of a project. */

import { type DomainModel, demandsOn } from '../../model/index.ts';
import { translatePattern } from '../text/index.ts';
import { rustKind } from './kinds.ts';
import { isConverted } from './serde.ts';
import { needsOwnDeserializer } from './union.ts';

/** A crate that only some models need. */
export type OptionalCrate = 'regex' | 'rust_decimal' | 'serde_json' | 'serde_with';

/** Returns the crates that a model needs in addition to those that all models need. */
export function optionalCrates({ classes, unions }: DomainModel): ReadonlySet<OptionalCrate> {
  const types = [...classes.flatMap((cls) => cls.allFields.map(({ type }) => type)), ...unions.flatMap(({ members }) => members)];
  const scalars = types.filter((type) => type.kind === 'scalar');
  const demands = classes.flatMap((cls) => [...demandsOn(cls).fields.values()].flatMap(({ each }) => each));
  const patterns = [
    ...demands.flatMap((demand) => (demand.kind === 'pattern' ? [demand.pattern] : [])),
    ...unions.flatMap(({ members }) => members.flatMap((member) => member.patterns ?? [])),
  ];
  const crates = new Set<OptionalCrate>();
  for (const { scalar } of scalars) {
    const { type } = rustKind(scalar);
    if ('from' in type && type.from === 'rust_decimal') crates.add('rust_decimal');
  }
  if (patterns.some((pattern) => translatePattern(pattern, 'rust').ok)) crates.add('regex');
  // `AnyX` reads the discriminator first.
  if (classes.some((cls) => cls.children.length > 0) || unions.some(needsOwnDeserializer)) crates.add('serde_json');
  if (types.some(isConverted)) crates.add('serde_with');
  return crates;
}
