/** What a change means on each surface. */

import { isLossy } from '../migrate/index.ts';
import {
  compareValues,
  constructorFields,
  type DomainClass,
  type Field,
  isReference,
  kindOf,
  type Member,
  type Role,
  type ScalarKind,
  variantOf,
} from '../model/index.ts';
import type { GraphqlForms } from '../targets/graphql-schema/index.ts';
import { sqlTypeOf } from '../targets/sql-schema/index.ts';
import { type Placed, placedArguments } from '../targets/typescript-models/index.ts';
import type { Difference } from './fields.ts';
import { isHeld, whyMissed } from './related.ts';
import {
  type Effect,
  type Effects,
  type Level,
  levels,
  type Matching,
  type RowEffect,
  type Surface,
  surfaceNames,
} from './types.ts';
import type { Extent } from './values.ts';

/** What is known of both sides. */
export interface Sides {
  readonly old: GraphqlForms;
  readonly new: GraphqlForms;
  readonly matching: Matching;
}

/** A class in both models. */
export interface ClassPair {
  readonly old: DomainClass;
  readonly new: DomainClass;
}

export const safe = (because: string): Effect => ({ level: 'safe', because });
export const dangerous = (because: string): Effect => ({ level: 'dangerous', because });
export const breaking = (because: string): Effect => ({ level: 'breaking', because });

/** For a reason, if there is one. */
export const breakingFor = (because: string | undefined): Effect | undefined =>
  because === undefined ? undefined : breaking(because);

const rowLevels: Readonly<Record<RowEffect, Level>> = {
  none: 'safe',
  rewrites: 'dangerous',
  'may-fail': 'dangerous',
  'loses-data': 'breaking',
};

export const rows = (effect: RowEffect, because: string): Effect => ({ level: rowLevels[effect], because, rows: effect });

/** Effects on all surfaces: what is not said is safe, for one reason. */
export function effectsOf(because: string, said: Partial<Record<Surface, Effect | undefined>>): Effects {
  return Object.fromEntries(
    surfaceNames.map((surface) => [surface, said[surface] ?? (surface === 'rows' ? rows('none', because) : safe(because))]),
  ) as unknown as Effects;
}

/** The worst of several effects; of equally bad ones the first. */
export function worst(effects: Iterable<Effect | undefined>): Effect | undefined {
  let found: Effect | undefined;
  for (const effect of effects) {
    if (effect && (!found || levels.indexOf(effect.level) > levels.indexOf(found.level))) found = effect;
  }
  return found;
}

export function worstLevel(effects: Effects): Level {
  return worst(Object.values(effects))?.level ?? 'safe';
}

const flipped: Readonly<Record<Extent, Extent>> = { same: 'same', wider: 'narrower', narrower: 'wider', other: 'other' };

/** A member in one role on both sides, with how its values relate from the old to the new. */
interface MemberPair {
  readonly old: Member | undefined;
  readonly new: Member | undefined;
  readonly extent: Extent;
}

/**
 * Why a reader of `to` refuses documents that keep to `from`; undefined if it takes them all.
 *
 * @param isClosed whether it refuses members that it does not know
 */
function refusal({ old: from, new: to, extent }: MemberPair, isClosed: boolean): string | undefined {
  if (!from && !to) return undefined;
  if (!to) return isClosed ? 'a member that is not known is refused' : undefined;
  if (!from) return to.absent === 'refused' ? 'it has to be there' : undefined;
  if (from.absent !== 'refused' && to.absent === 'refused') return 'it may be missing, and has to be there';
  if (from.null !== 'refused' && to.null === 'refused') return 'it may be null, which is refused';
  if (extent === 'narrower') return 'some of its values are refused';
  return extent === 'other' ? 'values of its old form are refused' : undefined;
}

const turned = ({ old, new: now, extent }: MemberPair): MemberPair => ({ old: now, new: old, extent: flipped[extent] });

function memberOf(cls: DomainClass, role: Role, field: Field | undefined): Member | undefined {
  return field && variantOf(cls, role).members.find((member) => member.field === field);
}

