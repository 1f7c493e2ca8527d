import type { Lines } from '../text/index.ts';
import type { Held, Shaping } from './holding.ts';
import type { Scope } from './scope.ts';
import type { Validation } from './validation.ts';

/** What is said of the members of a type beyond their names: a method of `Shape`, and which members it is about. */
export type ShapeCall = readonly [method: 'closed' | 'change' | 'supplied' | 'lists', members?: readonly string[]];

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

/** What there is to say of a type beside the names of its members. */
interface Contents {
  readonly base?: Base;
  /** The members that are values. */
  readonly held?: readonly Held[];
  readonly calls?: readonly ShapeCall[];
  readonly shaping?: Shaping;
}

const NONE: readonly never[] = [];

/**
 * What makes serde read and write a type, and gives it what all types have. It names each member once: one function for
 * all types does what a derived implementation would do with code for each field, of which the compiler runs out of memory
 * for an ontology such as schema.org.
 *
 * @param entries the members: what Rust calls each, and JSON
 */
export function record(
  type: string,
  entries: Lines,
  { base, held = NONE, calls = NONE, shaping }: Contents,
  scope: Scope,
  validation: Validation,
): Lines {
  const said: Lines[] = calls.map(([method, names]) => {
    validation.needs(shapePieces[method]);
    return shapeCall(
      method,
      names?.map((name) => `"${name}"`),
    );
  });
  const say = (method: keyof typeof shapePieces, expressions: readonly string[]) => {
    if (expressions.length === 0) return;
    validation.needs(shapePieces[method]);
    said.push(shapeCall(method, expressions));
  };
  if (held.some(({ form }) => form !== undefined)) {
    const { texts, forms } = formsOf(held, scope, validation);
    say(
      'texts',
      texts.map((name) => `"${name}"`),
    );
    say('forms', forms);
  }
  if (shaping !== undefined) {
    say('choices', shaping.choices);
    say('totals', shaping.totals);
  }
  // Called by those that are made of no other type.
  validation.needs('stored');
  if (base !== undefined) validation.needs('Shape::with');
  // Types of the helpers, which other files name.
  validation.needs('Valid');
  return [
    `${validation.call('record', scope)}! {`,
    `    ${type}${base === undefined ? '' : `: ${base.identifier}`} {`,
    entries,
    base === undefined ? '    }' : `    } of ${base.type}`,
    said,
    '}',
  ];
}

function shapeCall(method: string, names: readonly string[] | undefined): Lines {
  if (names === undefined) return `    .${method}()`;
  return [`    .${method}(&[`, names.map((name) => `        ${name},`), '    ])'];
}

/** Which members are texts in JSON though they are numbers, and which are texts of a form. */
function formsOf(held: readonly Held[], scope: Scope, validation: Validation) {
  const texts: string[] = [];
  const byForm = new Map<string, string[]>();
  for (const { field, form } of held) {
    if (form === undefined) continue;
    if (form.isText) texts.push(field.name);
    if (form.constant === undefined) continue;
    const quoted = byForm.get(form.constant);
    if (quoted) quoted.push(`"${field.name}"`);
    else byForm.set(validation.call(form.constant, scope), [`"${field.name}"`]);
  }
  return { texts, forms: [...byForm].map(([form, names]) => `(${form}, &[${names.join(', ')}])`) };
}
