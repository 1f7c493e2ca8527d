/** What models do with unknown keys: what a class has to say of them that it does not inherit. */

import type { DomainClass } from '../../model/index.ts';
import type { Extra } from './members.ts';

export function extraOf(cls: DomainClass): Extra | undefined {
  const inherited = inheritedExtra(cls);
  if (cls.closed) return inherited === 'forbid' ? undefined : 'forbid';
  return inherited === 'forbid' ? 'ignore' : undefined;
}

/** Of several superclasses the last one counts that says anything. */
function inheritedExtra(cls: DomainClass): Extra | undefined {
  if (!cls.ancestors.some(({ closed }) => closed)) return undefined;
  return cls.bases.map(effectiveExtra).findLast((extra) => extra !== undefined);
}

function effectiveExtra(cls: DomainClass): Extra | undefined {
  return extraOf(cls) ?? inheritedExtra(cls);
}

/** The relationship model inherits from its class first, and then from the relationship models of the superclasses. */
export function relationsExtraOf(cls: DomainClass): Extra | undefined {
  const inherited = [cls, ...cls.relationsBases].map(effectiveExtra).findLast((extra) => extra !== undefined);
  const own = effectiveExtra(cls);
  return own === inherited ? undefined : own;
}
