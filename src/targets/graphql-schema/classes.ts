/** The types of a class: object, interface, page and inputs. */

import { allChoices, type DomainClass, type Field, isReference, type Relation } from '../../model/index.ts';
import type { Ledger } from '../core/index.ts';
import type { Mark } from '../target.ts';
import type { Lines } from '../text/index.ts';
import type { Piece, Site } from './answers.ts';
import { inputFields } from './inputs.ts';
import { type Names, words } from './names.ts';
import { definition, field, type Member, remark, typeHead, unionHead } from './syntax.ts';
import { fieldMark, fieldType, type Notes, typeOf } from './types.ts';

/** All types of a class, each a definition of its own. */
export function classTypes(cls: DomainClass, names: Names, notes: Notes, ledger: Ledger<Site, Piece>): readonly Lines[] {
  const { type, any, page, createInput, updateInput } = names.of(cls);
  const relations = [...cls.allRelations.map((r) => relationField(r, names)), ...choiceFields(cls, names)];
  const fields = (owner: string | undefined) => cls.allFields.map((f) => outputField(cls, f, names, owner));
  // Interfaces are not inherited (section 3.7): a type names those of all its ancestors.
  const inherited = cls.ancestors.map((ancestor) => names.of(ancestor).any);
  const create = inputFields(cls, 'create', names, notes, ledger);
  const update = inputFields(cls, 'update', names, notes, ledger);
  const mark: Mark = { element: { kind: 'class', class: cls } };
  return [
    any !== type &&
      definition(
        remark(`What \`${type}\` and the types of its subclasses have in common.`, cls),
        typeHead('interface', any, inherited),
        [...fields(undefined), ...relations],
        mark,
      ),
    definition(
      remark(cls.doc, cls),
      typeHead('type', type, any === type ? inherited : [any, ...inherited]),
      [...fields(type), ...relations],
      { ...mark, name: type },
    ),
    definition(
      `A page of ${words(cls.plural)}.`,
      `type ${page}`,
      [
        { doc: undefined, lines: field('items', [], `[${any}!]!`, CURRENT) },
        { doc: 'Number of items on all pages.', lines: field('total', [], 'Int!', CURRENT) },
      ],
      mark,
    ),
    create.length > 0 &&
      definition(remark(`Values of a new ${words(cls.slug)}.`, CURRENT, notes(cls)), `input ${createInput}`, create, mark),
    update.length > 0 &&
      definition(
        `Changes to an existing ${words(cls.slug)}: what is left out stays as it is, and null clears an optional field.`,
        `input ${updateInput}`,
        update,
        mark,
      ),
  ];
}

const CURRENT = { deprecated: false };

/** @param owner the object type, where the field is declared there and not in an interface */
function outputField(cls: DomainClass, f: Field, names: Names, owner: string | undefined): Member {
  const type = fieldType(f, names);
  const mark = fieldMark(cls, f);
  return {
    doc: f.doc,
    lines: field(f.name, [], type, f),
    mark: owner === undefined ? mark : { ...mark, name: `${owner}.${f.name}`, type },
  };
}

function relationField(relation: Relation, names: Names): Member {
  const cardinality = relation.many ? 'many' : relation.required ? 'one' : 'optional';
  return {
    doc: relation.doc,
    lines: field(relation.name, [], typeOf(names.of(relation.target).any, cardinality), relation),
  };
}

/** Choices between instances of several classes, which are unions. */
export function choiceTypes(cls: DomainClass, names: Names): readonly Lines[] {
  return cls.choices.map((choice) => {
    const union = names.choice(choice);
    if (union?.group[0] !== choice) return undefined;
    const targets = union.group.flatMap(({ fields }) => fields.filter(isReference).map((f) => f.type.target));
    const members = new Set(targets.flatMap((target) => withSubclasses(target)).map((target) => names.of(target).type));
    return definition(`What \`${choice.name}\` of a ${words(cls.slug)} can be.`, unionHead(union.name, [...members]));
  });
}

/** The fields of choices: whichever of the alternatives is there. */
function choiceFields(cls: DomainClass, names: Names): readonly Member[] {
  return allChoices(cls).flatMap((choice) => {
    const union = names.choice(choice);
    if (!union) return [];
    return { doc: undefined, lines: field(choice.name, [], `${union.name}${choice.required ? '!' : ''}`, CURRENT) };
  });
}

function withSubclasses(cls: DomainClass): DomainClass[] {
  return [cls, ...cls.children.flatMap(withSubclasses)];
}
