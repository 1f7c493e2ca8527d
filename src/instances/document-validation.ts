/**
 * Validates a JSON document against the constraints of its class. Uses only the model and the table of kinds, not the code of the
 * targets, so that tests can compare the layers with it. `{"age": 17}` breaks the demand `minimum` of `age`.
 */

import { memberOf, parseJson, type Tree } from '../diagnostics/index.ts';
import {
  compareValues,
  type Demand,
  type DemandKind,
  demandsOn,
  type Field,
  type FieldDemands,
  type FieldType,
  identity,
  isLexicalForm,
  isWithin,
  type Kind,
  kindOf,
  type Member,
  type ScalarType,
  type Variant,
} from '../model/index.ts';
import { createMatcher } from '../pattern/index.ts';

/**
 * The meaning of a document: for each field in it, the list of its values in canonical form. Documents with the same
 * meaning have equal maps, even if their values have different lexical forms.
 */
export type Meaning = ReadonlyMap<string, readonly string[]>;

/** A violation in a document: of a constraint, or of the form of an object. */
export interface Breach {
  readonly words: string;
  readonly demand?: Demand;
  /** The member that has another type. */
  readonly found?: Tree;
}

/** The meaning and the violations of a document; a valid instance has no violations. */
export interface Verdict {
  readonly meaning: Meaning;
  readonly broken: readonly Breach[];
}

/** Validates a JSON text. Text that is not an object, or has a member of the variant twice, has no meaning. */
export function validateDocument(variant: Variant, text: string): Verdict {
  const tree = parseJson(text);
  if (tree?.kind !== 'object') return { meaning: new Map(), broken: [{ words: 'no object' }] };
  const names = new Set(variant.members.map(({ field }) => field.name));
  if (repeatedKey(tree, names) !== undefined) return { meaning: new Map(), broken: [{ words: 'a key twice' }] };
  return judgeTree(variant, tree);
}

/** Returns the first of the keys that an object contains twice. */
export function repeatedKey(tree: Tree, names: ReadonlySet<string>): string | undefined {
  if (tree.kind !== 'object') return undefined;
  const seen = new Set<string>();
  for (const [key] of tree.members) {
    if (!names.has(key)) continue;
    if (seen.has(key)) return key;
    seen.add(key);
  }
  return undefined;
}

/**
 * Validates parsed JSON.
 *
 * @param allowedKeys additional keys that are allowed
 */
export function judgeTree(variant: Variant, tree: Tree, allowedKeys: ReadonlySet<string> = new Set()): Verdict {
  const { object, fields } = demandsOn(variant.class);
  const { meaning, broken: unreadable } = readMembers(variant, tree, fields);
  // Values that cannot be read are not checked further.
  if (unreadable.length > 0) return { meaning, broken: unreadable };
  const broken: Breach[] = [];
  const keys = tree.kind === 'object' ? tree.members.map(([key]) => key).filter((key) => !allowedKeys.has(key)) : [];
  const input: CheckInput = { meaning, variant, keys, values: [] };
  for (const demand of object) if (!holds(demand, input)) broken.push({ words: demand.kind, demand });
  // Every layer rejects unknown keys of an update, even if the class is open.
  const isKnown = (key: string) => variant.members.some(({ field }) => field.name === key);
  if (variant.role === 'update' && !variant.class.closed && !keys.every(isKnown)) broken.push({ words: 'closed' });
  for (const [field, { whole, each }] of fields) {
    const values = meaning.get(field.name);
    if (values === undefined) continue;
    for (const demand of [...whole, ...each]) {
      if (!holds(demand, { ...input, values })) broken.push({ words: `${demand.kind} ${field.name}`, demand });
    }
  }
  return { meaning, broken };
}

/** Reads the values of all members. A violation is a missing member, or a value of the wrong JSON type. */
function readMembers(variant: Variant, tree: Tree, demands: ReadonlyMap<Field, FieldDemands>): Verdict {
  const meaning = new Map<string, readonly string[]>();
  const broken: Breach[] = [];
  for (const member of variant.members) {
    const found = memberOf(tree, member.field.name);
    const values = valuesOf(member, found);
    if (typeof values === 'string')
      broken.push({ ...breachOf(values, demands.get(member.field)), ...(found && values === 'type' && { found }) });
    else if (values) meaning.set(member.field.name, values);
  }
  return { meaning, broken };
}

/** Creates a violation of a kind of constraint by a field. */
function breachOf(kind: DemandKind, demands: FieldDemands | undefined): Breach {
  const demand = [...(demands?.whole ?? []), ...(demands?.each ?? [])].find((one) => one.kind === kind);
  return { words: `${kind} ${demands?.field.name}`, ...(demand && { demand }) };
}

/** Returns the values of a member, or the kind of constraint that it violates; undefined if the member is absent and its value is supplied or stays. */
function valuesOf({ field, absent, null: nil }: Member, tree: Tree | undefined): readonly string[] | DemandKind | undefined {
  const isList = field.cardinality === 'many';
  if (tree === undefined) {
    if (absent === 'refused') return isList ? 'member' : 'required';
    return absent === 'none' || absent === 'empty' ? [] : undefined;
  }
  if (tree.kind === 'null') return nil === 'none' ? [] : isList ? 'type' : 'required';
  if (isList !== (tree.kind === 'array')) return isList ? 'type' : 'single';
  const items = tree.kind === 'array' ? tree.items : [tree];
  const values = items.map((item) => canonicalFormOf(field.type, item));
  return values.includes(undefined) ? 'type' : (values as string[]);
}

interface CheckInput {
  readonly variant: Variant;
  readonly meaning: Meaning;
  readonly keys: readonly string[];
  /** The values of the field that is checked. */
  readonly values: readonly string[];
}

