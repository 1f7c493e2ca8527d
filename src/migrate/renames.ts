/** Orders renames of database objects, so that each new name is free: to exchange `a` and `b`, one gets a temporary name first. */

import { shortenName } from '../targets/sql-schema/index.ts';

export interface Rename {
  readonly from: string;
  readonly to: string;
}

/**
 * Returns the name of an object until it is dropped: a new object may need its old name before.
 *
 * @param names the names in the new state
 */
export function temporaryName(name: string, names: ReadonlySet<string>): string {
  return names.has(name) ? shortenName(`codegen_gone_${name}`) : name;
}

/**
 * Returns renames in an order in which each new name is free. To exchange names, one object gets a temporary name.
 *
 * @param occupied the names that are in use
 */
export function orderRenames(renames: readonly Rename[], occupied: Iterable<string>): readonly Rename[] {
  const names = new Set(occupied);
  const open = renames.filter(({ from, to }) => from !== to);
  const steps: Rename[] = [];
  const rename = (step: Rename) => {
    names.delete(step.from);
    names.add(step.to);
    steps.push(step);
  };
  let waiting = [...open];
  for (let n = 1; waiting.length > 0; ) {
    const free = waiting.filter(({ to }) => !names.has(to));
    if (free.length > 0) {
      for (const step of free) if (!names.has(step.to)) rename(step);
      waiting = waiting.filter((step) => !steps.includes(step));
      continue;
    }
    const [first, ...others] = waiting;
    if (!first) break;
    const temporary = `codegen_renamed_${n++}`;
    rename({ from: first.from, to: temporary });
    waiting = [{ from: temporary, to: first.to }, ...others];
  }
  return steps;
}
