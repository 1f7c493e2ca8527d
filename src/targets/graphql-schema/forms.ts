/** The types that a schema gives to the members of classes, without printing it: what a comparison of two schemas asks. */

import {
  type Choice,
  type Demand,
  type DomainClass,
  type DomainModel,
  demandsOn,
  type Field,
  type Relation,
  type Role,
  variantOf,
} from '../../model/index.ts';
import { membersOf } from './choices.ts';
import { usedScalars } from './kinds.ts';
import { namesOf } from './names.ts';
import { shownRelations } from './relations.ts';
import { fieldType, typeOf, valueType } from './types.ts';

/** Each type as the schema writes it: `[ID!]!`. */
export interface GraphqlForms {
  /** The object type, and what an instance can be asked for: the interface where there is one. */
  readonly typeOf: (cls: DomainClass) => { readonly type: string; readonly any: string };
  readonly output: (field: Field) => string;
  /** Undefined where the field is no member of the input; an initial value makes it one that may be left out. */
  readonly input: (
    cls: DomainClass,
    field: Field,
    role: Extract<Role, 'create' | 'update'>,
  ) => { readonly type: string; readonly mayBeLeftOut: boolean } | undefined;
  /** Undefined where the choice is no field; the names of the union's members beside the type. */
  readonly choice: (choice: Choice) => { readonly type: string; readonly members: ReadonlySet<string> } | undefined;
  /** Undefined where the relation is no field. */
  readonly relation: (cls: DomainClass, relation: Relation) => string | undefined;
}

/** The types of a model's schema. */
export function graphqlForms(model: DomainModel): GraphqlForms {
  const names = namesOf(model, usedScalars(model));
  return {
    typeOf: (cls) => names.of(cls),
    output: (field) => fieldType(field, names),
    input: (cls, field, role) => {
      const member = variantOf(cls, role).members.find((each) => each.field === field);
      if (!member) return undefined;
      const { whole = [], each = [] } = demandsOn(cls).fields.get(field) ?? {};
      const isInitial = (demand: Demand) =>
        demand.kind === 'default' ||
        (demand.kind === 'constant' && !field.discriminator) ||
        (demand.kind === 'generated' && demand.value === 'zero');
      const hasInitial = (role === 'create' && [...whole, ...each].some(isInitial)) || member.absent === 'empty';
      const isOpen = member.null === 'none' || (member.absent !== 'refused' && !hasInitial);
      const value = valueType(field, names);
      const type = field.cardinality === 'many' ? `[${value}!]${isOpen ? '' : '!'}` : typeOf(value, isOpen ? 'optional' : 'one');
      return { type, mayBeLeftOut: isOpen || hasInitial };
    },
    choice: (choice) => {
      const union = names.choice(choice);
      if (!union) return undefined;
      return {
        type: `${union.name}${choice.required ? '!' : ''}`,
        members: new Set(membersOf(union.group).map((cls) => names.of(cls).type)),
      };
    },
    relation: (cls, relation) => {
      if (!shownRelations(cls).includes(relation)) return undefined;
      return typeOf(names.of(relation.target).any, relation.many ? 'many' : relation.required ? 'one' : 'optional');
    },
  };
}
