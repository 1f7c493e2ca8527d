/** The template `graphql-schema`: one file in the schema definition language of GraphQL, October 2021. */

import {
  constraintsByElement,
  type Demand,
  type DomainClass,
  type DomainModel,
  type Enumeration,
  type Union,
} from '../../model/index.ts';
import { constraintsOfField, defineTarget, Ledger, parserNormalization, unenforcedNote } from '../core/index.ts';
import { type Lines, type Printed, printedGroups, separated, words } from '../text/index.ts';
import { answers, DIRECTIVE, DIRECTIVE_DOC, directiveArguments, type InputCode, type Site } from './answers.ts';
import { choiceTypes, classTypes } from './classes.ts';
import { connectionTypes, pageInfoType, valueFilters } from './connections.ts';
import { needsDirective } from './inputs.ts';
import { type CustomScalar, graphqlKind, inputCoercion, serverResponsibility, usedScalars } from './kinds.ts';
import { type Extent, type Names, namesOf, valueNames } from './names.ts';
import { mutationType, nodeInterface, payloadTypes, queryType, userErrorType } from './operations.ts';
import { describeOmittedInverses } from './relations.ts';
import { definition, deprecation, deprecationDoc, iriDirectiveOf, WIDTH, withDirective } from './syntax.ts';
import type { Notes } from './types.ts';

export { connectionTarget, orderValues } from './connections.ts';
export { type GraphqlTypes, graphqlTypesOf } from './graphql-types.ts';
export { hasInput } from './inputs.ts';
export { usedScalars } from './kinds.ts';
export { namesOf, valueNames } from './names.ts';
export { shownRelations } from './relations.ts';

export const graphqlSchema = defineTarget<Site, InputCode>({
  name: 'graphql-schema',
  category: 'rdf-generators',
  language: 'GraphQL',
  description: 'GraphQL schema: types with relationships, inputs, queries and mutations',
  enforces: true,
  differences: [serverResponsibility, inputCoercion, parserNormalization],
  omissions: ({ classes }) =>
    classes.flatMap((cls) => {
      const what = describeOmittedInverses(cls);
      return what === undefined ? [] : [{ class: cls, what }];
    }),
  options: {
    operations: {
      type: 'choice',
      values: ['basic', 'full'],
      default: 'basic',
      about:
        'extent of the operations; full adds what clients of Relay expect (Node, connections), filters, orders, and payloads with errors',
    },
  },
  ledger: () => new Ledger(answers),
  print: (model, ledger, { operations: extent }) => ({
    files: [{ path: 'schema.graphql', print: () => print(model, ledger, extent as Extent) }],
  }),
});

/** Prints the schema of a model. */
function print(model: DomainModel, ledger: Ledger<Site, InputCode>, extent: Extent): Printed {
  const scalars = usedScalars(model);
  const names = namesOf(model, scalars, extent);
  const constraints = constraintsByElement(model);
  // Notes omit constraints that a directive states, and required fields, which only inputs of updates do not enforce.
  const isStated = (demand: Demand) => demand.kind === 'required' || (demand.kind !== 'constant' && ledger.isPrinted(demand));
  // Inputs are not inherited, so they repeat the notes of superclasses, except for choices between fields of one property: the
  // inputs of schema.org would have 3 MB of them.
  const constraintsOfClass = (cls: DomainClass) =>
    [...cls.ancestors, cls].flatMap((one) =>
      (constraints.get(one) ?? []).filter(({ kind }) => kind !== 'choice' || one.abstract || one === cls),
    );
  const noteOf: Notes = (element) =>
    unenforcedNote(
      'owner' in element ? constraintsOfField(element, constraints) : constraintsOfClass(element),
      (demand) => (isStated(demand) ? { status: 'enforced' } : ledger.achieved(demand)),
      'server',
    );
  // Inputs of subclasses repeat the notes.
  const known = new Map<Parameters<Notes>[0], { readonly note: string | undefined }>();
  const notes: Notes = (element) => {
    const { note } = known.get(element) ?? { note: noteOf(element) };
    known.set(element, { note });
    return note;
  };
  function* definitions(): Iterable<Lines> {
    yield schema(model, names);
    if (needsDirective(model.classes, ledger)) yield constraintDirective();
    if (names.iris) yield iriDirective();
    for (const scalar of scalars) yield scalarType(scalar, names);
    for (const union of model.unions) yield unionScalar(union, names);
    if (names.full)
      yield separated([
        nodeInterface(names.full),
        userErrorType(names.full),
        pageInfoType(names.full),
        ...valueFilters(model, names),
      ]);
    for (const enumeration of model.enumerations) yield enumType(enumeration, names);
    for (const cls of model.classes) {
      yield separated([
        ...classTypes(cls, names, notes, ledger),
        ...choiceTypes(cls, names),
        ...connectionTypes(cls, names),
        ...payloadTypes(cls, names),
      ]);
    }
    yield queryType(model, names);
    yield mutationType(model, names);
  }
  return printedGroups(definitions());
}

