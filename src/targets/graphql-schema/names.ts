/** Assigns the names of a schema: those of types, such as `CreatePostInput`, and of queries, such as `posts`. */

import {
  type Choice,
  type DomainClass,
  type DomainModel,
  type Enumeration,
  type EnumerationValue,
  isResource,
  type Union,
} from '../../model/index.ts';
import { camelCase, NameScope } from '../text/index.ts';
import { type ChoiceGroup, choiceGroups } from './choices.ts';
import type { CustomScalar } from './kinds.ts';
import { plainListNames } from './relations.ts';

/** Built-in scalars (October 2021, section 3.5): no other type may have these names. */
const BUILT_IN_TYPES: readonly string[] = ['Int', 'Float', 'String', 'Boolean', 'ID'];

export interface ClassNames {
  /** The object type. */
  readonly type: string;
  /** The interface of a class with subclasses, otherwise the object type: the type of query results. */
  readonly resultType: string;
  /** The type of lists; in the full extent a connection. */
  readonly page: string;
  readonly createInput: string;
  readonly updateInput: string;
  /** Query fields. */
  readonly singleQuery: string;
  readonly listQuery: string;
  /** Undefined in the basic extent. */
  readonly full?: FullClassNames;
}

/** The extent of the operations. `full` adds what clients of Relay expect. */
export type Extent = 'basic' | 'full';

/** Types of the lists of a class. */
export interface ConnectionNames {
  readonly edge: string;
  readonly filter: string;
  readonly order: string;
}

/** Names of a class that only the full extent has. */
export interface FullClassNames extends ConnectionNames {
  readonly createPayload: string;
  readonly updatePayload: string;
  readonly deletePayload: string;
  /** The field of payloads with the instance. */
  readonly payloadField: string;
}

/** Names that only the full extent has. */
export interface FullNames {
  /** The interface of all types; undefined if a class has the name of the interface or of its query, because Relay requires both. */
  readonly node: string | undefined;
  readonly userError: string;
  readonly pageInfo: string;
  /** Returns the name of the input type with conditions on values of a type: `StringFilter`. */
  readonly valueFilter: (type: string) => string;
  /** The names of relations to many instances that are no connections. */
  readonly plainLists: ReadonlySet<string>;
}

/** The query for an instance of any class. */
export const NODE_QUERY = 'node';

export interface Names {
  /** Whether types and their members have a directive with their IRI. */
  readonly iris: boolean;
  readonly query: string;
  readonly mutation: string;
  /** Undefined in the basic extent. */
  readonly full?: FullNames;
  readonly scalar: (name: string) => string;
  readonly of: (cls: DomainClass) => ClassNames;
  /** The type of an enumeration, or the scalar of a union of scalars. */
  readonly valueType: (type: Enumeration | Union) => string;
  /** The union type of a choice between classes, with the choices that share it; undefined for other choices. */
  readonly choice: (choice: Choice) => { readonly name: string; readonly group: ChoiceGroup } | undefined;
}

/** Returns the GraphQL names of an enumeration's values: the values if they are valid names, else names made from them. */
export function valueNames({ values }: Enumeration): ReadonlyMap<EnumerationValue, string> {
  const reserved = ['true', 'false', 'null'];
  const scope = new NameScope(reserved);
  const names = new Map<EnumerationValue, string>();
  // Names that begin with two underscores are reserved for introspection (section 2.1.9.1).
  const isName = ({ value }: EnumerationValue) => /^(?!__)[_A-Za-z][_0-9A-Za-z]*$/.test(value) && !reserved.includes(value);
  for (const value of values.filter(isName)) names.set(value, scope.claim(value.value));
  for (const value of values) if (!names.has(value)) names.set(value, scope.claim(value.name.toUpperCase()));
  return names;
}

/** The field of payloads with the errors of the user. */
export const ERRORS_FIELD = 'errors';

/** Assigns all names of a schema. Classes come first, so other types never change the name of a class. */
export function namesOf(model: DomainModel, scalars: readonly CustomScalar[], extent: Extent = 'basic'): Names {
  const types = new NameScope(BUILT_IN_TYPES);
  // A class is renamed only if a built-in type has its name, other types also if a class has their name.
  const claim = (name: string): string => types.claim(name, `${name}Type`);
  const isBuiltIn = (cls: DomainClass): boolean => BUILT_IN_TYPES.includes(cls.name);

  const typeNames = new Map<DomainClass, string>();
  for (const cls of model.classes.filter((c) => !isBuiltIn(c))) typeNames.set(cls, claim(cls.name));
  for (const cls of model.classes.filter(isBuiltIn)) typeNames.set(cls, claim(cls.name));

  const otherNames = new Map<object, string>();
  for (const type of [...model.enumerations, ...model.unions]) otherNames.set(type, claim(type.name));
  const groups = choiceGroups(model.classes);
  for (const [first] of new Set(groups.values())) otherNames.set(first, claim(first.typeName));

  const query = claim('Query');
  const mutation = claim('Mutation');
  const scalarNames = new Map(scalars.map(({ name }) => [name, claim(name)]));

  const queries = new NameScope();
  const singleQueryNames = new Map(model.classes.map((cls) => [cls, queries.claim(camelCase(cls.slug))]));

  const names = new Map<DomainClass, ClassNames>();
  for (const cls of model.classes) {
    const type = typeNames.get(cls) as string;
    const plural = camelCase(cls.plural);
    names.set(cls, {
      type,
      resultType: cls.children.length > 0 && !cls.abstract ? claim(`${cls.name}Interface`) : type,
      page: claim(`${cls.name}${extent === 'full' ? 'Connection' : 'Page'}`),
      createInput: claim(`Create${cls.name}Input`),
      updateInput: claim(`Update${cls.name}Input`),
      singleQuery: singleQueryNames.get(cls) as string,
      listQuery: queries.claim(plural, `${plural}List`),
      ...(extent === 'full' && {
        full: {
          edge: claim(`${cls.name}Edge`),
          filter: claim(`${cls.name}Filter`),
          order: claim(`${cls.name}Order`),
          createPayload: claim(`Create${cls.name}Payload`),
          updatePayload: claim(`Update${cls.name}Payload`),
          deletePayload: claim(`Delete${cls.name}Payload`),
          payloadField: new NameScope([ERRORS_FIELD]).claim(camelCase(cls.slug), `${camelCase(cls.slug)}Value`),
        },
      }),
    });
  }

  const fullNames = (): FullNames => {
    const node = claim('Node');
    const isFree = node === 'Node' && queries.claim(NODE_QUERY) === NODE_QUERY && model.classes.some(isResource);
    const filters = new Map<string, string>();
    const valueFilter = (type: string): string => {
      const name = filters.get(type) ?? claim(`${type}Filter`);
      filters.set(type, name);
      return name;
    };
    return {
      node: isFree ? node : undefined,
      userError: claim('UserError'),
      pageInfo: claim('PageInfo'),
      valueFilter,
      plainLists: plainListNames(model),
    };
  };

  return {
    iris: model.policies.iris === 'on',
    query,
    mutation,
    ...(extent === 'full' && { full: fullNames() }),
    scalar: (name) => scalarNames.get(name) ?? name,
    of: (cls) => names.get(cls) as ClassNames,
    valueType: (type) => otherNames.get(type) as string,
    choice(choice) {
      const group = groups.get(choice);
      return group && { name: otherNames.get(group[0]) as string, group };
    },
  };
}
