/** The template `graphql-schema`: one file in the schema definition language of GraphQL, October 2021. */

import type { DomainModel } from '../../model/index.ts';
import type { GeneratedFile, Target } from '../target.ts';
import { type Lines, separated, text } from '../text/index.ts';
import { classTypes } from './classes.ts';
import { type Names, namesOf, words } from './names.ts';
import { mutationType, queryType } from './operations.ts';
import { type CustomScalar, usedScalars } from './scalars.ts';
import { definition, remark, withDirective } from './syntax.ts';

export const graphqlSchema: Target = {
  name: 'graphql-schema',
  category: 'rdf-generators',
  language: 'GraphQL',
  description: 'GraphQL schema: types with relationships, inputs, queries and mutations',
  generate,
};

/** The whole schema of a model, in one file. */
function generate(model: DomainModel): readonly GeneratedFile[] {
  const scalars = usedScalars(model);
  const names = namesOf(model, scalars);
  const definitions = [
    schema(model, names),
    ...scalars.map((scalar) => scalarType(scalar, names)),
    ...model.classes.flatMap((cls) => classTypes(cls, names)),
    queryType(model, names),
    mutationType(model, names),
  ];
  return [{ path: 'schema.graphql', content: text(separated(definitions)) }];
}

/**
 * The root of the schema. It carries the model's documentation, and it is never left out: without it any
 * type called `Query`, `Mutation` or `Subscription` would be a root type (section 3.3.1).
 */
function schema(model: DomainModel, names: Names): Lines {
  return definition(remark(model.doc ?? `The ${words(model.name)} model.`, model.deprecated), 'schema', [
    { doc: undefined, lines: [`query: ${names.query}`] },
    { doc: undefined, lines: [`mutation: ${names.mutation}`] },
  ]);
}

function scalarType(scalar: CustomScalar, names: Names): Lines {
  const directive = scalar.url === undefined ? undefined : `@specifiedBy(url: ${JSON.stringify(scalar.url)})`;
  return definition(scalar.doc, withDirective(`scalar ${names.scalar(scalar.name)}`, directive).join('\n'));
}
