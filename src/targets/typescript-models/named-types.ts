/** Prints the modules of enumerations and unions. */

import { type Enumeration, type EnumerationValue, kindOf, type ScalarKind, type Union } from '../../model/index.ts';
import { indent, type Lines, marked } from '../text/index.ts';
import { enumerationIris } from './iris.ts';
import { jsdocComment, jsdocLines } from './jsdoc.ts';
import { typeScriptKinds } from './kinds.ts';
import { assignment, typeLines } from './layout.ts';
import { stringLiteral } from './literals.ts';
import { unionMembers } from './types.ts';

const memberDepth = 2;

/**
 * Returns the module of an enumeration: an object with its values, and their type under the same name. Prisma and
 * graphql-codegen print enumerations in the same way. The code needs only TypeScript syntax that can be erased.
 *
 * @param iris the name of the constant with its IRIs; undefined if none exists
 */
export function enumerationModule(enumeration: Enumeration, iris: string | undefined): Lines {
  const { name, values } = enumeration;
  const declaration = [
    `export const ${name} = {`,
    indent(values.map((value) => [valueDocumentation(value), `${valueName(value)}: ${stringLiteral(value.value)},`])),
    '} as const;',
    '',
    jsdocComment(undefined, enumeration),
    assignment(`export type ${name} =`, `(typeof ${name})[keyof typeof ${name}];`),
    iris !== undefined && ['', enumerationIris(enumeration, iris)],
  ];
  return marked({ element: { kind: 'enumeration', enumeration }, name }, declaration, jsdocLines(enumeration));
}

/** Returns the key of an enumeration's value: `IN_REVIEW`. */
function valueName({ name }: EnumerationValue): string {
  return name.toUpperCase();
}

/** Returns the comment on a value; includes its label only if that has more information than the value. */
function valueDocumentation(value: EnumerationValue): readonly string[] {
  const { label, doc } = value;
  const plain = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
  const title = label !== undefined && plain(label) !== plain(value.value) ? label : undefined;
  return jsdocLines({ ...value, doc: title && doc ? `${title}: ${doc}` : (title ?? doc) }, memberDepth);
}

/** Returns the module of a union: an alias for the types of its members, of which there may be only one. */
export function unionModule(union: Union): Lines {
  const members = union.members.map(({ scalar }) => inWords(scalar));
  return [
    jsdocComment(`One of these: ${members.join(', ')}.`, { deprecated: false }),
    typeLines(`export type ${union.name} = `, { union: unionMembers(union) }, ';'),
  ];
}

/** Nouns for kinds whose notation is not enough. */
const nouns: Readonly<Partial<Record<ScalarKind, string>>> = {
  date: 'date',
  dateTime: 'date and time',
  time: 'time of day',
  duration: 'duration',
};

/** Returns a kind of values in words: `integer`, `date (ISO 8601: …)`. */
function inWords(scalar: ScalarKind): string {
  const { json } = kindOf(scalar);
  if (json === 'integer' || json === 'number') return json;
  const { notation } = typeScriptKinds[scalar];
  const noun = nouns[scalar];
  if (noun !== undefined) return `${noun} (${notation})`;
  return notation ?? (scalar === 'iri' ? 'IRI' : scalar);
}
