/**
 * Determines the effects of a changed, added or removed field on each surface. Example: a field that becomes required is
 * `breaking` for JSON written by old clients, and `dangerous` for stored rows, because rows without a value need one.
 */

import { areDisjoint, isLossy } from '../migrate/index.ts';
import {
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
import type { GraphqlTypes } from '../targets/graphql-schema/index.ts';
import { sqlTypeOf } from '../targets/sql-schema/index.ts';
import { type PositionalArguments, positionalArguments } from '../targets/typescript-models/index.ts';
import type { Difference } from './fields.ts';
import { isEmbedded, missingObjectsReason } from './related-effects.ts';
import {
  type Effect,
  type Effects,
  type FieldPair,
  type Level,
  levels,
  type Matching,
  type RowEffect,
  type Surface,
  surfaceNames,
} from './types.ts';
import { cardinalityText, type Extent, isWithinRange, opposite, typeText } from './values.ts';

/** The GraphQL types of both models, and how the models match. */
export interface Sides {
  readonly old: GraphqlTypes;
  readonly new: GraphqlTypes;
  readonly matching: Matching;
}

/** A class in both models. */
export interface ClassPair {
  readonly old: DomainClass;
  readonly new: DomainClass;
}

/** Returns an effect without consequences, with its reason. */
export const safe = (because: string): Effect => ({ level: 'safe', because });
/** Returns an effect that leaves clients working but may surprise them, with its reason. */
export const dangerous = (because: string): Effect => ({ level: 'dangerous', because });
/** Returns an effect that stops old clients, code or rows from working. */
export const breaking = (because: string): Effect => ({ level: 'breaking', because });

/** The reason why changes of documentation are safe on every surface. */
export const DOCUMENTATION = 'it changes documentation only';

/** Returns a breaking effect with this reason; undefined without a reason. */
export const breakingFor = (because: string | undefined): Effect | undefined =>
  because === undefined ? undefined : breaking(because);

const rowLevels: Readonly<Record<RowEffect, Level>> = {
  none: 'safe',
  rewrites: 'dangerous',
  'may-fail': 'dangerous',
  'loses-data': 'breaking',
};

/** Returns an effect on the stored rows. Its level follows from the kind of effect. */
export const onRows = (effect: RowEffect, because: string): Effect => ({ level: rowLevels[effect], because, rows: effect });

/** Returns an effect on the callers of generated code, the same in each language. */
export const inCode = (effect: Effect): Pick<Effects, 'rust' | 'typescript' | 'python'> => ({
  rust: effect,
  typescript: effect,
  python: effect,
});

/** Returns effects on all surfaces. Surfaces that are not listed are safe, for the given reason. */
export function effectsOf(because: string, effects: Partial<Record<Surface, Effect | undefined>>): Effects {
  return Object.fromEntries(
    surfaceNames.map((surface) => [surface, effects[surface] ?? (surface === 'rows' ? onRows('none', because) : safe(because))]),
  ) as unknown as Effects;
}

/** Returns the worst effect, the first one of several that are equally bad. */
export function worstEffect(effects: Iterable<Effect | undefined>): Effect | undefined {
  let highest: Effect | undefined;
  for (const effect of effects) {
    if (effect && (!highest || levels.indexOf(effect.level) > levels.indexOf(highest.level))) highest = effect;
  }
  return highest;
}

/** Returns the highest level among the effects on all surfaces. */
export function worstLevel(effects: Effects): Level {
  return worstEffect(Object.values(effects))?.level ?? 'safe';
}

/** Both versions of a member of one variant. `extent` compares the new values with the old ones. */
interface MemberPair {
  readonly old: Member | undefined;
  readonly new: Member | undefined;
  readonly extent: Extent;
}

/**
 * Returns why a reader of the new member rejects documents that are valid for the old one; undefined if it accepts all of them.
 *
 * @param isClosed whether the reader rejects unknown members
 */
function rejectionReason({ old: written, new: read, extent }: MemberPair, isClosed: boolean): string | undefined {
  if (!written && !read) return undefined;
  if (!read) return isClosed ? 'the member is unknown and rejected' : undefined;
  if (!written) return read.absent === 'refused' ? NEW_MEMBER : undefined;
  if (written.absent !== 'refused' && read.absent === 'refused') return 'it was optional and is now required';
  if (written.null !== 'refused' && read.null === 'refused') return 'null is rejected';
  if (extent === 'narrower') return 'some values are rejected';
  return extent === 'other' ? 'old values are rejected' : undefined;
}

/** A required member that the old version does not have; records are complete, so they must contain it. */
const NEW_MEMBER = 'new required member';

/** The reasons of `rejectionReason` in responses, which the new version writes and old clients read. */
const responseReasons: Readonly<Record<string, string>> = {
  'the member is unknown and rejected': 'it has an unknown member, which a closed class rejects',
  [NEW_MEMBER]: 'a required member is missing',
  'it was optional and is now required': 'it was required and may now be absent',
  'null is rejected': 'it may now be null',
  'some values are rejected': 'it may have new values',
  'old values are rejected': 'it has other values',
};

const swapSides = ({ old, new: now, extent }: MemberPair): MemberPair => ({ old: now, new: old, extent: opposite[extent] });

function memberOf(cls: DomainClass, role: Role, field: Field | undefined): Member | undefined {
  return field && variantOf(cls, role).members.find((member) => member.field === field);
}

type PairsIn = (role: Role) => readonly MemberPair[];

const firstReason = (reasons: readonly (string | undefined)[]) => reasons.find((reason) => reason !== undefined);

/** Returns why the new version rejects a document that an old client writes; undefined if it accepts all of them. */
const requestReason = (classes: ClassPair, pairsIn: PairsIn, role: Role): string | undefined =>
  firstReason(pairsIn(role).map((pair) => rejectionReason(pair, role === 'update' || classes.new.closed)));

const bodyReasonOf = (classes: ClassPair, pairsIn: PairsIn): string | undefined =>
  requestReason(classes, pairsIn, 'create') ?? requestReason(classes, pairsIn, 'update');

/** Returns the effects of changed members on clients that write or read JSON. */
function jsonEffects(classes: ClassPair, pairsIn: PairsIn): Pick<Effects, 'json-in' | 'json-out' | 'rest'> {
  const reversedReason = firstReason(pairsIn('entity').map((pair) => rejectionReason(swapSides(pair), classes.old.closed)));
  const responseReason = reversedReason === undefined ? undefined : (responseReasons[reversedReason] ?? reversedReason);
  const bodyReason = bodyReasonOf(classes, pairsIn);
  const recordReason = requestReason(classes, pairsIn, 'entity');
  const describe = (reason: string | undefined, context: string, safeReason: string) =>
    reason === undefined ? safe(safeReason) : breaking(`${context}: ${reason}`);
  return {
    'json-in':
      recordReason === undefined
        ? describe(bodyReason, 'in create and update bodies', 'all old documents are accepted')
        : recordReason === NEW_MEMBER && bodyReason === undefined
          ? dangerous(`in records: ${NEW_MEMBER}, which old documents do not have; create and update bodies may omit it`)
          : describe(recordReason, 'in records', ''),
    'json-out': describe(responseReason, 'in records', 'old clients accept all new documents'),
    rest:
      bodyReason === undefined
        ? describe(responseReason, 'in responses', 'requests and responses stay valid')
        : describe(bodyReason, 'in requests', ''),
  };
}

/** Returns whether a changed type of a GraphQL output is safe: an additional `!` is (graphql-js, findBreakingChanges). */
function isSafeOutput(oldType: string, newType: string): boolean {
  if (oldType === newType) return true;
  if (oldType.startsWith('[') && newType.startsWith('[')) {
    const isOuterSafe = newType.endsWith('!') || !oldType.endsWith('!');
    return isOuterSafe && isSafeOutput(unwrapList(oldType), unwrapList(newType));
  }
  return newType === `${oldType}!`;
}

const unwrapList = (list: string): string => list.replace(/^\[|\]!?$/g, '');

function graphqlEffect(sides: Sides, classes: ClassPair, old: Field | undefined, now: Field | undefined): Effect | undefined {
  if (old && now && old.name === now.name) {
    const [oldType, newType] = [sides.old.output(old), sides.new.output(now)];
    if (!isSafeOutput(oldType, newType)) return breaking(`its type changed from ${oldType} to ${newType}`);
  } else if (old) {
    return breaking(`${old.name} can no longer be queried`);
  }
  return worstEffect((['create', 'update'] as const).map((role) => inputEffect(sides, classes, old, now, role)));
}

function inputEffect(
  sides: Sides,
  classes: ClassPair,
  old: Field | undefined,
  now: Field | undefined,
  role: 'create' | 'update',
): Effect | undefined {
  const oldInput = old && sides.old.input(classes.old, old, role);
  const newInput = now && sides.new.input(classes.new, now, role);
  if (oldInput && !newInput) return breaking(`the ${role} input no longer has it`);
  if (!newInput) return undefined;
  if (!oldInput && role === 'create' && variantOf(classes.old, role).members.length === 0)
    return breaking('the create mutation now requires an input');
  if (!oldInput)
    return newInput.mayBeLeftOut
      ? dangerous(`the ${role} input has a new optional member`)
      : breaking(`the ${role} input requires it`);
  // An input that becomes nullable still accepts all values; the reverse rejects null.
  return isSafeOutput(newInput.type, oldInput.type)
    ? undefined
    : breaking(`its type in inputs changed from ${oldInput.type} to ${newInput.type}`);
}

/** Returns whether constructors require the field as an argument. */
function isArgument(cls: DomainClass, field: Field | undefined): boolean {
  return field !== undefined && constructorFields(cls).includes(field);
}

const presenceKinds = new Set(['made-required', 'made-optional', 'made-list', 'made-single']);
const suppliedValueKinds = new Set(['default-changed', 'generated-changed']);
const typeChangeKinds = new Set(['type-changed', 'type-widened', 'type-narrowed']);

export function effectsOfDifference(difference: Difference, classes: ClassPair, sides: Sides): Effects {
  const { kind, old, new: now, extent, aspect } = difference;
  if (kind === 'documentation-changed') return effectsOf(DOCUMENTATION, {});
  if (kind === 'deprecated' || kind === 'undeprecated') return effectsOf('it works as before', {});
  if (kind === 'deletion-changed') {
    const effect = dangerous('deleting the target has another effect');
    return effectsOf('it has no effect here', { rest: effect, graphql: effect, rows: rowsEffect(difference) });
  }
  if (kind === 'field-moved') return effectsOf('instances still have it', { rows: movedRowsEffect(old, now, extent) });
  const isRenamed = kind === 'field-renamed';
  const pairsIn: PairsIn = (role) => {
    const [oldMember, newMember] = [memberOf(classes.old, role, old), memberOf(classes.new, role, now)];
    if (isRenamed)
      return [
        { old: oldMember, new: undefined, extent: 'same' },
        { old: undefined, new: newMember, extent: 'same' },
      ];
    // Other differences of the same field are separate changes.
    if (presenceKinds.has(kind) || kind === 'default-changed' || kind === 'generated-changed' || aspect === 'constant')
      return [{ old: oldMember, new: newMember, extent: presenceKinds.has(kind) && extent !== 'other' ? 'same' : extent }];
    if (!oldMember || !newMember) return [];
    return [{ old: { ...oldMember, absent: newMember.absent, null: newMember.null }, new: newMember, extent }];
  };
  const json = jsonEffects(classes, pairsIn);
  const reason = isRenamed ? breaking(`its name was ${old.name}`) : otherTargetEffect(kind, old, now, classes);
  return effectsOf('it has no effect here', {
    'json-in': (isRenamed ? reason : undefined) ?? json['json-in'],
    'json-out': reason ?? json['json-out'],
    rest: reason ?? (kind === 'made-unique' ? duplicatesRejected : json.rest),
    graphql: isOtherTarget(kind, old, now)
      ? otherTarget
      : isVisibleInGraphql(kind, aspect)
        ? graphqlEffect(sides, classes, old, now)
        : kind === 'made-unique'
          ? duplicatesRejected
          : mutationEffect(classes, pairsIn),
    ...sourceEffects(difference, classes),
    rows: rowsEffect(difference),
  });
}

/** Returns the effect of a new target class of a reference: records contain only its id, but objects with relations contain the whole object. */
function otherTargetEffect(kind: Difference['kind'], old: Field, now: Field, classes: ClassPair): Effect | undefined {
  return isOtherTarget(kind, old, now) && isEmbedded(old, classes.old) ? otherTarget : undefined;
}

const otherTarget = breaking('objects with relations contain an object of another class');

function isOtherTarget(kind: Difference['kind'], old: Field, now: Field): boolean {
  return typeChangeKinds.has(kind) && kind !== 'type-narrowed' && isReference(old) && isReference(now);
}

/** Returns whether the GraphQL schema shows the difference. */
function isVisibleInGraphql(kind: Difference['kind'], aspect: string | undefined): boolean {
  return !kind.startsWith('constraint-')
    ? kind !== 'made-unique' && kind !== 'made-shared'
    : aspect === 'constant' || aspect === 'absent' || aspect === 'min-items';
}

/** Returns the effect on mutations of a constraint that the schema does not show, but the server checks. */
function mutationEffect(classes: ClassPair, pairsIn: PairsIn): Effect | undefined {
  const reason = bodyReasonOf(classes, pairsIn);
  return breakingFor(reason && `in mutations: ${reason}`);
}

export const duplicatesRejected = dangerous('in requests: a second instance with the same values is rejected');

/** Returns the effects of a changed field on code that uses the generated types. */
function sourceEffects(
  { kind, aspect, old, new: now }: Difference,
  classes: ClassPair,
): Pick<Effects, 'rust' | 'typescript' | 'python'> {
  if (kind === 'field-renamed') return inCode(breaking(`its name was ${old.name}`));
  if (presenceKinds.has(kind))
    return inCode(breaking(`its type changed from ${cardinalityText(old)} to ${cardinalityText(now)}`));
  if (typeChangeKinds.has(kind)) return typeEffects(old, now);
  const compiles = safe(kind.startsWith('constraint-') ? 'it is checked at run time' : 'code compiles without changes');
  const [oldArguments, newArguments] = [positionalArguments(classes.old), positionalArguments(classes.new)];
  const [wasRequired, isRequired] = [isArgument(classes.old, old), isArgument(classes.new, now)];
  if (wasRequired !== isRequired && decidesArguments(kind, aspect)) {
    if (isRequired) return inCode(breaking('constructors require it'));
    const notAccepted = breaking('constructors no longer take it');
    // Rust has one argument less. In TypeScript, an argument may keep its position; in Python, arguments have names.
    return {
      rust: notAccepted,
      typescript: keepsPosition(oldArguments, old, newArguments, now) ? compiles : notAccepted,
      python: kind === 'default-changed' || aspect === 'min-items' ? compiles : notAccepted,
    };
  }
  const isMoved = oldArguments && newArguments && oldArguments.fields.includes(old) !== newArguments.fields.includes(now);
  return {
    ...inCode(compiles),
    ...(isMoved && { typescript: breaking('its position among the arguments of the factory changed') }),
  };
}

/** Returns whether the difference determines if constructors require the field. */
function decidesArguments(kind: Difference['kind'], aspect: string | undefined): boolean {
  return suppliedValueKinds.has(kind) || aspect === 'constant' || aspect === 'min-items';
}

/** Returns whether a factory argument keeps its position. */
function keepsPosition(
  oldArguments: PositionalArguments | undefined,
  old: Field,
  newArguments: PositionalArguments | undefined,
  now: Field,
): boolean {
  const position = oldArguments?.fields.indexOf(old) ?? -1;
  return position >= 0 && position === (newArguments?.fields.indexOf(now) ?? -1);
}

/** Returns whether a new argument of a TypeScript factory precedes one that callers already pass. */
function shiftsArguments(now: Field, classes: ClassPair): boolean {
  const [oldArguments, newArguments] = [positionalArguments(classes.old), positionalArguments(classes.new)];
  const position = newArguments?.fields.indexOf(now) ?? -1;
  if (!oldArguments || !newArguments || position < 0) return false;
  const oldNames = new Set(oldArguments.fields.map(({ name }) => name));
  const follows = newArguments.fields.slice(position + 1).some(({ name }) => oldNames.has(name));
  return follows || (oldArguments.takesOptions && newArguments.takesOptions);
}

/** A key of the type of a scalar kind in each language: kinds with the same key have the same type. */
const typeKeys: Readonly<Record<'rust' | 'typescript' | 'python', (scalar: ScalarKind) => string>> = {
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

function typeEffects({ type: oldType }: Field, { type: newType }: Field): Pick<Effects, 'rust' | 'typescript' | 'python'> {
  const effect = (language: keyof typeof typeKeys): Effect => {
    if (oldType.kind === 'reference' && newType.kind === 'reference')
      return breaking('the type with relations contains another class');
    if (
      oldType.kind === 'scalar' &&
      newType.kind === 'scalar' &&
      typeKeys[language](oldType.scalar) === typeKeys[language](newType.scalar)
    )
      return safe('its type does not change');
    return breaking('its type changed');
  };
  return { rust: effect('rust'), typescript: effect('typescript'), python: effect('python') };
}

function movedRowsEffect(old: Field, now: Field, extent: Extent): Effect {
  if (extent === 'other')
    return onRows('loses-data', `${now.owner.name} already has values of it; those of ${old.owner.name} are removed`);
  return onRows('rewrites', `its values move from the table of ${old.owner.name} to the table of ${now.owner.name}`);
}

function rowsEffect({ kind, aspect, old, new: now, extent }: Difference): Effect {
  switch (kind) {
    case 'field-renamed':
      return onRows('none', 'the column is renamed in place');
    case 'type-widened':
    case 'type-narrowed':
    case 'type-changed':
      return typeRowsEffect(old, now, extent);
    case 'made-required':
      return onRows('may-fail', 'rows without a value need one');
    case 'made-list':
      return onRows('rewrites', 'each value becomes a list of one');
    case 'made-single':
      return onRows('loses-data', 'only one value of each list is kept');
    case 'deletion-changed':
      return now.onDelete === 'cascade' && now.cardinality !== 'many'
        ? { ...dangerous('deleting the target now also deletes this row'), rows: 'none' }
        : onRows('none', 'rows do not change');
    case 'made-unique':
      return onRows('may-fail', 'existing rows may share a value');
    case 'constraint-tightened':
    case 'constraint-changed':
      return onRows('may-fail', `existing rows may violate it${aspect === undefined ? '' : ` (${aspect})`}`);
    default:
      return onRows('none', 'rows do not change');
  }
}

const storedType = (field: Field) => ({
  type: sqlTypeOf(field),
  alternative: field.type.kind === 'scalar' ? field.type.scalar : field.type.kind,
});

function typeRowsEffect(old: Field, now: Field, extent: Extent): Effect {
  if (isReference(old) && isReference(now)) return onRows('may-fail', 'rows may refer to instances of another class');
  // Each reference of such a list is a row of its own table, so no column can change its type.
  if ([old, now].some((each) => isReference(each) && each.cardinality === 'many'))
    return onRows('loses-data', 'a list of references has its own table; its values cannot be moved to a column or back');
  const isSameColumn = sqlTypeOf(old) === sqlTypeOf(now);
  // A JSON number may have more digits than the column of the wider type can hold.
  if (areDisjoint(storedType(old), storedType(now)))
    return onRows('loses-data', `no value of ${typeText(old.type)} is also one of ${typeText(now.type)}`);
  if (isLossy(storedType(old), storedType(now))) return onRows('loses-data', `${sqlTypeOf(now)} cannot hold all old values`);
  if (extent === 'wider' || extent === 'same')
    return isSameColumn
      ? onRows('none', 'the type of the column does not change')
      : onRows('rewrites', `the type of the column changes from ${sqlTypeOf(old)} to ${sqlTypeOf(now)}`);
  if (isSameColumn)
    // Only JSON writes the values differently.
    return old.type.kind === 'scalar' && now.type.kind === 'scalar' && isWithinRange(old.type.scalar, now.type.scalar)
      ? onRows('none', 'the type of the column does not change')
      : onRows('may-fail', 'the type of the column does not change, but its values may be invalid');
  return onRows('may-fail', `values may not fit into ${sqlTypeOf(now)}`);
}

/** Returns the effect on the stored values of a field that a class no longer has. */
function removedRowsEffect(old: Field, isKept: boolean): Effect {
  if (old.discriminator) return onRows('none', 'it follows from the class of the row');
  // The row in the table of a former superclass stays as a separate instance.
  if (isKept) return { ...dangerous(`its values stay in the table of ${old.owner.name}`), rows: 'none' };
  return onRows('loses-data', 'its values are removed');
}

/**
 * Returns the effects of a field that was added or removed.
 *
 * @param isKept whether another class still has the old field
 */
export function effectsOfPresence({ old, new: now }: FieldPair, classes: ClassPair, sides: Sides, isKept: boolean): Effects {
  const pairsIn: PairsIn = (role) => [
    { old: memberOf(classes.old, role, old), new: memberOf(classes.new, role, now), extent: 'same' },
  ];
  const json = jsonEffects(classes, pairsIn);
  const graphql = graphqlEffect(sides, classes, old, now);
  if (!now) {
    const removed = breaking('it no longer exists');
    const related = breakingFor(old && missingObjectsReason(old, classes.old, sides.matching));
    return effectsOf('it no longer exists', {
      ...json,
      rest: worstEffect([json.rest, related]),
      graphql: graphql ?? removed,
      ...inCode(removed),
      ...(old && { rows: removedRowsEffect(old, isKept && old.owner !== classes.old) }),
    });
  }
  const constructors = isArgument(classes.new, now) ? breaking('constructors require it') : undefined;
  return effectsOf('nothing uses it yet', {
    ...json,
    graphql,
    rust: constructors ?? dangerous('struct literals and patterns must name it'),
    typescript: constructors ?? addedMemberEffect(now, classes),
    python: constructors ?? safe('code may leave it out'),
    rows: addedRowsEffect(now),
  });
}

/** Returns the effect of a new member on TypeScript code, if it need not be passed to a factory. */
function addedMemberEffect(now: Field, classes: ClassPair): Effect {
  if (shiftsArguments(now, classes)) return breaking('it comes before existing arguments of the factory');
  return now.cardinality === 'optional' ? safe('code may leave it out') : dangerous('object literals must have it');
}

function addedRowsEffect(field: Field): Effect {
  if (field.discriminator) return onRows('may-fail', 'the class of each row is determined by its tables');
  if (field.cardinality === 'optional') return onRows('none', 'rows have no value');
  if (field.cardinality === 'many')
    return (field.minItems ?? 0) > 0 ? onRows('may-fail', 'existing rows need values') : onRows('none', 'rows get an empty list');
  const supplied = field.default ?? field.constant ?? field.generated;
  return supplied === undefined ? onRows('may-fail', 'existing rows need a value') : onRows('none', `rows get ${supplied}`);
}
