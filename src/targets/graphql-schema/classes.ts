/** The GraphQL types of a class: `Post`, `PostPage`, `CreatePostInput` and `UpdatePostInput`; an interface if it has subclasses. */

import { allChoices, type DomainClass, type Field, isResource, type Relation } from '../../model/index.ts';
import { isClearable, type Ledger } from '../core/index.ts';
import type { Mark } from '../target.ts';
import { articleOf, capitalized, type Lines, words } from '../text/index.ts';
import type { InputCode, Site } from './answers.ts';
import { membersOf } from './choices.ts';
import { connectionTarget, listArguments } from './connections.ts';
import { inputFields } from './inputs.ts';
import type { Names } from './names.ts';
import { describeOmittedInverses, shownRelations } from './relations.ts';
import {
  definition,
  deprecationDoc,
  field,
  iriDirectiveOf,
  NOT_DEPRECATED,
  type PrintedMember,
  plainField,
  typeHead,
  unionHead,
} from './syntax.ts';
import { fieldMark, fieldType, type Notes, ownDoc, withCardinality } from './types.ts';

/** Returns all types of a class as separate definitions. */
export function classTypes(cls: DomainClass, names: Names, notes: Notes, ledger: Ledger<Site, InputCode>): readonly Lines[] {
  const { type, resultType, page, createInput, updateInput } = names.of(cls);
  const relations = [...shownRelations(cls).map((r) => relationField(cls, r, names)), ...choiceFields(cls, names)];
  const fields = (owner: string | undefined) => cls.allFields.map((f) => outputField(cls, f, names, owner));
  // Interfaces are not inherited (section 3.7): a type names those of all its ancestors.
  const inherited = [...cls.ancestors.map((ancestor) => names.of(ancestor).resultType), ...nodeOf(cls, names)];
  const create = inputFields(cls, 'create', names, notes, ledger);
  const update = inputFields(cls, 'update', names, notes, ledger);
  const mark: Mark = { element: { kind: 'class', class: cls } };
  const iriDirective = names.iris ? iriDirectiveOf(cls.iri) : undefined;
  const omittedInverses = describeOmittedInverses(cls);
  const note = omittedInverses && `${capitalized(omittedInverses)} are left out.`;
  return [
    (resultType !== type || cls.abstract) &&
      definition(
        cls.abstract
          ? deprecationDoc(cls.doc, cls, note)
          : deprecationDoc(`The fields that \`${type}\` and the types of its subclasses share.`, cls),
        typeHead('interface', resultType, inherited, iriDirective),
        [...fields(cls.abstract ? type : undefined), ...relations],
        cls.abstract ? { ...mark, name: type } : mark,
      ),
    !cls.abstract &&
      definition(
        deprecationDoc(cls.doc, cls, note),
        typeHead('type', type, resultType === type ? inherited : [resultType, ...inherited], iriDirective),
        resultType === type ? [...fields(type), ...relations] : [...fields(type), ...relations].map(omitDescription),
        { ...mark, name: type },
      ),
    names.full === undefined &&
      definition(undefined, `type ${page}`, [plainField('items', `[${resultType}!]!`), plainField('total', 'Int!')], mark),
    create.length > 0 &&
      definition(
        deprecationDoc(`Input for creating ${articleOf(cls.slug)} ${words(cls.slug)}.`, NOT_DEPRECATED, notes(cls)),
        `input ${createInput}`,
        create,
        mark,
      ),
    update.length > 0 &&
      definition(
        deprecationDoc(
          `Changes to ${articleOf(cls.slug)} ${words(cls.slug)}. Absent fields keep their value${isClearable(cls) ? '; null clears an optional field' : ''}.`,
          NOT_DEPRECATED,
          notes(cls),
        ),
        `input ${updateInput}`,
        update,
        mark,
      ),
  ];
}

/** Returns the interface of all types, if clients find the instances of a class by their ids alone. */
function nodeOf(cls: DomainClass, { full }: Names): readonly string[] {
  // A type needs the interfaces of its interfaces.
  const isNode = full?.node !== undefined && [...cls.ancestors, cls].some(isResource);
  return isNode ? [full.node] : [];
}

/** Removes the description of a field, because the interface has it. */
const omitDescription = (member: PrintedMember): PrintedMember => ({ ...member, doc: undefined });

/**
 * Returns a field of an object type or interface. GraphQL types repeat inherited fields; a field is documented only where its
 * class declares it, in the interface if there is one.
 *
 * @param owner the object type if the field is declared in it and not in an interface
 */
function outputField(cls: DomainClass, f: Field, names: Names, owner: string | undefined): PrintedMember {
  const type = fieldType(f, names);
  const mark = fieldMark(cls, f);
  return {
    doc: ownDoc(cls, f),
    lines: fieldLines(f, type, names),
    mark: owner === undefined ? mark : { element: mark.element, name: `${owner}.${f.name}`, type },
  };
}

function relationField(cls: DomainClass, relation: Relation, names: Names): PrintedMember {
  const cardinality = relation.many ? 'many' : relation.required ? 'one' : 'optional';
  const target = connectionTarget(cls, relation, names);
  const { page, full } = names.of(target ?? relation.target);
  return {
    doc: cls.relations.includes(relation) ? relation.doc : undefined,
    lines:
      target && full
        ? field(relation.name, listArguments(full), `${page}!`, relation, names.iris ? iriDirectiveOf(relation.iri) : undefined)
        : fieldLines(relation, withCardinality(names.of(relation.target).resultType, cardinality), names),
  };
}

function fieldLines(member: Field | Relation, type: string, names: Names): readonly string[] {
  return field(member.name, [], type, member, names.iris ? iriDirectiveOf(member.iri) : undefined);
}

/** Returns the unions of choices between references to several classes. */
export function choiceTypes(cls: DomainClass, names: Names): readonly Lines[] {
  return cls.choices.map((choice) => {
    const union = names.choice(choice);
    if (union?.group[0] !== choice) return undefined;
    const members = membersOf(union.group).map((target) => names.of(target).type);
    return definition(
      `What \`${choice.name}\` of ${articleOf(cls.slug)} ${words(cls.slug)} can be.`,
      unionHead(union.name, members),
    );
  });
}

/** Returns one field for each choice that is a union: its value is the alternative that is set. */
function choiceFields(cls: DomainClass, names: Names): readonly PrintedMember[] {
  return allChoices(cls).flatMap((choice) => {
    const union = names.choice(choice);
    if (!union) return [];
    return plainField(choice.name, `${union.name}${choice.required ? '!' : ''}`);
  });
}
