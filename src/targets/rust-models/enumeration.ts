import type { Enumeration } from '../../model/index.ts';
import { type Lines, separated, text } from '../text/index.ts';
import { deprecation, docComment } from './docs.ts';
import { attributeWidth, fits, skipFormatting } from './layout.ts';
import { stringLiteral } from './literals.ts';
import { typeName, variantNames } from './names.ts';
import { Scope } from './scope.ts';

/** The text of an enumeration's file: the enum, and its ways to text and from it. */
export function enumerationFile(enumeration: Enumeration): string {
  const name = typeName(enumeration);
  const scope = new Scope([name]);
  const variants = variantNames(enumeration);
  const values = enumeration.values.map((value) => ({
    ...value,
    variant: variants.get(value.name) as string,
    literal: stringLiteral(value.value),
  }));

  scope.useModule('std::fmt');
  scope.useModule('serde::de::value');
  const fromStr = scope.use('std::str', 'FromStr');
  scope.useTrait('serde::de', 'IntoDeserializer');
  const traits = ['Debug', 'Clone', 'Copy', 'PartialEq', 'Eq', 'PartialOrd', 'Ord', 'Hash'];
  const derives = [...traits, scope.use('serde', 'Serialize'), scope.use('serde', 'Deserialize')].join(', ');

  const renames = values.map(({ literal }) => `    #[serde(rename = ${literal})]`);
  const arms = values.map(({ variant, literal }) => `            Self::${variant} => ${literal},`);
  const items: Lines[] = [
    [
      docComment([enumeration.doc ?? enumeration.label, deprecation(enumeration)], '///'),
      !(fits([derives], 80) && fits(renames, attributeWidth) && fits(values.map(({ variant }) => `    ${variant},`))) &&
        skipFormatting,
      `#[derive(${derives})]`,
      `pub enum ${name} {`,
      values.map((value, i) => [
        docComment([value.doc ?? value.label, deprecation(value)], '///', 4),
        value.value !== value.variant && renames[i],
        `    ${value.variant},`,
      ]),
      '}',
    ],
    [
      !fits(arms) && skipFormatting,
      `impl ${name} {`,
      '    /// The text that stands for the value in JSON.',
      `    pub const fn as_str(self) -> &'static str {`,
      '        match self {',
      arms,
      '        }',
      '    }',
      '}',
    ],
    [
      `impl fmt::Display for ${name} {`,
      "    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {",
      '        f.write_str(self.as_str())',
      '    }',
      '}',
    ],
    [
      `impl ${fromStr} for ${name} {`,
      '    type Err = value::Error;',
      '',
      `    fn from_str(text: &str) -> ${scope.std('Result')}<Self, value::Error> {`,
      `        ${scope.use('serde', 'Deserialize')}::deserialize(text.into_deserializer())`,
      '    }',
      '}',
    ],
  ];
  return text(separated([...scope.declarations(), ...items]));
}
