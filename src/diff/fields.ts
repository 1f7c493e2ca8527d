/**
 * Finds the differences between two versions of a field, such as `title: now optional` or `title: at most 200 characters
 * (before: 100)`. `effects.ts` determines their effects.
 */

import { type Bound, compareValues, type Field, isNumeric, type Pattern } from '../model/index.ts';
import { beforeAndAfter, type Change, type Matching } from './types.ts';
import { type Extent, isSameType, targetExtent, typeExtent, typeText } from './values.ts';

/** One difference between two versions of a field. `says` follows the name of the field: `now optional`. */
export interface Difference extends Pick<Change, 'kind' | 'aspect' | 'before' | 'after' | 'says'> {
  /** How the set of allowed JSON values changes. */
  readonly extent: Extent;
  readonly old: Field;
  readonly new: Field;
}

type Finding = Omit<Difference, 'old' | 'new'>;

/** Returns all differences between two versions of a field. */
export function differencesOfField(oldField: Field, newField: Field, matching: Matching): readonly Difference[] {
  const findings: Finding[] = [];
  const add = (finding: Finding | undefined) => {
    if (finding) findings.push(finding);
  };
  add(nameChange(oldField, newField));
  add(ownerChange(oldField, newField, matching));
  add(typeChange(oldField, newField, matching));
  add(cardinalityChange(oldField, newField));
  for (const finding of valueChanges(oldField, newField)) add(finding);
  for (const finding of memberChanges(oldField, newField)) add(finding);
  for (const facet of fieldFacets) add(facetChange(facet, oldField, newField));
  add(uniqueChange(oldField, newField));
  for (const finding of storageChanges(oldField, newField)) add(finding);
  for (const finding of documentationChanges(oldField, newField)) add(finding);
  return findings.map((finding) => ({ ...finding, old: oldField, new: newField }));
}

function nameChange(oldField: Field, newField: Field): Finding | undefined {
  if (oldField.name === newField.name) return undefined;
  return {
    kind: 'field-renamed',
    before: oldField.name,
    after: newField.name,
    says: `renamed from ${oldField.name}`,
    extent: 'other',
  };
}

/** Reports that another class of the hierarchy now declares the field. */
function ownerChange(oldField: Field, newField: Field, matching: Matching): Finding | undefined {
  if (matching.newClass(oldField.owner) === newField.owner || oldField.type.kind === 'id' || oldField.discriminator)
    return undefined;
  const [before, after] = [oldField.owner.name, newField.owner.name];
  // If the class that now declares the field had its own before, the column already exists.
  const oldOwner = matching.oldClass(newField.owner);
  const hasColumn =
    oldOwner && matching.fields(oldOwner, newField.owner).some((pair) => pair.new === newField && pair.old?.owner === oldOwner);
  const says = `moved from ${before} to ${after}`;
  return { kind: 'field-moved', before, after, says, extent: hasColumn ? 'other' : 'same' };
}

const typeKinds = { same: 'type-changed', wider: 'type-widened', narrower: 'type-narrowed', other: 'type-changed' } as const;

/** Returns whether both types are the same enumeration, perhaps with another name. */
function isSameEnumeration(oldType: Field['type'], newType: Field['type'], matching: Matching): boolean {
  return (
    oldType.kind === 'enumeration' &&
    newType.kind === 'enumeration' &&
    matching.newEnumeration(oldType.enumeration) === newType.enumeration
  );
}

function typeChange({ type: oldType, discriminator }: Field, { type: newType }: Field, matching: Matching): Finding | undefined {
  if (!discriminator && isSameType(oldType, newType, matching)) return undefined;
  const [before, after] = [typeText(oldType), typeText(newType)];
  // The values of a discriminator change with the classes, which are separate changes.
  if (discriminator && (before === after || isSameEnumeration(oldType, newType, matching))) return undefined;
  const details = { before, after, says: `type changed from ${before} to ${after}` };
  if (oldType.kind === 'reference' && newType.kind === 'reference') {
    const says = `now refers to ${newType.target.name} (before: ${oldType.target.name})`;
    return { ...details, says, kind: typeKinds[targetExtent(oldType.target, newType.target, matching)], extent: 'same' };
  }
  const extent = discriminator ? 'same' : typeExtent(oldType, newType);
  return { ...details, kind: typeKinds[extent], extent };
}

