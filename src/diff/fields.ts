/** Differences between two versions of a field. `effects.ts` determines their effects. */

import { type Bound, compareValues, type Field, type Pattern } from '../model/index.ts';
import type { ChangeKind, Matching } from './types.ts';
import { type Extent, isSameType, targetExtent, typeExtent, typeText } from './values.ts';

/** One difference between two versions of a field. */
export interface Difference {
  readonly kind: ChangeKind;
  readonly aspect?: string;
  readonly before?: string;
  readonly after?: string;
  /** Follows the name of the field: `now optional`. */
  readonly says: string;
  /** How the set of allowed JSON values changes. */
  readonly extent: Extent;
  readonly old: Field;
  readonly new: Field;
}

type Finding = Omit<Difference, 'old' | 'new'>;

/** Returns all differences between two versions of a field. Most have none, so texts are built only if something differs. */
export function differencesOfField(old: Field, now: Field, matching: Matching): readonly Difference[] {
  const findings: Finding[] = [];
  const add = (each: Finding | undefined) => {
    if (each) findings.push(each);
  };
  add(renamed(old, now));
  add(ownerChange(old, now, matching));
  add(retyped(old, now, matching));
  add(cardinalityChange(old, now));
  for (const facet of facets) add(compared(facet, old, now));
  add(patterns(old, now));
  add(uniqueChange(old, now));
  for (const each of stored(old, now)) add(each);
  for (const each of documentationChanges(old, now)) add(each);
  return findings.length === 0 ? NONE : findings.map((each) => ({ ...each, old, new: now }));
}

const NONE: readonly Difference[] = [];

function renamed(old: Field, now: Field): Finding | undefined {
  if (old.name === now.name) return undefined;
  return { kind: 'field-renamed', before: old.name, after: now.name, says: `renamed from ${old.name}`, extent: 'other' };
}

/** Reports that another class of the hierarchy now declares the field. */
function ownerChange(old: Field, now: Field, matching: Matching): Finding | undefined {
  if (matching.newClass(old.owner) === now.owner || old.type.kind === 'id' || old.discriminator) return undefined;
  const [before, after] = [old.owner.name, now.owner.name];
  // If the class that now declares the field had its own before, the column already exists.
  const oldOwner = matching.oldClass(now.owner);
  const isMet = oldOwner && matching.fields(oldOwner, now.owner).some((pair) => pair.new === now && pair.old?.owner === oldOwner);
  const says = `moved from ${before} to ${after}`;
  return { kind: 'field-moved', before, after, says, extent: isMet ? 'other' : 'same' };
}

const typeKinds = { same: 'type-changed', wider: 'type-widened', narrower: 'type-narrowed', other: 'type-changed' } as const;

/** Returns whether both types are the enumeration of the same hierarchy, perhaps with another name. */
function isSameKind(a: Field['type'], b: Field['type'], matching: Matching): boolean {
  return a.kind === 'enumeration' && b.kind === 'enumeration' && matching.newEnumeration(a.enumeration) === b.enumeration;
}

function retyped({ type: a, discriminator }: Field, { type: b }: Field, matching: Matching): Finding | undefined {
  if (!discriminator && isSameType(a, b, matching)) return undefined;
  const [before, after] = [typeText(a), typeText(b)];
  // The values of a discriminator change with the classes, which are separate changes.
  if (discriminator && (before === after || isSameKind(a, b, matching))) return undefined;
  const params = { before, after, says: `type changed from ${before} to ${after}` };
  if (a.kind === 'reference' && b.kind === 'reference') {
    return { ...params, kind: typeKinds[targetExtent(a.target, b.target, matching)], extent: 'same' };
  }
  const extent = discriminator ? 'same' : typeExtent(a, b);
  return { ...params, kind: typeKinds[extent], extent };
}

function cardinalityChange(old: Field, now: Field): Finding | undefined {
  const [before, after] = [old.cardinality, now.cardinality];
  if (before === after) return undefined;
  if (after === 'many') return { kind: 'made-list', before, after, says: 'now a list', extent: 'other' };
  if (before === 'many') return { kind: 'made-single', before, after, says: 'no longer a list', extent: 'other' };
  if (after === 'one') return { kind: 'made-required', before, after, says: 'now required', extent: 'narrower' };
  return { kind: 'made-optional', before, after, says: 'now optional', extent: 'wider' };
}

