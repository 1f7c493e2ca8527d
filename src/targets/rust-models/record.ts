import type { Field, FieldType, Relation } from '../../model/index.ts';
import type { Mark } from '../target.ts';
import { type Lines, marked } from '../text/index.ts';
import { newShaping, type Shaping } from './holding.ts';
import { rustKind } from './kinds.ts';
import type { Scope } from './scope.ts';
import type { Validation } from './validation.ts';

/** A member of a type: what Rust calls it, and JSON. */
export interface RecordMember {
  readonly identifier: string;
  readonly name: string;
  /** Of its values, if they are no objects. */
  readonly type?: FieldType;
  /** For related objects: whose key refers to the other, and that key. */
  readonly key?: readonly [whose: 'Own' | 'Their', name: string];
  /** What it is about. */
  readonly mark?: Mark;
}

/** What is said of the members of a type beyond their names: a method of `Shape`, and which members it is about. */
export type ShapeCall = readonly [method: 'closed' | 'change' | 'supplied' | 'lists', members?: readonly string[]];

/** The field that holds the type that another one is made of, and that type. */
export interface Base {
  readonly identifier: string;
  readonly type: string;
}

/**
 * What makes serde read and write a type, and gives it what all types have. It names each member once: one function for
 * all types does what a derived implementation would do with code for each field, of which the compiler runs out of memory
 * for an ontology such as schema.org.
 */
export function record(
  type: string,
  members: readonly RecordMember[],
  said: { readonly base?: Base; readonly calls?: readonly ShapeCall[]; readonly shaping?: Shaping },
  scope: Scope,
  validation: Validation,
): Lines {
  const { base, calls = [], shaping = newShaping() } = said;
  const texts = members.flatMap(({ name, type }) => (type !== undefined && isQuoted(type) ? [name] : []));
  const all = [...calls, ...(texts.length > 0 ? [['texts', texts] as const] : [])];
  for (const [method] of all) validation.needs(`Shape::${method}`);
  // Called by those that are made of no other type.
  validation.needs('stored');
  if (base !== undefined) validation.needs('Shape::with');
  for (const { type } of members) if (type !== undefined) needsValue(type, validation);
  // Types of the helpers, which other files name.
  validation.needs('Valid');
  return [
    `${validation.call('record', scope)}! {`,
    `    ${type}${base === undefined ? '' : `: ${base.identifier}`} {`,
    members.map(({ identifier, name, key, mark }) => {
      const line = `        ${identifier}: "${name}"${key === undefined ? '' : ` ${key[0]}("${key[1]}")`},`;
      return mark === undefined ? line : marked(mark, line);
    }),
    `    }${base === undefined ? '' : ` of ${base.type}`}`,
    all.map(([method, names]) =>
      shapeCall(
        method,
        names?.map((name) => `"${name}"`),
      ),
    ),
    [...expressionsOf(members, shaping, scope, validation)].map(([method, expressions]) => {
      validation.needs(`Shape::${method}`);
      return shapeCall(method, expressions);
    }),
    '}',
  ];
}

function shapeCall(method: string, names: readonly string[] | undefined): Lines {
  if (names === undefined) return `    .${method}()`;
  return [`    .${method}(&[`, names.map((name) => `        ${name},`), '    ])'];
}

/** What a shape says in expressions that are no names alone. */
function expressionsOf(
  members: readonly RecordMember[],
  { choices, totals }: Shaping,
  scope: Scope,
  validation: Validation,
): ReadonlyMap<string, readonly string[]> {
  const forms = new Map<string, string[]>();
  for (const { name, type } of members) {
    const form = type?.kind === 'scalar' ? rustKind(type.scalar).check?.form : undefined;
    if (form === undefined) continue;
    const constant = validation.call(`${form.toUpperCase()}_FORM`, scope);
    forms.set(constant, [...(forms.get(constant) ?? []), `"${name}"`]);
  }
  const formed = [...forms].map(([form, names]) => `(${form}, &[${names.join(', ')}])`);
  return new Map(Object.entries({ forms: formed, choices, totals }).filter(([, all]) => all.length > 0));
}

/** Whether a field's whole numbers are texts in JSON. */
function isQuoted(type: FieldType): boolean {
  return type.kind === 'scalar' && rustKind(type.scalar).writesText === true;
}

/** Says that values of a type are read and written; enumerations and unions see to their own. */
function needsValue(type: FieldType, validation: Validation): void {
  if (type.kind === 'id' || type.kind === 'reference') validation.needs('Value for Uuid');
  else if (type.kind === 'scalar') validation.needs(valuePiece(type.scalar));
}

/** The helper that reads and writes the values of a kind. */
export function valuePiece(scalar: Parameters<typeof rustKind>[0]): string {
  const { type } = rustKind(scalar);
  return `Value for ${'primitive' in type ? type.primitive : 'std' in type ? type.std : type.name}`;
}

/** A field as a member. */
export function memberOf(field: Field, identifier: string, mark?: Mark): RecordMember {
  return { identifier, name: field.name, type: field.type, ...(mark && { mark }) };
}

/** A member for related objects. */
export function relatedMember({ name, field, holder }: Relation, identifier: string): RecordMember {
  return { identifier, name, key: [holder === 'source' ? 'Own' : 'Their', field.name] };
}