function cardinalityChange(oldField: Field, newField: Field): Finding | undefined {
  const [before, after] = [oldField.cardinality, newField.cardinality];
  if (before === after) return undefined;
  if (after === 'many') return { kind: 'made-list', before, after, says: 'now a list', extent: 'other' };
  if (before === 'many') return { kind: 'made-single', before, after, says: 'no longer a list', extent: 'other' };
  if (after === 'one') return { kind: 'made-required', before, after, says: 'now required', extent: 'narrower' };
  return { kind: 'made-optional', before, after, says: 'now optional', extent: 'wider' };
}

/** Returns the differences between the constraints on single values. */
function valueChanges(oldField: Field, newField: Field): readonly Finding[] {
  const findings = [...valueFacets.map((facet) => facetChange(facet, oldField, newField)), patternChange(oldField, newField)];
  return findings.filter((finding) => finding !== undefined);
}

/** Returns the differences between the constraints on the members that a union has in both versions. */
function memberChanges(oldField: Field, newField: Field): readonly Finding[] {
  const [oldMembers, newMembers] = [oldField, newField].map(({ type }) => (type.kind === 'union' ? type.union.members : []));
  return (oldMembers ?? []).flatMap((oldMember) => {
    const newMember = newMembers?.find(({ scalar }) => scalar === oldMember.scalar);
    if (!newMember) return [];
    const { scalar } = oldMember;
    return valueChanges({ ...oldField, type: oldMember }, { ...newField, type: newMember }).map((finding) => ({
      ...finding,
      aspect: `${scalar} ${finding.aspect}`,
      says: `for ${scalar} values: ${finding.says}`,
    }));
  });
}

/** A constraint on the values of a field, and how two versions of it compare. */
interface Facet {
  readonly aspect: string;
  /** The value of the facet as a string; undefined if the field does not have it. */
  readonly valueIn: (field: Field) => string | undefined;
  /** Whether `after` allows only values that `before` also allows. */
  readonly isTighter: (before: string, after: string, newField: Field, oldField: Field) => boolean;
  /** Returns a value as a clause: `at least 3 characters`. */
  readonly describe: (value: string) => string;
}

const scalarOf = ({ type }: Field) => (type.kind === 'scalar' ? type : undefined);
const isGreater = (before: string, after: string): boolean => Number(after) > Number(before);
const isSmaller = (before: string, after: string): boolean => Number(after) < Number(before);
const asNumber = (n: number | undefined): string | undefined => (n === undefined ? undefined : String(n));
const withUnit = (n: string, singular: string): string => `${n} ${n === '1' ? singular : `${singular}s`}`;
const isSubset = (before: string, after: string): boolean => {
  const allowed = new Set(JSON.parse(before) as readonly string[]);
  return (JSON.parse(after) as readonly string[]).every((value) => allowed.has(value));
};
const joinedList = (value: string): string => (JSON.parse(value) as readonly string[]).join(', ');

const boundText = (sign: string, bound: Bound | undefined): string | undefined =>
  bound && `${sign}${bound.inclusive ? '=' : ''} ${bound.value}`;

function isTighterBound(side: 1 | -1) {
  return (before: string, after: string, newField: Field, oldField: Field): boolean => {
    const [scalar, oldScalar] = [scalarOf(newField)?.scalar, scalarOf(oldField)?.scalar];
    // Values of different kinds have no common order.
    if (scalar !== oldScalar && ![scalar, oldScalar].every((each) => each !== undefined && isNumeric(each))) return true;
    const [, oldBound = ''] = before.split(' ');
    const [, newBound = ''] = after.split(' ');
    const order = scalar === undefined ? 0 : compareValues(scalar, newBound, oldBound) * side;
    return order > 0 || (order === 0 && before.includes('='));
  };
}