/**
 * Returns the `schema` definition. It has the documentation of the model and is always printed: without it, a type called
 * `Query`, `Mutation` or `Subscription` would become a root type (section 3.3.1).
 */
function schema(model: DomainModel, names: Names): Lines {
  return definition(deprecationDoc(model.doc ?? `The ${words(model.name)} model.`, model), 'schema', [
    { doc: undefined, lines: [`query: ${names.query}`] },
    { doc: undefined, lines: [`mutation: ${names.mutation}`] },
  ]);
}

/** Returns the definition of the directive (section 3.13). */
function constraintDirective(): Lines {
  return definition(
    DIRECTIVE_DOC,
    [`directive @${DIRECTIVE}(`, ...directiveArguments.map((a) => `  ${a}`), ') on INPUT_FIELD_DEFINITION'].join('\n'),
  );
}

/** Returns the definition of the directive that states the IRI of types and members. */
function iriDirective(): Lines {
  return definition(
    'The class, property or individual of the ontology that this element comes from.',
    'directive @iri(\n  value: String!\n) on ENUM | ENUM_VALUE | FIELD_DEFINITION | INTERFACE | OBJECT',
  );
}

function scalarType(scalar: CustomScalar, names: Names): Lines {
  const directive = scalar.url === undefined ? undefined : `@specifiedBy(url: ${JSON.stringify(scalar.url)})`;
  return definition(scalar.doc, withDirective(`scalar ${names.scalar(scalar.name)}`, directive).join('\n'));
}

function unionScalar(union: Union, names: Names): Lines {
  const types = union.members.map((member) => `\`${graphqlKind(member.scalar).type}\``);
  return definition(`One of ${types.join(', ')}.`, `scalar ${names.valueType(union)}`);
}

function enumType(enumeration: Enumeration, names: Names): Lines {
  const namesByValue = valueNames(enumeration);
  const members = enumeration.values.map((value) => {
    const name = namesByValue.get(value) as string;
    const doc = [
      value.doc ?? (value.label !== undefined && value.label !== name ? value.label : undefined),
      name === value.value ? undefined : `Outside of GraphQL, ${JSON.stringify(value.value)}.`,
    ].filter((paragraph) => paragraph !== undefined);
    return {
      doc: doc.length === 0 ? undefined : doc.join('\n\n'),
      lines: withDirective(name, [deprecation(value), names.iris ? iriDirectiveOf(value.iri) : undefined], WIDTH - 2),
    };
  });
  const name = names.valueType(enumeration);
  const head = withDirective(`enum ${name}`, names.iris ? iriDirectiveOf(enumeration.iri) : undefined, WIDTH - 2).join('\n');
  return definition(deprecationDoc(enumeration.doc, enumeration), head, members, {
    element: { kind: 'enumeration', enumeration },
    name,
  });
}
