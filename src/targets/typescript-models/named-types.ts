import { type Enumeration, type EnumerationValue, kindOf, type ScalarKind, type Union } from '../../model/index.ts';
import { indent, type Lines } from '../text/index.ts';
import { enumerationIris } from './iris.ts';
import { comment, declaration, documentation } from './jsdoc.ts';
import { kindsInTypeScript } from './kinds.ts';
import { assignment, typeLines } from './layout.ts';
import { stringLiteral } from './literals.ts';
import { unionMembers } from './types.ts';

const memberDepth = 2;

/**
 * The module of an enumeration: an object with its values, and the type of them under the same name. It is what
 * Prisma and graphql-codegen make of an enumeration, and needs nothing of TypeScript that is not erased.
 *
 * @param iris the name of the constant with its IRIs, if there is to be one
 */
export function enumerationModule(enumeration: Enumeration, iris: string | undefined): Lines {
  const { name, values } = enumeration;
  const above = documentation(enumeration);
  return declaration({ element: { kind: 'enumeration', enumeration }, name }, above, [
    `export const ${name} = {`,
    indent(values.map((value) => [valueDocumentation(value), `${valueName(value)}: ${stringLiteral(value.value)},`])),
    '} as const;',
    '',
    comment(undefined, enumeration),
    assignment(`export type ${name} =`, `(typeof ${name})[keyof typeof ${name}];`),
    iris !== undefined && ['', enumerationIris(enumeration, iris)],
  ]);
}

/** The key of an enumeration's value: `IN_REVIEW`. */
function valueName({ name }: EnumerationValue): string {
  return name.toUpperCase();
}

/** What the ontology says of a value; its label only where that says more than the value itself. */
function valueDocumentation(value: EnumerationValue): readonly string[] {
  const { label, doc } = value;
  const plain = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
  const title = label !== undefined && plain(label) !== plain(value.value) ? label : undefined;
  return documentation({ ...value, doc: title && doc ? `${title}: ${doc}` : (title ?? doc) }, memberDepth);
}

/** The module of a union: a name for the types of its members, which may be a single one. */
export function unionModule(union: Union): Lines {
  const members = union.members.map(({ scalar }) => inWords(scalar));
  return [
    comment(`One of these: ${members.join(', ')}.`, { deprecated: false }),
    typeLines(`export type ${union.name} = `, { union: unionMembers(union) }, ';'),
  ];
}

/** What the notation alone does not tell. */
const nouns: Readonly<Partial<Record<ScalarKind, string>>> = {
  date: 'date',
  dateTime: 'date and time',
  time: 'time of day',
  duration: 'duration',
};

/** A kind of values for people: `integer`, `date (ISO 8601: …)`. */
function inWords(scalar: ScalarKind): string {
  const { json } = kindOf(scalar);
  if (json === 'integer' || json === 'number') return json;
  const { notation } = kindsInTypeScript[scalar];
  const noun = nouns[scalar];
  if (noun !== undefined) return `${noun} (${notation})`;
  return notation ?? (scalar === 'iri' ? 'IRI' : scalar);
}