/** What a change of members means to who writes and reads JSON. */
function jsonEffects(
  classes: ClassPair,
  pairsIn: (role: Role) => readonly MemberPair[],
): Pick<Effects, 'json-in' | 'json-out' | 'rest'> {
  const first = (reasons: Iterable<string | undefined>): string | undefined => [...reasons].find((each) => each !== undefined);
  const into = (role: Role) => first(pairsIn(role).map((pair) => refusal(pair, role === 'update' || classes.new.closed)));
  const out = first(pairsIn('entity').map((pair) => refusal(turned(pair), classes.old.closed)));
  const request = into('create') ?? into('update');
  const record = into('entity');
  const said = (reason: string | undefined, what: string, otherwise: string) =>
    reason === undefined ? safe(otherwise) : breaking(`${what}: ${reason}`);
  return {
    'json-in':
      record === undefined
        ? said(request, 'in what creates or changes it', 'all that they write is read')
        : said(record, 'in a record', ''),
    'json-out': said(out, 'in a record', 'they read all that is written'),
    rest: request === undefined ? said(out, 'in answers', 'requests and answers stay valid') : said(request, 'in requests', ''),
  };
}

/** What becomes of a type of GraphQL where it is read: a `!` more is safe (graphql-js, findBreakingChanges). */
function isSafeOutput(old: string, now: string): boolean {
  if (old === now) return true;
  if (old.startsWith('[') && now.startsWith('[')) {
    const isOuterSafe = now.endsWith('!') || !old.endsWith('!');
    return isOuterSafe && isSafeOutput(inner(old), inner(now));
  }
  return now === `${old}!`;
}

const inner = (list: string): string => list.replace(/^\[|\]!?$/g, '');

function graphqlEffect(sides: Sides, classes: ClassPair, old: Field | undefined, now: Field | undefined): Effect | undefined {
  if (old && now && old.name === now.name) {
    const [a, b] = [sides.old.output(old), sides.new.output(now)];
    if (!isSafeOutput(a, b)) return breaking(`its type was ${a}, and is ${b}`);
  } else if (old) {
    return breaking(`${old.name} is no longer there to be asked for`);
  }
  return worst((['create', 'update'] as const).map((role) => inputEffect(sides, classes, old, now, role)));
}

function inputEffect(
  sides: Sides,
  classes: ClassPair,
  old: Field | undefined,
  now: Field | undefined,
  role: 'create' | 'update',
): Effect | undefined {
  const a = old && sides.old.input(classes.old, old, role);
  const b = now && sides.new.input(classes.new, now, role);
  if (a && !b) return breaking(`it is no member of the input that ${role}s any longer`);
  if (!b) return undefined;
  if (!a && role === 'create' && variantOf(classes.old, role).members.length === 0)
    return breaking('what creates an instance took no input, and requires one');
  if (!a)
    return b.mayBeLeftOut
      ? dangerous(`the input that ${role}s has one member more`)
      : breaking(`the input that ${role}s requires it`);
  // What may be null in an input may be given, and the other way round is refused.
  return isSafeOutput(b.type, a.type) ? undefined : breaking(`in inputs its type was ${a.type}, and is ${b.type}`);
}

/** Whether callers of a constructor have to give the field. */
function isArgument(cls: DomainClass, field: Field | undefined): boolean {
  return field !== undefined && constructorFields(cls).includes(field);
}

const isPresence = new Set(['made-required', 'made-optional', 'made-list', 'made-single']);
const isSupplied = new Set(['default-changed', 'generated-changed']);
const isNew = new Set(['type-changed', 'type-widened', 'type-narrowed']);

