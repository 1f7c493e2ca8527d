/** The setting `extra` of a class, which rejects or ignores unknown keys. It is stated where the class inherits another one. */

import type { DomainClass } from '../../model/index.ts';
import type { Extra } from './members.ts';

/** Returns the setting that a class states; undefined if it inherits the right one. */
export function extraOf(cls: DomainClass): Extra | undefined {
  const inherited = inheritedExtra(cls);
  if (cls.closed) return inherited === 'forbid' ? undefined : 'forbid';
  return inherited === 'forbid' ? 'ignore' : undefined;
}

/** Returns the setting that a class inherits: that of the last superclass that has one. */
function inheritedExtra(cls: DomainClass): Extra | undefined {
  if (!cls.ancestors.some(({ closed }) => closed)) return undefined;
  return cls.bases.map(effectiveExtra).findLast((extra) => extra !== undefined);
}

function effectiveExtra(cls: DomainClass): Extra | undefined {
  return extraOf(cls) ?? inheritedExtra(cls);
}

/** Returns the setting that a class with related objects states. It inherits from its record, then from those of superclasses. */
export function relationsExtraOf(cls: DomainClass): Extra | undefined {
  const inherited = [cls, ...cls.relationsBases].map(effectiveExtra).findLast((extra) => extra !== undefined);
  const own = effectiveExtra(cls);
  return own === inherited ? undefined : own;
}