const valueFacets: readonly Facet[] = [
  {
    aspect: 'min-length',
    valueIn: (field) => asNumber(scalarOf(field)?.minLength),
    isTighter: isGreater,
    describe: (n) => `at least ${withUnit(n, 'character')}`,
  },
  {
    aspect: 'max-length',
    valueIn: (field) => asNumber(scalarOf(field)?.maxLength),
    isTighter: isSmaller,
    describe: (n) => `at most ${withUnit(n, 'character')}`,
  },
  {
    aspect: 'minimum',
    valueIn: (field) => boundText('>', scalarOf(field)?.minimum),
    isTighter: isTighterBound(1),
    describe: (bound) => bound,
  },
  {
    aspect: 'maximum',
    valueIn: (field) => boundText('<', scalarOf(field)?.maximum),
    isTighter: isTighterBound(-1),
    describe: (bound) => bound,
  },
  {
    aspect: 'values',
    valueIn: (field) => {
      const { type } = field;
      const values =
        type.kind === 'scalar' ? type.values : type.kind === 'enumeration' ? type.only?.map(({ value }) => value) : undefined;
      return values && !field.discriminator ? JSON.stringify(values) : undefined;
    },
    isTighter: isSubset,
    describe: (values) => `one of ${joinedList(values)}`,
  },
];

const fieldFacets: readonly Facet[] = [
  {
    aspect: 'min-items',
    valueIn: ({ minItems }) => asNumber(minItems),
    isTighter: isGreater,
    describe: (n) => `at least ${withUnit(n, 'value')}`,
  },
  {
    aspect: 'max-items',
    valueIn: ({ maxItems }) => asNumber(maxItems),
    isTighter: isSmaller,
    describe: (n) => `at most ${withUnit(n, 'value')}`,
  },
  { aspect: 'constant', valueIn: ({ constant }) => constant, isTighter: () => false, describe: (value) => `always ${value}` },
  {
    aspect: 'contains',
    valueIn: ({ contains }) => contains && JSON.stringify(contains),
    isTighter: (before, after) => isSubset(after, before),
    describe: (values) => `contains ${joinedList(values)}`,
  },
  { aspect: 'absent', valueIn: ({ absent }) => absent && 'true', isTighter: () => false, describe: () => 'never a value' },
  {
    aspect: 'irreflexive',
    valueIn: ({ irreflexive }) => irreflexive && 'true',
    isTighter: () => false,
    describe: () => 'no reference to the instance itself',
  },
];

/** The kind of change, by how the set of allowed values changes. */
const constraintKinds = {
  narrower: 'constraint-tightened',
  wider: 'constraint-loosened',
  other: 'constraint-changed',
} as const;

function facetChange({ aspect, valueIn, isTighter, describe }: Facet, oldField: Field, newField: Field): Finding | undefined {
  const [before, after] = [valueIn(oldField), valueIn(newField)];
  if (before === after) return undefined;
  const tighter = before === undefined || (after !== undefined && isTighter(before, after, newField, oldField));
  const looser = after === undefined || (before !== undefined && isTighter(after, before, newField, oldField));
  const extent = tighter === looser ? 'other' : tighter ? 'narrower' : 'wider';
  let says = after === undefined ? `constraint removed: ${describe(before as string)}` : describe(after);
  if (before === undefined) says = `constraint added: ${says}`;
  else if (after !== undefined)
    says = `${says} (before: ${['values', 'contains'].includes(aspect) ? joinedList(before) : before})`;
  return {
    kind: constraintKinds[extent],
    aspect,
    ...beforeAndAfter(before, after),
    says,
    extent,
  };
}

/** Returns the patterns of a field as `/source/flags`, by a key that also contains their other members. */
function patternTexts(field: Field): ReadonlyMap<string, string> {
  const patterns: readonly Pattern[] = scalarOf(field)?.patterns ?? [];
  return new Map(patterns.map((pattern) => [JSON.stringify(pattern), `/${pattern.source}/${pattern.flags}`]));
}