/** What a difference of a field means. */
export function effectsOfDifference(
  { kind, old, new: now, extent, aspect }: Difference,
  classes: ClassPair,
  sides: Sides,
): Effects {
  if (kind === 'documentation-changed') return effectsOf('it is said for people', {});
  if (kind === 'deprecated' || kind === 'undeprecated') return effectsOf('it works as before', {});
  if (kind === 'field-moved') return effectsOf('instances have it as before', { rows: movedRows(old, now, extent) });
  const isRenamed = kind === 'field-renamed';
  const pairs = (role: Role): readonly MemberPair[] => {
    const [a, b] = [memberOf(classes.old, role, old), memberOf(classes.new, role, now)];
    if (isRenamed)
      return [
        { old: a, new: undefined, extent: 'same' },
        { old: undefined, new: b, extent: 'same' },
      ];
    // Other differences of the same field are changes of their own.
    if (isPresence.has(kind) || kind === 'default-changed' || kind === 'generated-changed' || aspect === 'constant')
      return [{ old: a, new: b, extent: isPresence.has(kind) && extent !== 'other' ? 'same' : extent }];
    return a && b ? [{ old: { ...a, absent: b.absent, null: b.null }, new: b, extent }] : [];
  };
  const json = jsonEffects(classes, pairs);
  const reason = isRenamed ? breaking(`it was called ${old.name}`) : otherObjects(kind, old, now, classes);
  return effectsOf('it is not seen there', {
    'json-in': (isRenamed ? reason : undefined) ?? json['json-in'],
    'json-out': reason ?? json['json-out'],
    rest: reason ?? restEffect(kind, json.rest),
    graphql: ofMembers(kind, aspect) ? graphqlEffect(sides, classes, old, now) : undefined,
    ...sourceEffects({ kind, old, new: now, ...(aspect !== undefined && { aspect }) }, classes),
    rows: rowsEffect({ kind, old, new: now, extent, ...(aspect !== undefined && { aspect }) }),
  });
}

/** Of references only the identity is a member, but objects with what they are related to hold the object. */
function otherObjects(kind: Difference['kind'], old: Field, now: Field, classes: ClassPair): Effect | undefined {
  if (!isNew.has(kind) || kind === 'type-narrowed' || !isReference(old) || !isReference(now)) return undefined;
  return isHeld(old, classes.old) ? breaking('objects with what they are related to hold an object of another class') : undefined;
}

/** Whether the schema of GraphQL says anything of it. */
function ofMembers(kind: Difference['kind'], aspect: string | undefined): boolean {
  return !kind.startsWith('constraint-')
    ? kind !== 'made-unique' && kind !== 'made-shared'
    : aspect === 'constant' || aspect === 'absent' || aspect === 'min-items';
}

function restEffect(kind: Difference['kind'], json: Effect): Effect {
  if (kind === 'made-unique') return dangerous('a second instance with the same value is refused (409)');
  if (kind === 'deletion-changed') return dangerous('deleting what it refers to does something else');
  return json;
}

type Bare = Pick<Difference, 'kind' | 'aspect' | 'old' | 'new'>;

/** What a change of one field's form does to code that uses the generated types. */
function sourceEffects(
  { kind, aspect, old, new: now }: Bare,
  classes: ClassPair,
): Pick<Effects, 'rust' | 'typescript' | 'python'> {
  const all = (effect: Effect) => ({ rust: effect, typescript: effect, python: effect });
  if (kind === 'field-renamed') return all(breaking(`it was called ${old.name}`));
  if (isPresence.has(kind)) return all(breaking(`its type is another one: ${now.cardinality}, not ${old.cardinality}`));
  if (isNew.has(kind)) return typeEffects(old, now);
  const compiles = safe(kind.startsWith('constraint-') ? 'it is checked at run time' : 'the code compiles as before');
  const [were, are] = [placedArguments(classes.old), placedArguments(classes.new)];
  const [before, after] = [isArgument(classes.old, old), isArgument(classes.new, now)];
  if (before !== after && (isSupplied.has(kind) || aspect === 'constant' || aspect === 'min-items')) {
    if (after) return all(breaking('constructors ask for it'));
    const lessAsked = breaking('constructors ask for it no longer');
    // In Rust there is an argument less. One that has a place in TypeScript may keep it, and in Python arguments have names.
    return {
      rust: lessAsked,
      typescript: isInPlace(were, old, are, now) ? compiles : lessAsked,
      python: kind === 'default-changed' || aspect === 'min-items' ? compiles : lessAsked,
    };
  }
  const isReplaced = were && are && were.fields.includes(old) !== are.fields.includes(now);
  return { ...all(compiles), ...(isReplaced && { typescript: breaking('the factory takes it in another place') }) };
}

