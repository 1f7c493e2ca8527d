/**
 * Prints constants with the IRIs of classes, fields and enumerations, if the policy `iris` is on:
 * `PostIris.fields.title`. Bundlers remove unused constants.
 */

import { type DomainClass, type DomainModel, type Enumeration, typeNames } from '../../model/index.ts';
import { indent, type Lines, NameScope } from '../text/index.ts';
import { jsdocComment } from './jsdoc.ts';
import { stringLiteral } from './literals.ts';

/** Returns the names of the constants by class or enumeration; empty if the policy is off. */
export function iriConstantNames(model: DomainModel): ReadonlyMap<DomainClass | Enumeration, string> {
  if (model.policies.iris === 'off') return new Map();
  // The constants must not have the names of types.
  const { of } = typeNames(model);
  const scope = new NameScope([
    ...model.classes.flatMap((cls) => {
      const { create, update, page, any } = of(cls);
      return [cls.name, cls.relationsName, create, update, page, any].filter((name) => name !== undefined);
    }),
    ...[...model.enumerations, ...model.unions].map(({ name }) => name),
  ]);
  const elements = [...model.classes, ...model.enumerations.filter(hasConstant)];
  return new Map(elements.map((each) => [each, scope.claim(`${each.name}Iris`, `${each.name}IrisOf`)]));
}

/** Returns whether an enumeration or each of its values has an IRI; otherwise there is no constant. */
function hasConstant({ iri, values }: Enumeration): boolean {
  return iri !== undefined || values.every((value) => value.iri !== undefined);
}

/** Returns the constant with the IRIs of a class and its fields. */
export function classIris(cls: DomainClass, name: string): Lines {
  const fields = cls.allFields.flatMap((field) =>
    field.iri === undefined ? [] : [`${field.name}: ${stringLiteral(field.iri)},`],
  );
  return [
    jsdocComment('The IRIs of the class and its fields.', { deprecated: false }),
    `export const ${name} = {`,
    indent([`class: ${stringLiteral(cls.iri)},`, objectMember('fields', fields)]),
    '} as const;',
  ];
}

/** Returns the constant with the IRIs of an enumeration, and of those of its values that have one. */
export function enumerationIris({ iri, values }: Enumeration, name: string): Lines {
  const individuals = values.flatMap((value) =>
    value.iri === undefined ? [] : [`${value.name.toUpperCase()}: ${stringLiteral(value.iri)},`],
  );
  return [
    jsdocComment('The IRIs of the enumeration and its values.', { deprecated: false }),
    `export const ${name} = {`,
    indent([
      iri !== undefined && `enumeration: ${stringLiteral(iri)},`,
      individuals.length > 0 && objectMember('values', individuals),
    ]),
    '} as const;',
  ];
}

function objectMember(name: string, lines: readonly string[]): Lines {
  return lines.length === 0 ? `${name}: {},` : [`${name}: {`, indent(lines), '},'];
}
