/** Returns the types of members, such as `[ID!]!`, without printing the schema: `codegen diff` compares those of two versions. */

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
import { inputType } from './inputs.ts';
import { usedScalars } from './kinds.ts';
import { namesOf } from './names.ts';
import { shownRelations } from './relations.ts';
import { fieldType, withCardinality } from './types.ts';

/** Types as the schema writes them: `[ID!]!`. */
export interface GraphqlTypes {
  /** The object type, and the type of query results: the interface if there is one. */
  readonly classTypes: (cls: DomainClass) => { readonly type: string; readonly resultType: string };
  readonly output: (field: Field) => string;
  /** Undefined if the input does not have the field. A field with a default value may be left out. */
  readonly input: (
    cls: DomainClass,
    field: Field,
    role: Extract<Role, 'create' | 'update'>,
  ) => { readonly type: string; readonly mayBeLeftOut: boolean } | undefined;
  /** Undefined if the choice is not a field. `members` are the names of the types in the union. */
  readonly choice: (choice: Choice) => { readonly type: string; readonly members: ReadonlySet<string> } | undefined;
  /** Undefined if the relation is not a field. */
  readonly relation: (cls: DomainClass, relation: Relation) => string | undefined;
}

/** Returns the types in the schema of a model. */
export function graphqlTypesOf(model: DomainModel): GraphqlTypes {
  const names = namesOf(model, usedScalars(model));
  return {
    classTypes: (cls) => names.of(cls),
    output: (field) => fieldType(field, names),
    input: (cls, field, role) => {
      const member = variantOf(cls, role).members.find((one) => one.field === field);
      if (!member) return undefined;
      // The demands on the field as a whole, such as a default, and on each of its values.
      const { whole = [], each = [] } = demandsOn(cls).fields.get(field) ?? {};
      // The demands that the input states as a default value; see `answers.ts`.
      const isDefault = (demand: Demand) =>
        demand.kind === 'default' ||
        (demand.kind === 'constant' && !field.discriminator) ||
        (demand.kind === 'generated' && demand.value === 'zero');
      // As in `inputs.ts`: updates have no default values, and a list that a create input leaves out is empty.
      const hasDefault = (role === 'create' && [...whole, ...each].some(isDefault)) || member.absent === 'empty';
      const type = inputType(member, hasDefault, names);
      return { type, mayBeLeftOut: hasDefault || !type.endsWith('!') };
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
      return withCardinality(
        names.of(relation.target).resultType,
        relation.many ? 'many' : relation.required ? 'one' : 'optional',
      );
    },
  };
}
