/** The bodies of classes: members, and the configuration that these need. */

import type { Field, Relation } from '../../model/index.ts';
import { indent, type Lines, separated } from '../text/index.ts';
import { type Argument, assignment, type Value } from './assignment.ts';
import { commentLiteral, docstring, stringLiteral } from './literals.ts';
import { attributeName, isProtected } from './names.ts';
import type { Preamble } from './preamble.ts';

const tab = '    ';

/** What a model does with unknown keys; subclasses inherit it. */
export type Extra = 'forbid' | 'ignore';

/** The configuration that unusual names and closed classes need; subclasses inherit it. */
export function printConfig(
  members: readonly (Field | Relation)[],
  extra: Extra | undefined,
  preamble: Preamble,
  iri?: string,
): Lines {
  let isRenamed = false;
  let areProtected = false;
  for (const { name } of members) {
    const attribute = attributeName(name);
    isRenamed ||= attribute !== name;
    areProtected ||= isProtected(attribute);
  }
  const args: Argument[] = [];
  if (extra !== undefined) args.push({ name: 'extra', value: `"${extra}"` });
  if (isRenamed) {
    args.push({ name: 'validate_by_name', value: 'True' }, { name: 'serialize_by_alias', value: 'True' });
  }
  if (areProtected) args.push({ name: 'protected_namespaces', value: '()' });
  if (iri !== undefined && preamble.iris) args.push(from(iri));
  return args.length > 0 && assignment('model_config', undefined, { callee: preamble.from('pydantic', 'ConfigDict'), args });
}

/**
 * Members of a class, in the end those that type checkers would refuse: to them they stay what they are inherited as.
 *
 * @param print the lines of a member, each behind a margin
 */
export function printMembers<M extends Field | Relation>(
  members: readonly M[],
  isHidden: (member: M) => boolean,
  print: (member: M, margin: string) => Lines,
  preamble: Preamble,
): Lines {
  const shown: Lines[] = [];
  const hidden: M[] = [];
  for (const member of members) {
    if (isHidden(member)) hidden.push(member);
    else shown.push(print(member, tab));
  }
  if (hidden.length === 0) return shown;
  return [
    shown,
    `${tab}# Lists of narrower items are another type to type checkers.`,
    `${tab}if not ${preamble.from('typing', 'TYPE_CHECKING')}:`,
    hidden.map((member) => print(member, tab + tab)),
  ];
}

/** The body of a class: members have their margin already. */
export function classBody(doc: string, config: Lines, members: Lines, validator?: Lines): Lines {
  return separated([indent(docstring(doc, tab.length), tab), indent(config, tab), members, indent(validator, tab)]);
}

/**
 * The value that is assigned to an attribute of a model, with its description unless that stands at the record's field. An escaped one has its wire name as alias, given for both
 * directions: from a plain `alias` type checkers would take it for the name of the argument, too.
 */
export function memberValue(
  member: Field | Relation,
  args: readonly Argument[],
  preamble: Preamble,
  isDescribed = true,
): Value | undefined {
  const attribute = attributeName(member.name);
  const wireName = `"${member.name}"`;
  const all: Argument[] = [
    ...args,
    ...(attribute === member.name
      ? []
      : [
          { name: 'validation_alias', value: wireName },
          { name: 'serialization_alias', value: wireName },
        ]),
    ...deprecated(member),
    ...(member.doc === undefined || !isDescribed ? [] : [description(member.doc)]),
    ...(member.iri === undefined || !preamble.iris ? [] : [from(member.iri)]),
  ];
  const [first] = all;
  if (first === undefined) return undefined;
  if (all.length === 1 && first.name === 'default' && typeof first.value === 'string' && first.value !== '[]') return first.value;
  return { callee: preamble.from('pydantic', 'Field'), args: all };
}

/** What the JSON Schema says of where it comes from. */
function from(iri: string): Argument {
  return { name: 'json_schema_extra', value: { open: '{', items: [`"x-iri": ${stringLiteral(iri)}`], close: '}' } };
}

function deprecated(member: Field | Relation): Argument[] {
  if (!member.deprecated) return [];
  const { replacedBy } = member;
  return [{ name: 'deprecated', value: replacedBy === undefined ? 'True' : stringLiteral(`Use ${replacedBy} instead.`) }];
}

function description(doc: string): Argument {
  return { name: 'description', value: commentLiteral(doc) };
}
