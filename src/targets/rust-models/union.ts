/** Prints the file of a union of datatypes: an enum such as `enum DateOrYear { Date(NaiveDate), Text(String) }`. */

import { kindOf, type ScalarKind, type Union } from '../../model/index.ts';
import { type Lines, separated } from '../text/index.ts';
import { Patterns, validateUnion } from './checks.ts';
import { rustKind } from './kinds.ts';
import { skipFormatting, skipLongNames } from './layout.ts';
import { typeName } from './names.ts';
import type { RunContext } from './run-context.ts';
import { Scope } from './scope.ts';
import { isEq, scalarConversion } from './serde.ts';
import { scalarType, type UnionVariant, unionVariants } from './types.ts';
import { acceptsInvalidValues } from './values.ts';

/** Returns the file of a union: an enum that serde reads and writes as one of its members. */
export function unionFile(union: Union, { helpers, derives }: Pick<RunContext, 'helpers' | 'derives'>): Lines {
  const name = typeName(union);
  const scope = new Scope([name]);
  const context = { scope, helpers, patterns: new Patterns(scope, helpers) };
  const variants = unionVariants(union);
  const hasOwnDeserializer = needsOwnDeserializer(union);
  const hasConversion = variants.some((variant) => rustKind(scalarOf(variant)).conversion);
  const hasEq = isEq({ kind: 'union', union });
  const serialize = scope.use('serde', 'Serialize');
  const deserialize = scope.use('serde', 'Deserialize');
  const traits = ['Debug', 'Clone', 'PartialEq', ...(hasEq ? ['Eq'] : []), serialize];
  const items = [
    [
      '/// One of several types. Deserialization tries them in this order.',
      skipLongNames([name]),
      // Above `derive`, which sees the attributes that this one adds to the variants.
      hasConversion && '#[serde_with::serde_as]',
      derives.attributeLines(hasOwnDeserializer ? traits : [...traits, deserialize]),
      '#[serde(untagged)]',
      `pub enum ${name} {`,
      variants.map((variant) => {
        const scalar = scalarOf(variant);
        return [
          derives.jsonStringAttributes(scalar, () => scope.std('String')),
          `    ${variant.name}(${conversionAttribute(scalarConversion(scalar, scope, helpers))}${scalarType(scalar, scope)}),`,
        ];
      }),
      '}',
    ],
    hasOwnDeserializer && deserializer(name, variants, deserialize, scope),
    validateUnion(name, union, context),
  ];
  const statics = context.patterns.declarations();
  // The items above add to the declarations of the scope, so that these are read last.
  return separated([...scope.declarations(), statics, ...items]);
}

/** Returns the kind of a variant's values. All members of a variant have the same Rust type, so the first stands for all. */
function scalarOf({ members: [{ scalar }] }: UnionVariant): ScalarKind {
  return scalar;
}

const conversionAttribute = (conversion: string | undefined): string =>
  conversion === undefined ? '' : `#[serde_as(as = "${conversion}")] `;

/**
 * Returns whether the derived deserializer would choose a wrong variant. It takes the first variant whose Rust type accepts the
 * value, even if the value violates the constraints of the member. A later variant may be the right one.
 */
export function needsOwnDeserializer(union: Union): boolean {
  return unionVariants(union).some(shadowsLaterVariant);
}

/**
 * Returns whether the Rust type of a variant accepts values that are outside its member, and that a later variant may accept. The
 * deserializer then takes the variant only if the value is valid.
 */
function shadowsLaterVariant(variant: UnionVariant, i: number, variants: readonly UnionVariant[]): boolean {
  if (!acceptsInvalidValues(variant.members[0])) return false;
  return variants.slice(i + 1).some((later) => jsonType(later) === jsonType(variant));
}

/** Returns the type of a variant's values in JSON, where integers are numbers: a later number may accept what an integer rejects. */
function jsonType(variant: UnionVariant): 'string' | 'number' | 'boolean' {
  const { json } = kindOf(scalarOf(variant));
  return json === 'integer' ? 'number' : json;
}

/** Returns the deserializer that tries each variant in order. */
function deserializer(name: string, variants: readonly UnionVariant[], deserialize: string, scope: Scope): Lines {
  const result = scope.std('Result');
  const error = `serde::de::Error::custom("the value fits no variant of ${name}")`;
  return [
    skipFormatting,
    `impl<'de> ${deserialize}<'de> for ${name} {`,
    `    fn deserialize<D: ${scope.use('serde', 'Deserializer')}<'de>>(deserializer: D) -> ${result}<Self, D::Error> {`,
    '        let json = serde_json::Value::deserialize(deserializer)?;',
    variants.map((variant, i) => {
      const isLast = i === variants.length - 1;
      const scalar = scalarOf(variant);
      // In an expression, Rust writes the arguments of a type after `::`.
      const typePath = scalarType(scalar, scope).replace('<', '::<');
      const { conversion } = rustKind(scalar);
      const isParsed = conversion !== undefined;
      const parse = conversion === 'ExactDecimal' ? `${typePath}::from_str_exact(text)` : 'text.parse()';
      const read = isParsed
        ? `json.as_str().and_then(|text| ${parse}.ok()).map(Self::${variant.name})`
        : `${typePath}::deserialize(&json).map(Self::${variant.name})`;
      // The last variant shadows no other one, so that its result is that of the function.
      if (isLast && !isParsed) return `        ${read}.map_err(|_| ${error})`;
      return [
        `        if let ${isParsed ? 'Some' : 'Ok'}(value) = ${read} {`,
        shadowsLaterVariant(variant, i, variants)
          ? ['            if value.validate().is_ok() {', '                return Ok(value);', '            }']
          : '            return Ok(value);',
        '        }',
        isLast && `        Err(${error})`,
      ];
    }),
    '    }',
    '}',
  ];
}
