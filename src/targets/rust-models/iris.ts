/** Constants with the IRIs of types, for programs at run time: the policy `iris`. */

import type { DomainClass, Enumeration } from '../../model/index.ts';
import type { Lines } from '../text/index.ts';
import { fits, skipFormatting, skipLongNames } from './layout.ts';
import { typeName, variantNames } from './names.ts';
import { stringLiteral } from './tokens.ts';

/** Returns an associated constant, broken after `=` if the line is too long. */
function constant(name: string, iri: string): string[] {
  const head = `    pub const ${name}: &'static str =`;
  const line = `${head} ${stringLiteral(iri)};`;
  return fits([line]) ? [line] : [head, `        ${stringLiteral(iri)};`];
}

/** Returns the constants for the IRIs of a class and of the fields of its struct. */
export function classIris(cls: DomainClass): Lines {
  const name = typeName(cls);
  const fields = cls.allFields.flatMap(({ name, iri }) => (iri === undefined ? [] : [{ name, iri }]));
  const constants = [
    ['    /// The IRI of the class.', ...constant('IRI', cls.iri)],
    ...fields.map(({ name, iri }) => [`    /// The IRI of \`${name}\`.`, ...constant(`${name.toUpperCase()}_IRI`, iri)]),
  ];
  const lines = constants.flat();
  const skip = skipLongNames([name, ...fields.map((field) => field.name)]);
  return [!fits(lines) ? skipFormatting : skip, `impl ${name} {`, lines, '}'];
}

/** Returns the IRI of an enumeration, if any, and those of its values, if they are individuals; undefined if none exist. */
export function enumerationIris(enumeration: Enumeration): Lines | undefined {
  const name = typeName(enumeration);
  const { iri, values } = enumeration;
  const variants = variantNames(enumeration);
  const known = values.flatMap((value) => (value.iri === undefined ? [] : [{ ...value, iri: value.iri }]));
  const areIndividuals = known.length === values.length;
  if (iri === undefined && !areIndividuals) return undefined;
  const constants = iri === undefined ? [] : ['    /// The IRI of the enumeration.', ...constant('IRI', iri)];
  const arms = known.map(({ name: value, iri }) => `            Self::${variants.get(value)} => ${stringLiteral(iri)},`);
  const method = [
    '    /// Returns the IRI of the individual.',
    '    #[must_use]',
    "    pub const fn iri(self) -> &'static str {",
    '        match self {',
    ...arms,
    '        }',
    '    }',
  ];
  const lines = [...constants, ...(areIndividuals ? [...(constants.length > 0 ? [''] : []), ...method] : [])];
  return [!fits(lines) && skipFormatting, `impl ${name} {`, lines, '}'];
}