type Check<K extends DemandKind> = (demand: Demand<K>, input: CheckInput) => boolean;

/** For constraints that a single instance cannot violate. */
const acceptAny = () => true;

/** Updates contain only some members, so lower bounds across fields cannot be checked. */
const isUpdate = ({ variant }: CheckInput): boolean => variant.role === 'update';

const countsOfFields = ({ meaning }: CheckInput, fields: readonly Field[]): readonly number[] =>
  fields.map(({ name }) => meaning.get(name)?.length ?? 0);

const checks: { readonly [K in DemandKind]: Check<K> } = {
  member: acceptAny,
  type: acceptAny,
  required: (_, { values }) => values.length === 1,
  single: (_, { values }) => values.length <= 1,
  absent: (_, { values }) => values.length === 0,
  minimum: ({ scalar, bound }, { values }) => values.every((value) => isWithin(scalar, value, { minimum: bound })),
  maximum: ({ scalar, bound }, { values }) => values.every((value) => isWithin(scalar, value, { maximum: bound })),
  'min-length': ({ length }, { values }) => values.every((value) => [...value].length >= length),
  'max-length': ({ length }, { values }) => values.every((value) => [...value].length <= length),
  pattern: ({ pattern }, { values }) => values.every((value) => createMatcher([pattern])?.(value) ?? true),
  values: ({ field: { type }, values: listed }, { values }) => values.every((value) => isListedValue(type, value, listed)),
  constant: ({ field: { type }, value: only }, { values }) => values.every((value) => isListedValue(type, value, [only])),
  irreflexive: (_, { values, meaning }) => !values.some((value) => value === meaning.get('id')?.[0]),
  'min-items': ({ length }, { values }) => values.length >= length,
  'max-items': ({ length }, { values }) => values.length <= length,
  contains: ({ field: { type }, values: required }, { values }) =>
    required.every((one) => values.some((value) => isListedValue(type, value, [one]))),
  choice: ({ choice: { fields, required } }, input) => {
    const given = countsOfFields(input, fields).filter((each) => each > 0).length;
    return given <= 1 && (given === 1 || !required || isUpdate(input));
  },
  total: ({ total: { fields, minItems = 0, maxItems = Number.POSITIVE_INFINITY } }, input) => {
    const all = countsOfFields(input, fields).reduce((sum, each) => sum + each, 0);
    return (all >= minItems || isUpdate(input)) && all <= maxItems;
  },
  comparison: ({ comparison: { lesser, greater, orEqual } }, { meaning }) => {
    const [low, high] = [meaning.get(lesser.name)?.[0], meaning.get(greater.name)?.[0]];
    if (low === undefined || high === undefined || lesser.type.kind !== 'scalar') return true;
    const order = compareValues(lesser.type.scalar, low, high);
    return order < 0 || (order === 0 && orEqual);
  },
  closed: (_, { keys, variant }) => keys.every((key) => variant.members.some(({ field }) => field.name === key)),
  inheritance: acceptAny,
  unique: acceptAny,
  key: acceptAny,
  disjoint: acceptAny,
  'one-class': acceptAny,
  inverse: acceptAny,
  deletion: acceptAny,
  default: acceptAny,
  generated: acceptAny,
  deprecated: acceptAny,
};

const holds = (demand: Demand, input: CheckInput): boolean => (checks[demand.kind] as Check<DemandKind>)(demand, input);

/** Returns whether a value is in a list of values of the model. */
function isListedValue(type: FieldType, value: string, listed: readonly string[]): boolean {
  if (type.kind === 'scalar') return listed.some((one) => compareValues(type.scalar, one, value) === 0);
  // A value of a union is prefixed with its datatype; see `textOf`.
  return listed.includes(type.kind === 'union' ? value.slice(value.indexOf(' ') + 1) : value);
}

/** Returns the canonical form of a JSON value; undefined if it is not a value of the type. */
export function canonicalFormOf(type: FieldType, tree: Tree): string | undefined {
  switch (type.kind) {
    case 'id':
    case 'reference':
      return readLexicalForm(identity, tree);
    case 'enumeration':
      return type.enumeration.values.find(({ value }) => tree.kind === 'string' && value === tree.value)?.value;
    case 'union': {
      const values = type.union.members.map((member) => [member, readLexicalForm(kindOf(member.scalar), tree)] as const);
      const found = values.find(([member, value]) => value !== undefined && satisfiesFacets(member, value));
      return found && `${found[0].scalar} ${found[1]}`;
    }
    case 'scalar':
      return readLexicalForm(kindOf(type.scalar), tree);
    default:
      return type satisfies never;
  }
}

/** Returns whether a value satisfies the facets of a member of a union; no constraint represents these facets. */
function satisfiesFacets(type: ScalarType, value: string): boolean {
  const { scalar, minLength = 0, maxLength = Number.POSITIVE_INFINITY, patterns = [], values } = type;
  const { length } = [...value];
  const isListed = values?.some((one) => compareValues(scalar, one, value) === 0) ?? true;
  return (
    isListed &&
    isWithin(scalar, value, type) &&
    length >= minLength &&
    length <= maxLength &&
    (createMatcher(patterns)?.(value) ?? true)
  );
}

function readLexicalForm(kind: Kind, tree: Tree): string | undefined {
  if (tree.kind !== jsonTypeOf(kind)) return undefined;
  const text = tree.kind === 'number' ? tree.source : String(tree.value);
  return isLexicalForm(kind, text) ? kind.read(text) : undefined;
}

export function jsonTypeOf({ json }: Kind): Exclude<Tree['kind'], 'null' | 'array' | 'object'> {
  return json === 'integer' ? 'number' : json;
}