/** Whether callers of a factory that give an argument still give it where they did. */
function isInPlace(were: Placed | undefined, old: Field, are: Placed | undefined, now: Field): boolean {
  const place = were?.fields.indexOf(old) ?? -1;
  return place >= 0 && place === (are?.fields.indexOf(now) ?? -1);
}

/** Whether a new argument of a factory of TypeScript's stands before one that callers give already. */
function shifts(now: Field, classes: ClassPair): boolean {
  const [before, after] = [placedArguments(classes.old), placedArguments(classes.new)];
  const place = after?.fields.indexOf(now) ?? -1;
  if (!before || !after || place < 0) return false;
  const known = new Set(before.fields.map(({ name }) => name));
  const follows = after.fields.slice(place + 1).some(({ name }) => known.has(name));
  return follows || (before.takesOptions && after.takesOptions);
}

/** What distinguishes types of a language: those of one text are one type there. */
const familyIn: Readonly<Record<'rust' | 'typescript' | 'python', (scalar: ScalarKind) => string>> = {
  rust: (scalar) => {
    const { space } = kindOf(scalar);
    return space === 'text' ? 'text' : scalar.replace(/Text$/, '');
  },
  typescript: (scalar) => kindOf(scalar).json.replace('integer', 'number'),
  python: (scalar) => {
    const { space } = kindOf(scalar);
    return space === 'moment' ? scalar : space;
  },
};

function typeEffects({ type: a }: Field, { type: b }: Field): Pick<Effects, 'rust' | 'typescript' | 'python'> {
  const effect = (language: keyof typeof familyIn): Effect => {
    if (a.kind === 'reference' && b.kind === 'reference') return breaking('the type with related objects holds another class');
    if (a.kind === 'scalar' && b.kind === 'scalar' && familyIn[language](a.scalar) === familyIn[language](b.scalar))
      return safe('it is the same type there');
    return breaking('its type is another one');
  };
  return { rust: effect('rust'), typescript: effect('typescript'), python: effect('python') };
}

function movedRows(old: Field, now: Field, extent: Extent): Effect {
  if (extent === 'other')
    return rows(
      'loses-data',
      `${now.owner.name} had values of it before, and those of ${old.owner.name} have no place beside them`,
    );
  return rows('rewrites', `its values move from the table of ${old.owner.name} to that of ${now.owner.name}`);
}

function rowsEffect({ kind, aspect, old, new: now, extent }: Bare & Pick<Difference, 'extent'>): Effect {
  switch (kind) {
    case 'field-renamed':
      return rows('none', 'the column is renamed in place');
    case 'type-widened':
    case 'type-narrowed':
    case 'type-changed':
      return typeRows(old, now, extent);
    case 'made-required':
      return rows('may-fail', 'rows without a value need one');
    case 'made-list':
      return rows('rewrites', 'each value becomes a list of one');
    case 'made-single':
      return rows('loses-data', 'of lists with several values one is kept');
    case 'made-unique':
      return rows('may-fail', 'rows may share a value');
    case 'constraint-tightened':
    case 'constraint-changed':
      return rows('may-fail', `rows may not keep to it${aspect === undefined ? '' : ` (${aspect})`}`);
    default:
      return rows('none', 'rows stay as they are');
  }
}

