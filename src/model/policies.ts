/**
 * What the tool decides where an ontology is silent. Each policy has the values below; the first is the default, and the
 * defaults are those of the tutorial. What a user sets is decided, and no longer an assumption.
 */

interface PolicySpec {
  /** The default first; a policy without values takes any text, of which `fallback` is the default. */
  readonly values: readonly string[];
  readonly fallback?: string;
  /** What it decides, on one line, for help. */
  readonly about: string;
}

export const policySpecs = {
  unstated: {
    values: ['required', 'optional', 'open'],
    about: 'how many values a property has where nothing says it: exactly 1, at most 1, or any number',
  },
  owner: {
    values: ['plural', 'none'],
    about: 'whether a list named after its class (hasComments) is kept as a key in that class, or never',
  },
  'on-delete': {
    values: ['cascade', 'restrict'],
    about: 'what deleting does to what refers to it: goes with it (optional references become null), or is refused',
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
    about: '64-bit integers in JSON: a number within ±(2^53-1), or decimal text with the whole range',
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
    about: 'how many bits whole numbers have whose datatype has no width: xsd:integer, and those derived from it',
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
    about: 'whether rdfs:label names fields, or the local name of the IRI, of which every word is kept',
  },
  language: { values: [], fallback: 'en', about: 'the language of the labels and comments that are taken' },
  iris: {
    values: ['off', 'on'],
    about: 'whether generated code says at run time from which class, property or individual each part of it comes',
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

export function isPolicyName(name: string): name is PolicyName {
  return Object.hasOwn(policySpecs, name);
}

/** Whether a policy takes a value. A language is a tag as in BCP 47: letters and digits in parts joined by hyphens. */
export function isPolicyValue(name: PolicyName, value: string): boolean {
  const values: readonly string[] = policySpecs[name].values;
  return values.length === 0 ? /^[A-Za-z]{1,8}(-[A-Za-z0-9]{1,8})*$/.test(value) : values.includes(value);
}

/**
 * The policies with some of them set.
 *
 * @param chosen what the user set, by name; each must be a value of its policy
 * @throws RangeError if one is none
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

/** The policies that nobody set. */
export const defaultPolicies: Policies = policiesOf();

/** The policies that the user set, in the order above: `unstated=open`. */
export function chosenPolicies(policies: Policies): string[] {
  return policyNames.filter((name) => policies.chosen.has(name)).map((name) => `${name}=${policies[name]}`);
}

/** The policies that are not the defaults, by which the same model can be built again. */
export function changedPolicies(policies: Policies): string[] {
  return policyNames.filter((name) => policies[name] !== defaultPolicies[name]).map((name) => `${name}=${policies[name]}`);
}
