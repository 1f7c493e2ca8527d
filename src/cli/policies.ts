/** Policies on the command line: what `--policy` says, and what help and completion are made of. */

import { fail, suggest } from '../diagnostics/index.ts';
import {
  isPolicyName,
  isPolicyValue,
  type Policies,
  type PolicyName,
  policiesOf,
  policyNames,
  policySpecs,
} from '../model/index.ts';
import type { PolicyOptions } from './options.ts';

/**
 * The policies that a command line sets. Of several values of one policy the last counts, as with any option.
 *
 * @param settings what the settings file says, which the command line wins over
 * @throws DiagnosticError if a policy or its value is not known
 */
export async function policiesFrom(
  { policy }: PolicyOptions,
  settings: Readonly<Partial<Record<PolicyName, string>>> = {},
): Promise<Policies> {
  const chosen: Partial<Record<PolicyName, string>> = { ...settings };
  for (const given of policy) {
    const [name, value] = await parsed(given);
    chosen[name] = value;
  }
  return policiesOf(chosen);
}

async function parsed(given: string): Promise<readonly [PolicyName, string]> {
  const equals = given.indexOf('=');
  const name = equals < 0 ? given : given.slice(0, equals);
  if (!isPolicyName(name)) {
    // Who writes a value alone means the policy that has it.
    const owners = equals < 0 ? policyNames.filter((each) => valuesOf(each).includes(given)) : [];
    const meant = owners.map((owner) => `${owner}=${given}`).join(' or ');
    const suggestion = meant === '' ? await suggest(name, policyNames) : meant;
    return fail('unknown-policy', { name, known: policyNames, suggestion });
  }
  const value = equals < 0 ? '' : given.slice(equals + 1);
  if (isPolicyValue(name, value)) return [name, value];
  const known = valuesOf(name);
  return fail('unknown-policy-value', { name, value, known, suggestion: await suggest(value, known) });
}

/** The values of a policy, the default first; none if it takes any. */
export function valuesOf(name: PolicyName): readonly string[] {
  return policySpecs[name].values;
}

/** The values of a policy as help shows them: `required, optional or open`. */
function shownValues(name: PolicyName): string {
  const values = valuesOf(name);
  return values.length === 0 ? 'a tag such as en or pt-BR' : `${values.slice(0, -1).join(', ')} or ${values.at(-1)}`;
}

/** The value that a policy has where nobody sets it. */
function fallbackOf(name: PolicyName): string {
  return policiesOf()[name];
}

/** A row for each policy: name, values, default, meaning. */
export function policyRows(): (readonly [name: string, values: string, fallback: string, about: string])[] {
  return policyNames.map((name) => [name, shownValues(name), fallbackOf(name), policySpecs[name].about]);
}
