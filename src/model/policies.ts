/**
 * Policies: what codegen decides where an ontology states nothing. The first value of each policy is the default, and the
 * defaults are those of the tutorial. A policy that the user sets makes decisions, not assumptions.
 */

interface PolicySpec {
  /** The default comes first. A policy without values accepts a language tag; `fallback` is its default. */
  readonly values: readonly string[];
  readonly fallback?: string;
  /** The text for the help, on one line. */
  readonly about: string;
}

export const policySpecs = {
  unstated: {
    values: ['required', 'optional', 'open'],
    about: 'cardinality of properties without a stated one: exactly 1, at most 1, or any number',
  },
  owner: {
    values: ['plural', 'none'],
    about: 'whether a list named after its class (hasComments) is kept as a key in that class, or never',
  },
  'on-delete': {
    values: ['cascade', 'restrict'],
    about: 'effect of a deletion on referring rows: delete them too (optional references become null), or reject the deletion',
  },
  timestamps: {
    values: ['names', 'none'],
    about: 'whether required dateTimes named like created_at are filled with the current time',
  },
  lengths: { values: ['spec', 'none'], about: 'whether email and name have at most 255 characters, and title 500' },
  email: { values: ['unique', 'plain'], about: 'whether no two instances share an email' },
  counts: { values: ['zero', 'none'], about: 'whether integers that count something begin with 0' },
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
      'checks of the database: what the ontology states, or also what keeps values within the range of other languages (digits, years, U+0000)',
  },
  integers: {
    values: ['32', '64'],
    about: 'bits of integers whose datatype has no width: xsd:integer and the types derived from it',
  },
  subclasses: {
    values: ['one', 'several'],
    about: 'whether an instance has one most specific class, or siblings may share it',
  },
  individuals: {
    values: ['as-used', 'open', 'listed'],
    about:
      'which classes without fields are enumerations of their individuals: those whose individuals every sh:in that goes with the class lists, none, or all (and SKOS schemes)',
  },
  domainless: {
    values: ['skip', 'top'],
    about: 'properties without a domain: no class has them, or each class without a superclass may have them',
  },
  names: {
    values: ['label', 'local'],
    about: 'source of field names: rdfs:label, or the local name of the IRI with all its words',
  },
  language: { values: [], fallback: 'en', about: 'language of the labels and comments that are used' },
  iris: {
    values: ['off', 'on'],
    about: 'whether generated code states at run time the class, property or individual that each part comes from',
  },
  'row-security': {
    values: ['off', 'on'],
    about:
      'whether tables have policies of row level security: triggers then see all rows, and views those of the reader (PostgreSQL 15)',
  },
  openapi: {
    values: ['3.1', '3.0'],
    about: 'which version of OpenAPI the document is: 3.0 is for what reads no 3.1',
  },
  order: { values: ['source', 'iri'], about: 'the order of classes and fields: of declaration, or of IRIs' },
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
 * @param chosen the values that the user set, by name
 * @throws RangeError if a policy does not accept its value
 */
export function policiesOf(chosen: Readonly<Partial<Record<PolicyName, string>>> = {}): Policies {
  const values: Record<string, string> = {};
  for (const name of policyNames) {
    const spec: PolicySpec = policySpecs[name];
    const value = chosen[name] ?? spec.values[0] ?? spec.fallback ?? '';
    if (!isPolicyValue(name, value)) throw new RangeError(`${name} has no value ${value}`);
    values[name] = value;
  }
  const set = policyNames.filter((name) => chosen[name] !== undefined);
  return { ...values, chosen: new Set(set) } as unknown as Policies;
}

export const defaultPolicies: Policies = policiesOf();

/** Returns the policies that the user set, in the order above: `unstated=open`. */
export function chosenPolicies(policies: Policies): string[] {
  return policyNames.filter((name) => policies.chosen.has(name)).map((name) => `${name}=${policies[name]}`);
}

/** Returns the policies that differ from the defaults, which suffice to build the same model again: `unstated=open`. */
export function changedPolicies(policies: Policies): string[] {
  return policyNames.filter((name) => policies[name] !== defaultPolicies[name]).map((name) => `${name}=${policies[name]}`);
}
