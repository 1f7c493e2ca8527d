/** The names of types and of the fields of the root types. */

import type { Choice, DomainClass, DomainModel, Enumeration, EnumerationValue, Union } from '../../model/index.ts';
import { camelCase, NameScope } from '../text/index.ts';
import { type ChoiceGroup, choiceGroups } from './choices.ts';
import type { CustomScalar } from './kinds.ts';

/** Types that every schema has (October 2021, section 3.5): none of its own can bear these names. */
const BUILT_IN_TYPES: readonly string[] = ['Int', 'Float', 'String', 'Boolean', 'ID'];

/**
 * The name of a type whose own name is taken. A class gives way to a built-in type only; root types,
 * custom scalars, and the types made for a class give way to classes.
 */
const otherName = (name: string): string => `${name}Type`;

export interface ClassNames {
  /** The object type. */
  readonly type: string;
  /** The interface of a class with subclasses, else the object type: what an instance can be asked for. */
  readonly any: string;
  readonly page: string;
  readonly createInput: string;
  readonly updateInput: string;
  /** Query fields. */
  readonly one: string;
  readonly list: string;
}

export interface Names {
  /** Whether types and their members say where they come from. */
  readonly iris: boolean;
  readonly query: string;
  readonly mutation: string;
  readonly scalar: (name: string) => string;
  readonly of: (cls: DomainClass) => ClassNames;
  /** The type of an enumeration, the scalar of a union of scalars. */
  readonly other: (type: Enumeration | Union) => string;
  /** The union of a choice between classes, with all choices that it stands for; other choices have none. */
  readonly choice: (choice: Choice) => { readonly name: string; readonly group: ChoiceGroup } | undefined;
}

/** What stands for the values of an enumeration: themselves where they are names, else a name made of them. */
export function valueNames({ values }: Enumeration): ReadonlyMap<EnumerationValue, string> {
  const scope = new NameScope(['true', 'false', 'null']);
  const names = new Map<EnumerationValue, string>();
  // Introspection keeps names with two underscores in front for itself (section 2.1.9.1).
  const isName = ({ value }: EnumerationValue) =>
    /^(?!__)[_A-Za-z][_0-9A-Za-z]*$/.test(value) && !['true', 'false', 'null'].includes(value);
  for (const each of values) if (isName(each)) names.set(each, scope.claim(each.value));
  for (const each of values) if (!isName(each)) names.set(each, scope.claim(each.name.toUpperCase()));
  return names;
}

/** Settles every name of a schema. Classes come first, so that what else is in the schema never renames one. */
export function namesOf(model: DomainModel, scalars: readonly CustomScalar[]): Names {
  const types = new NameScope(BUILT_IN_TYPES);
  const claim = (name: string): string => types.claim(name, otherName(name));
  const isBuiltIn = (cls: DomainClass): boolean => BUILT_IN_TYPES.includes(cls.name);

  const typeNames = new Map<DomainClass, string>();
  for (const cls of model.classes.filter((c) => !isBuiltIn(c))) typeNames.set(cls, claim(cls.name));
  for (const cls of model.classes.filter(isBuiltIn)) typeNames.set(cls, claim(cls.name));

  const otherNames = new Map<object, string>();
  for (const each of [...model.enumerations, ...model.unions]) otherNames.set(each, claim(each.name));
  const groups = choiceGroups(model.classes);
  for (const [first] of new Set(groups.values())) otherNames.set(first, claim(first.typeName));

  const query = claim('Query');
  const mutation = claim('Mutation');
  const scalarNames = new Map(scalars.map(({ name }) => [name, claim(name)]));

  const queries = new NameScope();
  const oneNames = new Map(model.classes.map((cls) => [cls, queries.claim(camelCase(cls.slug))]));

  const names = new Map<DomainClass, ClassNames>();
  for (const cls of model.classes) {
    const type = typeNames.get(cls) as string;
    const plural = camelCase(cls.plural);
    names.set(cls, {
      type,
      any: cls.children.length > 0 && !cls.abstract ? claim(`${cls.name}Interface`) : type,
      page: claim(`${cls.name}Page`),
      createInput: claim(`Create${cls.name}Input`),
      updateInput: claim(`Update${cls.name}Input`),
      one: oneNames.get(cls) as string,
      list: queries.claim(plural, `${plural}List`),
    });
  }

  return {
    iris: model.policies.iris === 'on',
    query,
    mutation,
    scalar: (name) => scalarNames.get(name) ?? name,
    of: (cls) => names.get(cls) as ClassNames,
    other: (type) => otherNames.get(type) as string,
    choice(choice) {
      const group = groups.get(choice);
      return group && { name: otherNames.get(group[0]) as string, group };
    },
  };
}

/** The name for people, in a sentence: `blog posts`. */
export function words(snake: string): string {
  return snake.replaceAll('_', ' ');
}
