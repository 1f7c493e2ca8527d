import type { FieldType, Relation, ScalarKind } from '../../model/index.ts';
import type { Mark } from '../target.ts';
import { type Lines, marked } from '../text/index.ts';
import { type Held, newShaping, type Shaping } from './holding.ts';
import { kindsInRust, type RustKind, type RustType, rustKind } from './kinds.ts';
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
  readonly mark?: Mark | undefined;
}

/** What is said of the members of a type beyond their names: a method of `Shape`, and which members it is about. */
export type ShapeCall = readonly [method: 'closed' | 'change' | 'supplied' | 'lists' | 'texts', members?: readonly string[]];

/** The helpers by which a shape says something. */
const shapePieces = {
  closed: 'Shape::closed',
  change: 'Shape::change',
  supplied: 'Shape::supplied',
  lists: 'Shape::lists',
  texts: 'Shape::texts',
  forms: 'Shape::forms',
  choices: 'Shape::choices',
  totals: 'Shape::totals',
} as const;

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
  {
    base,
    calls = [],
    shaping = newShaping(),
  }: { readonly base?: Base; readonly calls?: readonly ShapeCall[]; readonly shaping?: Shaping },
  scope: Scope,
  validation: Validation,
): Lines {
  const { texts, forms } = valuesOf(members, scope, validation);
  const lists: readonly ShapeCall[] = texts.length > 0 ? [...calls, ['texts', texts]] : calls;
  const expressions = [['forms', forms] as const, ['choices', shaping.choices] as const, ['totals', shaping.totals] as const];
  const said = expressions.filter(([, all]) => all.length > 0);
  for (const [method] of [...lists, ...said]) validation.needs(shapePieces[method]);
  // Called by those that are made of no other type.
  validation.needs('stored');
  if (base !== undefined) validation.needs('Shape::with');
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
    lists.map(([method, names]) =>
      shapeCall(
        method,
        names?.map((name) => `"${name}"`),
      ),
    ),
    said.map(([method, all]) => shapeCall(method, all)),
    '}',
  ];
}

function shapeCall(method: string, names: readonly string[] | undefined): Lines {
  if (names === undefined) return `    .${method}()`;
  return [`    .${method}(&[`, names.map((name) => `        ${name},`), '    ])'];
}

/** What the values of members ask for: which are texts in JSON though they are numbers, and which texts are of a form. */
function valuesOf(members: readonly RecordMember[], scope: Scope, validation: Validation) {
  const texts: string[] = [];
  const byForm = new Map<string, string[]>();
  for (const { name, type } of members) {
    if (type === undefined) continue;
    if (type.kind === 'id' || type.kind === 'reference') validation.needs('Value for Uuid');
    // Enumerations and unions see to their own.
    if (type.kind !== 'scalar') continue;
    validation.needs(valuePiece(type.scalar));
    const { writesText, check } = rustKind(type.scalar);
    if (writesText) texts.push(name);
    if (check?.constant === undefined) continue;
    const quoted = byForm.get(check.constant);
    if (quoted) quoted.push(`"${name}"`);
    else byForm.set(validation.call(check.constant, scope), [`"${name}"`]);
  }
  return { texts, forms: [...byForm].map(([form, names]) => `(${form}, &[${names.join(', ')}])`) };
}

/** The helpers that read and write the values of each kind. */
const valuePieces = Object.fromEntries(
  Object.entries<RustKind>(kindsInRust).map(([scalar, { type }]) => [scalar, `Value for ${nameOf(type)}`]),
) as Readonly<Record<ScalarKind, string>>;

function nameOf(type: RustType): string {
  return 'primitive' in type ? type.primitive : 'std' in type ? type.std : type.name;
}

/** The helper that reads and writes the values of a kind. */
export function valuePiece(scalar: ScalarKind): string {
  return valuePieces[scalar];
}

/** A field as a member. */
export function memberOf({ field, identifier }: Held, mark?: Mark): RecordMember {
  return { identifier, name: field.name, type: field.type, mark };
}

/** A member for related objects. */
export function relatedMember({ name, field, holder }: Relation, identifier: string): RecordMember {
  return { identifier, name, key: [holder === 'source' ? 'Own' : 'Their', field.name] };
}