interface Facet {
  readonly aspect: string;
  /** The value of the facet as a string; undefined if the field does not have it. */
  readonly of: (field: Field) => string | undefined;
  /** Whether `after` allows only values that `before` also allows. */
  readonly isTighter: (before: string, after: string, field: Field) => boolean;
  readonly words: (value: string) => string;
}

const scalarOf = ({ type }: Field) => (type.kind === 'scalar' ? type : undefined);
const isMore = (before: string, after: string): boolean => Number(after) > Number(before);
const isLess = (before: string, after: string): boolean => Number(after) < Number(before);
const asNumber = (n: number | undefined): string | undefined => (n === undefined ? undefined : String(n));
const numbered = (n: string, one: string): string => `${n} ${n === '1' ? one : `${one}s`}`;
const isPart = (before: string, after: string): boolean => {
  const all = new Set(JSON.parse(before) as readonly string[]);
  return (JSON.parse(after) as readonly string[]).every((value) => all.has(value));
};
const listed = (value: string): string => (JSON.parse(value) as readonly string[]).join(', ');

const boundText = (sign: string, bound: Bound | undefined): string | undefined =>
  bound && `${sign}${bound.inclusive ? '=' : ''} ${bound.value}`;

function isTighterBound(side: 1 | -1) {
  return (before: string, after: string, field: Field): boolean => {
    const scalar = scalarOf(field)?.scalar;
    const [, a = ''] = before.split(' ');
    const [, b = ''] = after.split(' ');
    const order = scalar === undefined ? 0 : compareValues(scalar, b, a) * side;
    return order > 0 || (order === 0 && before.includes('='));
  };
}

const facets: readonly Facet[] = [
  {
    aspect: 'min-length',
    of: (field) => asNumber(scalarOf(field)?.minLength),
    isTighter: isMore,
    words: (n) => `at least ${numbered(n, 'character')}`,
  },
  {
    aspect: 'max-length',
    of: (field) => asNumber(scalarOf(field)?.maxLength),
    isTighter: isLess,
    words: (n) => `at most ${numbered(n, 'character')}`,
  },
  {
    aspect: 'minimum',
    of: (field) => boundText('>', scalarOf(field)?.minimum),
    isTighter: isTighterBound(1),
    words: (bound) => bound,
  },
  {
    aspect: 'maximum',
    of: (field) => boundText('<', scalarOf(field)?.maximum),
    isTighter: isTighterBound(-1),
    words: (bound) => bound,
  },
  {
    aspect: 'values',
    of: (field) => {
      const { type } = field;
      const values =
        type.kind === 'scalar' ? type.values : type.kind === 'enumeration' ? type.only?.map(({ value }) => value) : undefined;
      return values && !field.discriminator ? JSON.stringify(values) : undefined;
    },
    isTighter: isPart,
    words: (values) => `one of ${listed(values)}`,
  },
  {
    aspect: 'min-items',
    of: ({ minItems }) => asNumber(minItems),
    isTighter: isMore,
    words: (n) => `at least ${numbered(n, 'value')}`,
  },
  {
    aspect: 'max-items',
    of: ({ maxItems }) => asNumber(maxItems),
    isTighter: isLess,
    words: (n) => `at most ${numbered(n, 'value')}`,
  },
  { aspect: 'constant', of: ({ constant }) => constant, isTighter: () => false, words: (value) => `always ${value}` },
  {
    aspect: 'contains',
    of: ({ contains }) => contains && JSON.stringify(contains),
    isTighter: (before, after) => isPart(after, before),
    words: (values) => `contains ${listed(values)}`,
  },
  { aspect: 'absent', of: ({ absent }) => absent && 'true', isTighter: () => false, words: () => 'never a value' },
  {
    aspect: 'irreflexive',
    of: ({ irreflexive }) => irreflexive && 'true',
    isTighter: () => false,
    words: () => 'no reference to the instance itself',
  },
];

/** The kind of change, by how the set of allowed values changes. */
const directions = {
  narrower: 'constraint-tightened',
  wider: 'constraint-loosened',
  other: 'constraint-changed',
} as const;

