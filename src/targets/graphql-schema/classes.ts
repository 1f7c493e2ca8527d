/** The types of a class: object, interface, page and inputs. */

import {
  allChoices,
  type Cardinality,
  type Choice,
  type DomainClass,
  type Field,
  isReference,
  type Relation,
} from '../../model/index.ts';
import type { Lines } from '../text/index.ts';
import { constraintOf, isNumeral } from './constraints.ts';
import { type Names, valueNames, words } from './names.ts';
import { SCALAR_TYPES } from './scalars.ts';
import { definition, field, type Member, remark, typeHead, unionHead, WIDTH, withDirective } from './syntax.ts';

/** What the descriptions of a class and its fields own up to. */
export type Notes = (element: DomainClass | Field) => string | undefined;

/** All types of a class, each a definition of its own. */
export function classTypes(cls: DomainClass, names: Names, notes: Notes): readonly Lines[] {
  const { type, any, page, createInput, updateInput } = names.of(cls);
  const members = [
    ...cls.allFields.map((f) => outputField(f, names)),
    ...cls.allRelations.map((r) => relationField(r, names)),
    ...choiceFields(cls, names),
  ];
  // Interfaces are not inherited (section 3.7): a type names those of all its ancestors.
  const inherited = cls.ancestors.map((ancestor) => names.of(ancestor).any);
  const create = createFields(cls, names, notes);
  const update = updateFields(cls, names, notes);
  return [
    any !== type &&
      definition(
        remark(`What \`${type}\` and the types of its subclasses have in common.`, cls),
        typeHead('interface', any, inherited),
        members,
      ),
    definition(remark(cls.doc, cls), typeHead('type', type, any === type ? inherited : [any, ...inherited]), members),
    definition(`A page of ${words(cls.plural)}.`, `type ${page}`, [
      { doc: undefined, lines: field('items', [], `[${any}!]!`, CURRENT) },
      { doc: 'Number of items on all pages.', lines: field('total', [], 'Int!', CURRENT) },
    ]),
    create.length > 0 &&
      definition(remark(`Values of a new ${words(cls.slug)}.`, CURRENT, notes(cls)), `input ${createInput}`, create),
    update.length > 0 &&
      definition(
        `Changes to an existing ${words(cls.slug)}: what is left out stays as it is, and null clears an optional field.`,
        `input ${updateInput}`,
        update,
      ),
  ];
}

const CURRENT = { deprecated: false };

function outputField(f: Field, names: Names): Member {
  return { doc: f.doc, lines: field(f.name, [], fieldType(f, names), f) };
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
  return cls.choices.filter(isOfClasses).map((choice) => {
    const targets = choice.fields.filter(isReference).map((f) => f.type.target);
    const members = new Set(targets.flatMap((target) => withSubclasses(target)).map((target) => names.of(target).type));
    return definition(`What \`${choice.name}\` of a ${words(cls.slug)} can be.`, unionHead(names.other(choice), [...members]));
  });
}

/** The fields of choices: whichever of the alternatives is there. */
function choiceFields(cls: DomainClass, names: Names): readonly Member[] {
  return allChoices(cls)
    .filter(isOfClasses)
    .map((choice) => ({
      doc: undefined,
      lines: field(choice.name, [], `${names.other(choice)}${choice.required ? '!' : ''}`, CURRENT),
    }));
}

function isOfClasses(choice: Choice): boolean {
  return choice.fields.every(isReference);
}

function withSubclasses(cls: DomainClass): DomainClass[] {
  return [cls, ...cls.children.flatMap(withSubclasses)];
}

/** What an instance is created from: all but what the server supplies. */
export function createFields(cls: DomainClass, names: Names, notes: Notes): readonly Member[] {
  return inputFields(cls, notes, (f) => {
    const type = typeOf(valueType(f, names), f.cardinality);
    const supplied = f.constant ?? f.default;
    if (supplied !== undefined) return `${type} = ${literal(supplied, f)}`;
    switch (f.generated) {
      case 'uuid':
      case 'now':
        return undefined;
      case 'zero':
        return `${type} = 0`;
      case undefined:
        return f.cardinality === 'many' && (f.minItems ?? 0) === 0 ? `${type} = []` : type;
      default:
        return f.generated satisfies never;
    }
  });
}

/** What can be changed in an instance: all but its identity. */
export function updateFields(cls: DomainClass, names: Names, notes: Notes): readonly Member[] {
  return inputFields(cls, notes, (f) => {
    const type = valueType(f, names);
    return f.cardinality === 'many' ? `[${type}!]` : type;
  });
}

function inputFields(cls: DomainClass, notes: Notes, typeIn: (f: Field) => string | undefined): readonly Member[] {
  const members: Member[] = [];
  for (const f of cls.allFields) {
    if (f.type.kind === 'id' || f.absent) continue;
    const type = typeIn(f);
    if (type === undefined) continue;
    members.push({ doc: remark(f.doc, f, notes(f)), lines: withDirective(`${f.name}: ${type}`, constraintOf(f), WIDTH - 2) });
  }
  return members;
}

/** A value of the model as GraphQL writes it (section 2.9). */
function literal(value: string, { type }: Field): string {
  switch (type.kind) {
    case 'enumeration': {
      const names = valueNames(type.enumeration);
      const member = type.enumeration.values.find((v) => v.value === value);
      return (member && names.get(member)) ?? JSON.stringify(value);
    }
    case 'scalar':
      return type.scalar === 'boolean' || (isNumeral(type.scalar) && type.scalar !== 'decimal') ? value : JSON.stringify(value);
    default:
      return JSON.stringify(value);
  }
}

/** The type of one value. */
function valueType(f: Field, names: Names): string {
  switch (f.type.kind) {
    case 'id':
    case 'reference':
      return 'ID';
    case 'scalar':
      return names.scalar(SCALAR_TYPES[f.type.scalar]);
    case 'enumeration':
      return names.other(f.type.enumeration);
    case 'union':
      return names.other(f.type.union);
    default:
      return f.type satisfies never;
  }
}

/** The type of a field where it is read. */
export function fieldType(f: Field, names: Names): string {
  return typeOf(valueType(f, names), f.cardinality);
}

function typeOf(value: string, cardinality: Cardinality): string {
  switch (cardinality) {
    case 'one':
      return `${value}!`;
    case 'optional':
      return value;
    case 'many':
      return `[${value}!]!`;
    default:
      return cardinality satisfies never;
  }
}