function patternChange(oldField: Field, newField: Field): Finding | undefined {
  if (!scalarOf(oldField)?.patterns && !scalarOf(newField)?.patterns) return undefined;
  const [oldPatterns, newPatterns] = [patternTexts(oldField), patternTexts(newField)];
  const removed = [...oldPatterns].filter(([key]) => !newPatterns.has(key)).map(([, text]) => text);
  const added = [...newPatterns].filter(([key]) => !oldPatterns.has(key)).map(([, text]) => text);
  if (removed.length === 0 && added.length === 0) return undefined;
  const extent = removed.length === 0 ? 'narrower' : added.length === 0 ? 'wider' : 'other';
  const before = removed.join(' and ');
  const after = added.join(' and ');
  let says = `pattern changed from ${before} to ${after}`;
  if (after === '') says = `pattern removed: ${before}`;
  else if (before === '') says = `pattern added: ${after}`;
  return {
    kind: constraintKinds[extent],
    aspect: 'pattern',
    ...(before !== '' && { before }),
    ...(after !== '' && { after }),
    says,
    extent,
  };
}

function uniqueChange(oldField: Field, newField: Field): Finding | undefined {
  if (oldField.unique === newField.unique) return undefined;
  if (newField.unique) return { kind: 'made-unique', says: 'now unique', extent: 'same' };
  return { kind: 'made-shared', says: 'no longer unique', extent: 'same' };
}

const generatedText = ({ generated, managed }: Field): string | undefined =>
  generated === undefined ? undefined : `${generated}${managed === undefined ? '' : `, ${managed}`}`;

function deletionText({ onDelete, cardinality }: Field): string {
  if (onDelete === 'restrict') return 'is rejected';
  if (cardinality === 'many') return 'removes it from the list';
  return onDelete === 'cascade' ? 'deletes this instance' : 'sets the field to null';
}

function storageChanges(oldField: Field, newField: Field): Finding[] {
  const findings: Finding[] = [];
  // Classes that become abstract or concrete are separate changes.
  if (oldField.default !== newField.default && !newField.discriminator) {
    const says = newField.default === undefined ? `default removed (${oldField.default})` : `default is now ${newField.default}`;
    findings.push({ kind: 'default-changed', ...beforeAndAfter(oldField.default, newField.default), says, extent: 'same' });
  }
  const [before, after] = [generatedText(oldField), generatedText(newField)];
  if (before !== after) {
    const says = after === undefined ? 'no longer generated' : `now generated: ${after}`;
    findings.push({ kind: 'generated-changed', ...beforeAndAfter(before, after), says, extent: 'same' });
  }
  if (oldField.onDelete !== newField.onDelete && oldField.type.kind === 'reference' && newField.type.kind === 'reference') {
    const says = `deleting the target now ${deletionText(newField)} (before: ${deletionText(oldField)})`;
    findings.push({ kind: 'deletion-changed', ...beforeAndAfter(oldField.onDelete, newField.onDelete), says, extent: 'same' });
  }
  return findings;
}

type Documented = Pick<Field, 'label' | 'doc' | 'deprecated' | 'replacedBy'>;

/** Returns the differences in documentation and deprecation of a class, a field or another element. */
export function documentationChanges(old: Documented, now: Documented): Finding[] {
  const findings: Finding[] = [];
  if (old.deprecated !== now.deprecated) {
    const kind = now.deprecated ? 'deprecated' : 'undeprecated';
    const instead = now.replacedBy === undefined ? '' : `; use ${now.replacedBy}`;
    findings.push({ kind, says: now.deprecated ? `deprecated${instead}` : 'no longer deprecated', extent: 'same' });
  }
  const isSame = old.doc === now.doc && old.label === now.label && old.replacedBy === now.replacedBy;
  if (!isSame) findings.push({ kind: 'documentation-changed', says: 'description changed', extent: 'same' });
  return findings;
}
