import type { Enumeration } from '../../model/index.ts';
import { type Lines, marked, separated } from '../text/index.ts';
import { deprecation, docComment } from './docs.ts';
import { attributeWidth, fits, skipFormatting } from './layout.ts';
import { declaring } from './marks.ts';
import { typeName, variantNames } from './names.ts';
import { Scope } from './scope.ts';
import { stringLiteral } from './tokens.ts';
import type { Validation } from './validation.ts';

/** An enumeration's file: the enum, and its ways to text and from it. */
export function enumerationFile(enumeration: Enumeration, validation: Validation): Lines {
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
  const derives = [...traits, scope.use('serde', 'Serialize')].join(', ');
  const [deserialize, deserializer] = [scope.use('serde', 'Deserialize'), scope.use('serde', 'Deserializer')];
  const [fromText, fromJson] = [validation.use('FromText', scope), validation.use('FromJson', scope)];
  const form = `    const FORM: &'static str = ${stringLiteral(`one of ${values.map(({ value }) => value).join(', ')}`)};`;
  const readArms = values.map(({ variant, literal }) => `            ${literal} => Some(Self::${variant}),`);

  const renames = values.map(({ literal }) => `    #[serde(rename = ${literal})]`);
  const arms = values.map(({ variant, literal }) => `            Self::${variant} => ${literal},`);
  const element = { kind: 'enumeration', enumeration } as const;
  const isRegular = fits([derives], 80) && fits(renames, attributeWidth) && fits(values.map(({ variant }) => `    ${variant},`));
  const before = [
    docComment([enumeration.doc ?? enumeration.label, deprecation(enumeration)], '///'),
    !isRegular && skipFormatting,
    `#[derive(${derives})]`,
  ];
  const declaration = [
    `pub enum ${name} {`,
    values.map((value, i) => [
      docComment([value.doc ?? value.label, deprecation(value)], '///', 4),
      value.value !== value.variant && renames[i],
      `    ${value.variant},`,
    ]),
    '}',
  ];
  const implementations: Lines[] = [
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
      `        ${deserialize}::deserialize(text.into_deserializer())`,
      '    }',
      '}',
    ],
    [
      !fits([form, ...readArms]) && skipFormatting,
      `impl ${fromText} for ${name} {`,
      form,
      '',
      `    fn from_text(text: &str) -> ${scope.std('Option')}<Self> {`,
      '        match text {',
      readArms,
      '            _ => None,',
      '        }',
      '    }',
      '}',
    ],
    [
      `impl<'de> ${deserialize}<'de> for ${name} {`,
      `    fn deserialize<D: ${deserializer}<'de>>(json: D) -> ${scope.std('Result')}<Self, D::Error> {`,
      `        ${fromJson}::from_json(json)`,
      '    }',
      '}',
    ],
  ];
  return separated([
    ...scope.declarations(),
    declaring(element, name, undefined, before, declaration),
    ...implementations.map((lines) => marked({ element }, lines)),
  ]);
}
