/** Policies on the command line: parses `--policy`, and provides the data for help and completion. */

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
 * Returns the policies that a command line sets. If one policy has several values, the last one counts, as with any option.
 *
 * @param settings the policies of the settings file, which the command line overrides
 * @throws DiagnosticError if a policy or its value is unknown
 */
export async function parsePolicies(
  { policy }: PolicyOptions,
  settings: Readonly<Partial<Record<PolicyName, string>>> = {},
): Promise<Policies> {
  const chosen: Partial<Record<PolicyName, string>> = { ...settings };
  for (const setting of policy) {
    const [name, value] = await parsePolicy(setting);
    chosen[name] = value;
  }
  return policiesOf(chosen);
}

async function parsePolicy(setting: string): Promise<readonly [PolicyName, string]> {
  const equals = setting.indexOf('=');
  const name = equals < 0 ? setting : setting.slice(0, equals);
  if (!isPolicyName(name)) {
    // A value without a name stands for the policies that have this value.
    const owners = equals < 0 ? policyNames.filter((each) => valuesOf(each).includes(setting)) : [];
    const qualified = owners.map((owner) => `${owner}=${setting}`).join(' or ');
    const suggestion = qualified === '' ? await suggest(name, policyNames) : qualified;
    return fail('unknown-policy', { name, known: policyNames, suggestion });
  }
  const value = equals < 0 ? '' : setting.slice(equals + 1);
  if (isPolicyValue(name, value)) return [name, value];
  const known = valuesOf(name);
  return fail('unknown-policy-value', { name, value, known, suggestion: await suggest(value, known) });
}

/** Returns the values of a policy, the default first; none if it accepts any value. */
export function valuesOf(name: PolicyName): readonly string[] {
  return policySpecs[name].values;
}

/** Formats the values of a policy for the help: `required, optional or open`. */
function shownValues(name: PolicyName): string {
  const values = valuesOf(name);
  return values.length === 0 ? 'a tag such as en or pt-BR' : `${values.slice(0, -1).join(', ')} or ${values.at(-1)}`;
}

/** Returns a row for each policy: name, values, default, meaning. */
export function policyRows(): (readonly [name: string, values: string, fallback: string, about: string])[] {
  return policyNames.map((name) => [name, shownValues(name), policiesOf()[name], policySpecs[name].about]);
}
