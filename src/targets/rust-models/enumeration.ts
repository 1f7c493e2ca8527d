import type { Enumeration } from '../../model/index.ts';
import { type Lines, marked, separated } from '../text/index.ts';
import { deprecation, docComment } from './docs.ts';
import { enumerationIris } from './iris.ts';
import { constArray, fits, skipFormatting } from './layout.ts';
import { declaring } from './marks.ts';
import { typeName, variantNames } from './names.ts';
import type { Run } from './run.ts';
import { Scope } from './scope.ts';
import { stringLiteral } from './tokens.ts';

/** An enumeration's file: the enum, and its ways to text and from it. */
export function enumerationFile(
  enumeration: Enumeration,
  { validation, iris, derives }: Pick<Run, 'validation' | 'iris' | 'derives'>,
): Lines {
  const name = typeName(enumeration);
  const scope = new Scope([name]);
  const variants = variantNames(enumeration);
  const values = enumeration.values.map((value) => ({
    ...value,
    variant: variants.get(value.name) as string,
    literal: stringLiteral(value.value),
  }));

  // The macro names it by its path.
  validation.needs('stored_name');
  const all = values.map(({ variant }) => `Self::${variant}`);
  const head = `pub const ALL: [Self; ${all.length}]`;
  const list = constArray(head, all, '    ');
  const arms = values.map(({ variant, literal }) => `            Self::${variant} => ${literal},`);
  const expected = stringLiteral(`one of ${values.map(({ value }) => value).join(', ')}`);
  const element = { kind: 'enumeration', enumeration } as const;
  const isRegular = fits(values.map(({ variant }) => `    ${variant},`));
  const before = [
    docComment([enumeration.doc ?? enumeration.label, deprecation(enumeration)], '///'),
    !isRegular && skipFormatting,
    derives.attribute(['Debug', 'Clone', 'Copy', 'PartialEq', 'Eq', 'PartialOrd', 'Ord', 'Hash']),
  ];
  const declaration = [
    `pub enum ${name} {`,
    values.map((value) => [
      docComment([value.doc ?? value.label, deprecation(value)], '    ///'),
      derives.renamed(value.variant !== value.value, value.value),
      `    ${value.variant},`,
    ]),
    '}',
  ];
  const implementations: Lines[] = [
    [
      !(list && fits([...arms, ...list])) && skipFormatting,
      `impl ${name} {`,
      '    /// All of them, in their order.',
      list ?? [`    ${head} = [`, all.map((one) => `        ${one},`), '    ];'],
      '',
      '    /// The text that stands for the value in JSON.',
      `    pub const fn as_str(self) -> &'static str {`,
      '        match self {',
      arms,
      '        }',
      '    }',
      '}',
    ],
    `${validation.call('enumeration', scope)}! { ${name}, ${expected} }`,
    ...(iris ? [enumerationIris(enumeration)] : []).filter((lines) => lines !== undefined),
  ];
  return separated([
    ...scope.declarations(),
    declaring(element, name, undefined, before, declaration),
    ...implementations.map((lines) => marked({ element }, lines)),
  ]);
}
