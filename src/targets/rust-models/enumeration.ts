import type { Enumeration } from '../../model/index.ts';
import { type Lines, marked, separated } from '../text/index.ts';
import { deprecation, docComment } from './docs.ts';
import { enumerationIris } from './iris.ts';
import { attribute, constArray, fits, skipFormatting } from './layout.ts';
import { typeName, variantNames } from './names.ts';
import { type SqlxCondition, sqlxAttribute } from './rows.ts';
import type { RunContext } from './run-context.ts';
import { Scope } from './scope.ts';
import { stringLiteral } from './tokens.ts';

const derived = ['Debug', 'Clone', 'Copy', 'PartialEq', 'Eq', 'PartialOrd', 'Ord', 'Hash'];

/** The longest value whose attributes rustfmt keeps on one line. */
const longestLiteral = 60;

/** Returns the attributes of a variant whose name differs from its value: `#[serde(rename = "to-do")]`, and the one of sqlx. */
function renameAttributes(literal: string, sqlx: SqlxCondition): Lines {
  const rename = `rename = ${literal}`;
  return [attribute('serde', [rename]), sqlxAttribute(sqlx, [rename])];
}

/** Returns the file of an enumeration: an enum with one variant a value, which serde and sqlx read and write as the value. */
export function enumerationFile(
  enumeration: Enumeration,
  { iris, derives, sqlx }: Pick<RunContext, 'iris' | 'derives' | 'sqlx'>,
): Lines {
  const name = typeName(enumeration);
  const scope = new Scope([name]);
  const variants = variantNames(enumeration);
  const values = enumeration.values.map((value) => ({
    ...value,
    variant: variants.get(value.name) as string,
    literal: stringLiteral(value.value),
  }));

  const all = values.map(({ variant }) => `Self::${variant}`);
  const head = `pub const ALL: [Self; ${all.length}]`;
  const list = constArray(head, all);
  const arms = values.map(({ variant, literal }) => `            Self::${variant} => ${literal},`);
  const element = { kind: 'enumeration', enumeration } as const;
  const areShort = values.every(({ literal }) => literal.length <= longestLiteral);
  const isRegular = areShort && fits(values.flatMap(({ variant, literal }) => [`    ${variant},`, literal]));
  const traits = [...derived, scope.use('serde', 'Serialize'), scope.use('serde', 'Deserialize')];
  const above = [
    docComment([enumeration.doc ?? enumeration.label, deprecation(enumeration)], '///'),
    !isRegular && skipFormatting,
    sqlx === 'always'
      ? [derives.attributeLines([...traits, 'sqlx::Type']), '#[sqlx(type_name = "text")]']
      : [derives.attributeLines(traits), '#[cfg_attr(feature = "sqlx", derive(sqlx::Type), sqlx(type_name = "text"))]'],
  ];
  const declaration = [
    `pub enum ${name} {`,
    values.map((value) => [
      docComment([value.doc ?? value.label, deprecation(value)], '    ///'),
      value.variant !== value.value && renameAttributes(value.literal, sqlx),
      `    ${value.variant},`,
    ]),
    '}',
  ];
  const implementations: Lines[] = [
    [
      !(list && fits([...arms, ...list])) && skipFormatting,
      `impl ${name} {`,
      '    /// All values, in order.',
      list ?? [`    ${head} = [`, all.map((one) => `        ${one},`), '    ];'],
      '',
      '    /// Returns the string that represents the value in JSON.',
      '    #[must_use]',
      `    pub const fn as_str(self) -> &'static str {`,
      '        match self {',
      arms,
      '        }',
      '    }',
      '}',
    ],
    [
      !fits([`impl std::fmt::Display for ${name} {`]) && skipFormatting,
      `impl std::fmt::Display for ${name} {`,
      `    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {`,
      '        f.write_str(self.as_str())',
      '    }',
      '}',
    ],
    iris && enumerationIris(enumeration),
  ];
  return separated([
    ...scope.declarations(),
    marked({ element, name }, declaration, above),
    ...implementations.map((lines) => marked({ element }, lines)),
  ]);
}
