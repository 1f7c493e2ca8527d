/** The texts of all decisions, which reports print: what was decided, why, and which construct would state it. */

import type { PolicyName } from '../policies.ts';
import type { AssumptionKind } from '../types.ts';

/** The texts of one decision, without its subject; see {@link Assumption}. */
export interface Wording {
  readonly kind: AssumptionKind;
  readonly policy: PolicyName;
  readonly decided: string | (() => string);
  readonly because: string;
  /** The terms of OWL or SHACL that would state it in the ontology. */
  readonly otherwise: string;
}

const MIN = 'sh:minCount, owl:minCardinality or owl:someValuesFrom; no minimum: owl:FunctionalProperty or sh:maxCount alone';
const MAX = 'sh:maxCount, owl:maxCardinality or owl:FunctionalProperty; no maximum: sh:minCount or owl:minCardinality alone';
const unstatedReason = { because: 'the ontology does not state how many values it has', policy: 'unstated' } as const;

export const required: Wording = { kind: 'required', ...unstatedReason, decided: 'has at least one value', otherwise: MIN };
export const optional: Wording = { ...required, decided: 'need not have a value' };
export const single: Wording = { kind: 'single', ...unstatedReason, decided: 'has at most one value', otherwise: MAX };
export const unbounded: Wording = { kind: 'list', ...unstatedReason, decided: 'has any number of values', otherwise: MAX };
export const plural: Wording = {
  ...unbounded,
  because: 'its name is a plural, and the ontology does not state how many values it has',
};

export function deletionWording(decided: string): Wording {
  return {
    kind: 'deletion',
    policy: 'on-delete',
    decided,
    because: 'OWL and SHACL have no term for the effect of a deletion',
    otherwise: '',
  };
}

export const now: Wording = {
  kind: 'timestamp',
  policy: 'timestamps',
  decided: 'defaults to the current time',
  because: 'its name is that of a time of creation or change',
  otherwise: 'sh:defaultValue',
};

/** For a time that the database sets at each update. */
export const updateTime: Wording = { ...now, decided: 'is set to the current time at each update' };

export const zero: Wording = {
  kind: 'zero',
  policy: 'counts',
  decided: 'defaults to 0',
  because: 'its name or its comment describes a counter',
  otherwise: 'sh:defaultValue',
};

export const asciiEscapes: Wording = {
  kind: 'pattern',
  policy: 'regex',
  decided: 'reads \\d, \\w and the flag i in its pattern as ASCII',
  because: 'most authors of shapes and most validators mean ASCII; XML Schema also includes digits and letters of other scripts',
  otherwise: '[0-9] or [A-Za-z0-9_] for ASCII, \\p{Nd} or \\p{L} for Unicode',
};

export const unique: Wording = {
  kind: 'unique',
  policy: 'email',
  decided: 'has a different value in each instance',
  because: 'its name is "email"',
  otherwise: 'owl:hasKey or owl:InverseFunctionalProperty',
};

/** Returns the texts of the decision that the name of a string field limits its length. `maximum` counts characters. */
export function lengthWording(name: string, maximum: number): Wording {
  return {
    kind: 'length',
    policy: 'lengths',
    decided: `has at most ${maximum} characters`,
    because: `its name is "${name}"`,
    otherwise: 'xsd:maxLength or sh:maxLength',
  };
}

/** Returns the texts of the decision where a list of references is stored. `decided` completes a sentence about the list. */
export function directionWording(decided: () => string): Wording {
  return {
    kind: 'direction',
    policy: 'owner',
    decided,
    because: 'the property is named after its range, and instances of the range have no name, code or key of their own',
    otherwise: 'owl:inverseOf with a property that has at most one value',
  };
}

/**
 * Returns the texts of the decision which of two inverse properties stores the references. `decided` completes a sentence about
 * the field.
 */
export function inverseWording(decided: () => string): Wording {
  return {
    kind: 'inverse',
    policy: 'unstated',
    decided,
    because: 'the two properties are inverse, and the ontology does not state which of them has at most one value',
    otherwise: 'owl:FunctionalProperty, owl:maxCardinality or sh:maxCount of one of them',
  };
}

export const oneClass: Wording = {
  kind: 'one-class',
  policy: 'subclasses',
  decided: 'has one most specific class for each instance',
  because: 'the ontology does not state whether its subclasses share instances',
  otherwise: 'owl:disjointWith or owl:disjointUnionOf, or a common subclass',
};

export const severalClasses: Wording = { ...oneClass, decided: 'may have instances of several subclasses' };

/** For a SKOS scheme whose concepts are the values of a field. */
export const listedConcepts: Wording = {
  kind: 'listed',
  policy: 'individuals',
  decided: 'has only the concepts of the scheme that the ontology lists as values',
  because: 'the ontology does not state whether more exist',
  otherwise: 'sh:in',
};

export const listed: Wording = {
  kind: 'listed',
  policy: 'individuals',
  decided: 'has only the instances that the ontology lists',
  because: 'the ontology does not state whether more exist',
  otherwise: 'owl:oneOf',
};

/** For a class whose individuals are all listed by each `sh:in` about the class. */
export const listedByUse: Wording = { ...listed, because: 'each sh:in for this class lists all its individuals' };
