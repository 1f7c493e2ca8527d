/** The template `graphql-schema`: one file in the schema definition language of GraphQL, October 2021. */

import { constraintsByElement, type DomainModel, type Enumeration, type Union } from '../../model/index.ts';
import { describedTarget } from '../core/index.ts';
import type { Element, GeneratedFile, Spelling } from '../target.ts';
import { type Lines, separated, text, unenforced } from '../text/index.ts';
import { choiceTypes, classTypes, fieldType, type Notes } from './classes.ts';
import { constraintOf, DIRECTIVE, DIRECTIVE_DOC, directiveArguments, isSaid, support } from './constraints.ts';
import { type Names, namesOf, valueNames, words } from './names.ts';
import { mutationType, queryType } from './operations.ts';
import { type CustomScalar, SCALAR_TYPES, usedScalars } from './scalars.ts';
import { definition, deprecation, remark, withDirective } from './syntax.ts';

export const graphqlSchema = describedTarget({
  name: 'graphql-schema',
  category: 'rdf-generators',
  language: 'GraphQL',
  description: 'GraphQL schema: types with relationships, inputs, queries and mutations',
  generate,
  support,
  spelling,
});

const FILE = 'schema.graphql';

/** The whole schema of a model, in one file. */
function generate(model: DomainModel): readonly GeneratedFile[] {
  const scalars = usedScalars(model);
  const names = namesOf(model, scalars);
  const constraints = constraintsByElement(model);
  // What a directive says needs no words beside it.
  const notes: Notes = (element) =>
    unenforced(
      constraints.get(element)?.filter((c) => !isSaid(c)),
      support,
    );
  const definitions = [
    schema(model, names),
    constraintDirective(model),
    ...scalars.map((scalar) => scalarType(scalar, names)),
    ...model.unions.map((union) => unionScalar(union, names)),
    ...model.enumerations.map((enumeration) => enumType(enumeration, names)),
    ...model.classes.flatMap((cls) => [...classTypes(cls, names, notes), ...choiceTypes(cls, names)]),
    queryType(model, names),
    mutationType(model, names),
  ];
  return [{ path: FILE, content: text(separated(definitions)) }];
}

/**
 * The root of the schema. It carries the model's documentation, and it is never left out: without it any
 * type called `Query`, `Mutation` or `Subscription` would be a root type (section 3.3.1).
 */
function schema(model: DomainModel, names: Names): Lines {
  return definition(remark(model.doc ?? `The ${words(model.name)} model.`, model), 'schema', [
    { doc: undefined, lines: [`query: ${names.query}`] },
    { doc: undefined, lines: [`mutation: ${names.mutation}`] },
  ]);
}

/** The directive's own definition (section 3.13), if any field has it. */
function constraintDirective(model: DomainModel): Lines {
  const isUsed = model.classes.some((cls) => cls.allFields.some((field) => constraintOf(field) !== undefined));
  if (!isUsed) return undefined;
  return definition(
    DIRECTIVE_DOC,
    [`directive @${DIRECTIVE}(`, ...directiveArguments.map((a) => `  ${a}`), ') on INPUT_FIELD_DEFINITION'].join('\n'),
  );
}

function scalarType(scalar: CustomScalar, names: Names): Lines {
  const directive = scalar.url === undefined ? undefined : `@specifiedBy(url: ${JSON.stringify(scalar.url)})`;
  return definition(scalar.doc, withDirective(`scalar ${names.scalar(scalar.name)}`, directive).join('\n'));
}

function unionScalar(union: Union, names: Names): Lines {
  const kinds = union.members.map((member) => `\`${SCALAR_TYPES[member.scalar]}\``);
  return definition(`One of ${kinds.join(', ')}.`, `scalar ${names.other(union)}`);
}

function enumType(enumeration: Enumeration, names: Names): Lines {
  const spelt = valueNames(enumeration);
  const members = enumeration.values.map((each) => {
    const name = spelt.get(each) as string;
    const doc = [
      each.doc ?? (each.label !== undefined && each.label !== name ? each.label : undefined),
      name === each.value ? undefined : `Elsewhere it is written ${JSON.stringify(each.value)}.`,
    ].filter((part) => part !== undefined);
    return { doc: doc.length === 0 ? undefined : doc.join('\n\n'), lines: withDirective(name, deprecation(each)) };
  });
  return definition(remark(enumeration.doc, enumeration), `enum ${names.other(enumeration)}`, members);
}

const namesByModel = new WeakMap<DomainModel, Names>();

function spelling(element: Element, model: DomainModel): Spelling {
  const names = namesByModel.get(model) ?? namesOf(model, usedScalars(model));
  namesByModel.set(model, names);
  switch (element.kind) {
    case 'class': {
      const { type } = names.of(element.class);
      return { path: FILE, name: type, declaration: `type ${type} ` };
    }
    case 'field': {
      const { type } = names.of(element.class);
      const { field } = element;
      return {
        path: FILE,
        name: `${type}.${field.name}`,
        type: fieldType(field, names),
        declaration: `${field.name}: `,
        scope: `type ${type} `,
      };
    }
    case 'enumeration': {
      const name = names.other(element.enumeration);
      return { path: FILE, name, declaration: `enum ${name} ` };
    }
    default:
      return element satisfies never;
  }
}
