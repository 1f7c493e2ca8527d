/** Prints the bodies of classes: docstring, configuration and members. */

import type { Field, Relation } from '../../model/index.ts';
import { indent, type Lines, separated } from '../text/index.ts';
import { type Argument, assignment, type Value } from './assignment.ts';
import { commentLiteral, docstring, stringLiteral, tab } from './literals.ts';
import { attributeName, isProtected } from './names.ts';
import type { Preamble } from './preamble.ts';

/** What a model does with unknown keys; subclasses inherit it. */
export type Extra = 'forbid' | 'ignore';

/** Returns the configuration for escaped names and closed classes; subclasses inherit it. */
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
    preamble.base.hasAliases = true;
    args.push({ name: 'validate_by_name', value: 'True' }, { name: 'serialize_by_alias', value: 'True' });
  }
  if (areProtected) args.push({ name: 'protected_namespaces', value: '()' });
  if (iri !== undefined && preamble.base.withIris) args.push(iriArgument(iri));
  return (
    args.length > 0 && assignment('model_config', undefined, { callee: preamble.importName('pydantic', 'ConfigDict'), args })
  );
}

/**
 * Prints members of a class. Those that type checkers would reject come last, hidden from them.
 *
 * @param print returns the lines of a member, each after a margin
 */
export function printMembers<M extends Field | Relation>(
  members: readonly M[],
  isHidden: (member: M) => boolean,
  print: (member: M, margin: string) => Lines,
  preamble: Preamble,
): Lines {
  const visible: Lines[] = [];
  const hidden: M[] = [];
  for (const member of members) {
    if (isHidden(member)) hidden.push(member);
    else visible.push(print(member, tab));
  }
  if (hidden.length === 0) return visible;
  return [
    visible,
    `${tab}# Type checkers reject a list of narrower items: lists are invariant.`,
    `${tab}if not ${preamble.importName('typing', 'TYPE_CHECKING')}:`,
    hidden.map((member) => print(member, tab + tab)),
  ];
}

/** Returns the body of a class; members are indented already. */
export function classBody(doc: string, config: Lines, members: Lines, validator?: Lines): Lines {
  return separated([indent(docstring(doc, tab.length), tab), indent(config, tab), members, indent(validator, tab)]);
}

/**
 * Returns the value of an attribute, with a description unless the record's field has it. An escaped name has its wire name as
 * alias for each direction, because type checkers would use a plain `alias` as the name of the argument.
 */
export function memberValue(
  member: Field | Relation,
  args: readonly Argument[],
  preamble: Preamble,
  isDescribed = true,
): Value | undefined {
  const attribute = attributeName(member.name);
  const jsonName = `"${member.name}"`;
  const all: Argument[] = [
    ...args,
    ...(attribute === member.name
      ? []
      : [
          { name: 'validation_alias', value: jsonName },
          { name: 'serialization_alias', value: jsonName },
        ]),
    ...deprecatedArgument(member),
    ...(member.doc === undefined || !isDescribed ? [] : [{ name: 'description', value: commentLiteral(member.doc) }]),
    ...(member.iri === undefined || !preamble.base.withIris ? [] : [iriArgument(member.iri)]),
  ];
  const [first] = all;
  if (first === undefined) return undefined;
  if (all.length === 1 && first.name === 'default' && typeof first.value === 'string' && first.value !== '[]') return first.value;
  return { callee: preamble.importName('pydantic', 'Field'), args: all };
}

/** Returns the IRI of an element as an addition to its JSON Schema. */
function iriArgument(iri: string): Argument {
  return { name: 'json_schema_extra', value: { open: '{', items: [`"x-iri": ${stringLiteral(iri)}`], close: '}' } };
}

function deprecatedArgument(member: Field | Relation): Argument[] {
  if (!member.deprecated) return [];
  const { replacedBy } = member;
  return [{ name: 'deprecated', value: replacedBy === undefined ? 'True' : stringLiteral(`Use ${replacedBy} instead.`) }];
}
