/** The configuration for unknown keys, where a class does not inherit the right one. */

import type { DomainClass } from '../../model/index.ts';
import type { Extra } from './members.ts';

/** Returns the setting `extra` of a class: whether it rejects unknown keys. Undefined if it inherits the right one. */
export function extraOf(cls: DomainClass): Extra | undefined {
  const inherited = inheritedExtra(cls);
  if (cls.closed) return inherited === 'forbid' ? undefined : 'forbid';
  return inherited === 'forbid' ? 'ignore' : undefined;
}

/** With several superclasses, the last one with such a configuration determines it. */
function inheritedExtra(cls: DomainClass): Extra | undefined {
  if (!cls.ancestors.some(({ closed }) => closed)) return undefined;
  return cls.bases.map(effectiveExtra).findLast((extra) => extra !== undefined);
}

function effectiveExtra(cls: DomainClass): Extra | undefined {
  return extraOf(cls) ?? inheritedExtra(cls);
}

/** Returns the configuration of a relationship model, which inherits from its class and then from those of superclasses. */
export function relationsExtraOf(cls: DomainClass): Extra | undefined {
  const inherited = [cls, ...cls.relationsBases].map(effectiveExtra).findLast((extra) => extra !== undefined);
  const own = effectiveExtra(cls);
  return own === inherited ? undefined : own;
}