function typeRows(old: Field, now: Field, extent: Extent): Effect {
  if (isReference(old) && isReference(now)) return rows('may-fail', 'what rows refer to may be no such instance');
  // Of such a list each reference is a row, and no column that could get another type.
  if ([old, now].some((each) => isReference(each) && each.cardinality === 'many'))
    return rows(
      'loses-data',
      'a list of references is in a table of its own, and values do not go from there to a column, or back',
    );
  const isSameColumn = sqlTypeOf(old) === sqlTypeOf(now);
  // A number of JSON may have more digits than the column of the wider type.
  if (isLossy(sqlTypeOf(old), sqlTypeOf(now))) return rows('loses-data', `${sqlTypeOf(now)} does not hold all that was written`);
  if (extent === 'wider' || extent === 'same')
    return isSameColumn
      ? rows('none', 'the column has the same type')
      : rows('rewrites', `the column becomes ${sqlTypeOf(now)}, and was ${sqlTypeOf(old)}`);
  if (isSameColumn) return isRangeWithin(old, now) ? rows('none', 'the column has the same type') : rows('may-fail', SPELT);
  return rows('may-fail', `values may not fit into ${sqlTypeOf(now)}`);
}

const SPELT = 'the column has the same type, but its values may be none of the new one';

/** Whether every number of one type is one of another, which is written otherwise in JSON alone. */
function isRangeWithin({ type: a }: Field, { type: b }: Field): boolean {
  if (a.kind !== 'scalar' || b.kind !== 'scalar') return false;
  const [inner, outer] = [kindOf(a.scalar).range, kindOf(b.scalar).range];
  if (!inner || !outer) return false;
  return compareValues(b.scalar, outer.least, inner.least) <= 0 && compareValues(b.scalar, outer.greatest, inner.greatest) >= 0;
}

/** What becomes of the values of a field that a class has no longer. */
function removedRows(old: Field, isKept: boolean): Effect {
  // The column is made of the class of each row.
  if (old.discriminator) return rows('none', 'it follows from the class of a row');
  // An instance of what was a superclass stays one of its own.
  if (isKept)
    return {
      ...dangerous(`its values are in the table of ${old.owner.name}, and stay there as long as those rows do`),
      rows: 'none',
    };
  return rows('loses-data', 'its values go with it');
}

/**
 * What a field that comes or goes means.
 *
 * @param isKept whether another class has the old field still
 */
export function effectsOfPresence(
  { old, new: now }: { readonly old: Field | undefined; readonly new: Field | undefined },
  classes: ClassPair,
  sides: Sides,
  isKept: boolean,
): Effects {
  const pairs = (role: Role): readonly MemberPair[] => [
    { old: memberOf(classes.old, role, old), new: memberOf(classes.new, role, now), extent: 'same' },
  ];
  const json = jsonEffects(classes, pairs);
  const graphql = graphqlEffect(sides, classes, old, now);
  if (!now) {
    const gone = breaking('it is gone');
    const related = breakingFor(old && whyMissed(old, classes.old, sides.matching));
    return effectsOf('it is gone', {
      ...json,
      rest: worst([json.rest, related]),
      graphql: graphql ?? gone,
      rust: gone,
      typescript: gone,
      python: gone,
      ...(old && { rows: removedRows(old, isKept && old.owner !== classes.old) }),
    });
  }
  const asked = isArgument(classes.new, now) ? breaking('constructors ask for it') : undefined;
  return effectsOf('it is new', {
    ...json,
    graphql,
    rust: asked ?? dangerous('literals and patterns of the struct have to name it'),
    typescript: asked ?? addedMember(now, classes),
    python: asked ?? safe('models made in code need not give it'),
    rows: addedRows(now),
  });
}

/** What a new member of a type of TypeScript's means to who need not give it to a factory. */
function addedMember(now: Field, classes: ClassPair): Effect {
  if (shifts(now, classes)) return breaking('the factory takes it before other arguments');
  return now.cardinality === 'optional' ? safe('it may be left out') : dangerous('objects written by hand have to have it');
}

function addedRows(field: Field): Effect {
  if (field.discriminator) return rows('may-fail', 'each row is told its class by the tables that it is in');
  if (field.cardinality === 'optional') return rows('none', 'rows have no value');
  if (field.cardinality === 'many')
    return (field.minItems ?? 0) > 0 ? rows('may-fail', 'rows need values') : rows('none', 'rows have an empty list');
  const supplied = field.default ?? field.constant ?? field.generated;
  return supplied === undefined ? rows('may-fail', 'rows that are there need a value') : rows('none', `rows get ${supplied}`);
}