function compared({ aspect, of, isTighter, words }: Facet, old: Field, now: Field): Finding | undefined {
  const [before, after] = [of(old), of(now)];
  if (before === after) return undefined;
  const tighter = before === undefined || (after !== undefined && isTighter(before, after, now));
  const looser = after === undefined || (before !== undefined && isTighter(after, before, now));
  const extent = tighter === looser ? 'other' : tighter ? 'narrower' : 'wider';
  const says = after === undefined ? `constraint removed: ${words(before as string)}` : words(after);
  return {
    kind: directions[extent],
    aspect,
    ...(before !== undefined && { before }),
    ...(after !== undefined && { after }),
    says: before === undefined ? `constraint added: ${says}` : after === undefined ? says : `${says} (before: ${before})`,
    extent,
  };
}

function patternTexts(field: Field): ReadonlyMap<string, string> {
  const all: readonly Pattern[] = scalarOf(field)?.patterns ?? [];
  return new Map(all.map((pattern) => [JSON.stringify(pattern), `/${pattern.source}/${pattern.flags}`]));
}

function patterns(old: Field, now: Field): Finding | undefined {
  if (!scalarOf(old)?.patterns && !scalarOf(now)?.patterns) return undefined;
  const [a, b] = [patternTexts(old), patternTexts(now)];
  const removed = [...a].filter(([key]) => !b.has(key)).map(([, text]) => text);
  const added = [...b].filter(([key]) => !a.has(key)).map(([, text]) => text);
  if (removed.length === 0 && added.length === 0) return undefined;
  const extent = removed.length === 0 ? 'narrower' : added.length === 0 ? 'wider' : 'other';
  const before = removed.join(' and ');
  const after = added.join(' and ');
  return {
    kind: directions[extent],
    aspect: 'pattern',
    ...(before !== '' && { before }),
    ...(after !== '' && { after }),
    says:
      after === ''
        ? `pattern removed: ${before}`
        : before === ''
          ? `pattern added: ${after}`
          : `pattern changed from ${before} to ${after}`,
    extent,
  };
}

function uniqueChange(old: Field, now: Field): Finding | undefined {
  if (old.unique === now.unique) return undefined;
  if (now.unique) return { kind: 'made-unique', says: 'now unique', extent: 'same' };
  return { kind: 'made-shared', says: 'no longer unique', extent: 'same' };
}

const generatedText = ({ generated, managed }: Field): string | undefined =>
  generated === undefined ? undefined : `${generated}${managed === undefined ? '' : `, ${managed}`}`;

function stored(old: Field, now: Field): Finding[] {
  const findings: Finding[] = [];
  const texts = (before: string | undefined, after: string | undefined) => ({
    ...(before !== undefined && { before }),
    ...(after !== undefined && { after }),
  });
  // Classes that become abstract or concrete are separate changes.
  if (old.default !== now.default && !now.discriminator) {
    const says = now.default === undefined ? `default removed (${old.default})` : `default is now ${now.default}`;
    findings.push({ kind: 'default-changed', ...texts(old.default, now.default), says, extent: 'same' });
  }
  const [before, after] = [generatedText(old), generatedText(now)];
  if (before !== after) {
    const says = after === undefined ? 'no longer generated' : `now generated: ${after}`;
    findings.push({ kind: 'generated-changed', ...texts(before, after), says, extent: 'same' });
  }
  if (old.onDelete !== now.onDelete && old.type.kind === 'reference' && now.type.kind === 'reference') {
    const says = `effect of deleting the target changed from ${old.onDelete ?? 'none'} to ${now.onDelete ?? 'none'}`;
    findings.push({ kind: 'deletion-changed', ...texts(old.onDelete, now.onDelete), says, extent: 'same' });
  }
  return findings;
}

/** Returns the differences in documentation and deprecation of any element. */
export function documentationChanges(
  old: { readonly label?: string; readonly doc?: string; readonly deprecated: boolean; readonly replacedBy?: string },
  now: { readonly label?: string; readonly doc?: string; readonly deprecated: boolean; readonly replacedBy?: string },
): Finding[] {
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
