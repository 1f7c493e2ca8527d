/**
 * Policies state what codegen assumes if an ontology states nothing. The first value of each policy is the default. A value
 * that the user sets is a decision, not an assumption.
 */

interface PolicySpec {
  /** The default comes first. A policy without values accepts a language tag; `fallback` is its default. */
  readonly values: readonly string[];
  readonly fallback?: string;
  /** One line for the help. */
  readonly about: string;
}

export const policySpecs = {
  unstated: {
    values: ['required', 'optional', 'open'],
    about: 'cardinality of a property if the ontology states none: exactly 1, at most 1, or any number',
  },
  owner: {
    values: ['plural', 'none'],
    about: 'whether a list named after its class (hasComments) is stored as a foreign key in that class',
  },
  'on-delete': {
    values: ['cascade', 'restrict'],
    about: 'effect of a deletion on referring rows: delete them too (optional references become null), or reject the deletion',
  },
  timestamps: {
    values: ['names', 'none'],
    about: 'whether a required xsd:dateTime with a name such as created_at defaults to the current time',
  },
  lengths: {
    values: ['spec', 'none'],
    about: 'maximum lengths by name: 255 for email and name, 500 for title; or none',
  },
  email: { values: ['unique', 'plain'], about: 'whether email properties are unique' },
  counts: { values: ['zero', 'none'], about: 'whether integers that count something default to 0' },
  long: {
    values: ['number', 'string'],
    about: '64-bit integers in JSON: a number within ±(2^53-1), or a decimal string with the whole range',
  },
  regex: {
    values: ['ascii', 'unicode'],
    about: 'characters that \\d and \\w match in patterns: those of ASCII, or those of Unicode, as XML Schema defines them',
  },
  storage: {
    values: ['stated', 'strict'],
    about:
      'CHECK constraints of the database: only those that the ontology states, or also limits of the other targets (digits, years, U+0000)',
  },
  integers: {
    values: ['32', '64'],
    about: 'bits of integers whose datatype has no width: xsd:integer and the types derived from it',
  },
  subclasses: {
    values: ['one', 'several'],
    about: 'whether an instance has one most specific class, or may belong to several sibling classes',
  },
  individuals: {
    values: ['as-used', 'open', 'listed'],
    about:
      'classes without fields that become enumerations: those whose individuals are complete in each related sh:in, none, or all (and SKOS schemes)',
  },
  domainless: {
    values: ['skip', 'top'],
    about: 'properties without a domain: omitted, or added to each class without a superclass',
  },
  names: {
    values: ['label', 'local'],
    about: 'source of field names: rdfs:label, or the local name of the IRI with all its words',
  },
  language: { values: [], fallback: 'en', about: 'language of the labels and comments that are used' },
  iris: {
    values: ['off', 'on'],
    about: 'whether generated code provides at run time the IRI of each class, property and individual',
  },
  'row-security': {
    values: ['off', 'on'],
    about:
      'whether tables use row-level security: triggers then see all rows, and views only the rows of the querying user (PostgreSQL 15)',
  },
  openapi: {
    values: ['3.1', '3.0'],
    about: 'OpenAPI version of the document; 3.0 for tools that do not support 3.1',
  },
  order: { values: ['source', 'iri'], about: 'order of classes and fields: as declared, or by IRI' },
} as const satisfies Readonly<Record<string, PolicySpec>>;

export type PolicyName = keyof typeof policySpecs;

type ValueOf<K extends PolicyName> = (typeof policySpecs)[K]['values'] extends readonly []
  ? string
  : (typeof policySpecs)[K]['values'][number];

/** A value for each policy, and which of them the user set. */
export type Policies = { readonly [K in PolicyName]: ValueOf<K> } & { readonly chosen: ReadonlySet<PolicyName> };

export const policyNames = Object.keys(policySpecs) as readonly PolicyName[];

/** Returns whether a policy has this name, as it is written after `--policy`. */
export function isPolicyName(name: string): name is PolicyName {
  return Object.hasOwn(policySpecs, name);
}

/** Returns whether a policy accepts a value. A language is a tag as in BCP 47: parts of letters and digits, joined by hyphens. */
export function isPolicyValue(name: PolicyName, value: string): boolean {
  const values: readonly string[] = policySpecs[name].values;
  return values.length === 0 ? /^[A-Za-z]{1,8}(-[A-Za-z0-9]{1,8})*$/.test(value) : values.includes(value);
}

/**
 * Returns all policies: the values that the user set, and defaults for the others.
 *
 * @param userValues the values that the user set, by name
 * @throws RangeError if a policy does not accept its value
 */
export function policiesOf(userValues: Readonly<Partial<Record<PolicyName, string>>> = {}): Policies {
  const values: Record<string, string> = {};
  for (const name of policyNames) {
    const spec: PolicySpec = policySpecs[name];
    const value = userValues[name] ?? spec.values[0] ?? spec.fallback ?? '';
    if (!isPolicyValue(name, value)) throw new RangeError(`the policy ${name} does not accept the value ${value}`);
    values[name] = value;
  }
  const userPolicies = policyNames.filter((name) => userValues[name] !== undefined);
  return { ...values, chosen: new Set(userPolicies) } as unknown as Policies;
}

export const defaultPolicies: Policies = policiesOf();

/** Returns the policies that the user set, as arguments of `--policy` in the order of their declaration, such as `unstated=open`. */
export function chosenPolicies(policies: Policies): string[] {
  return policyNames.filter((name) => policies.chosen.has(name)).map((name) => `${name}=${policies[name]}`);
}

/** Returns the policies that differ from the defaults, as arguments of `--policy`. They suffice to build the same model again. */
export function changedPolicies(policies: Policies): string[] {
  return policyNames.filter((name) => policies[name] !== defaultPolicies[name]).map((name) => `${name}=${policies[name]}`);
}
