import { kindOf, type Union } from '../../model/index.ts';
import { type Lines, separated } from '../text/index.ts';
import { Patterns, validateUnion } from './checks.ts';
import { rustKind } from './kinds.ts';
import { skipFormatting, skipLongNames } from './layout.ts';
import { typeName } from './names.ts';
import type { RunContext } from './run-context.ts';
import { Scope } from './scope.ts';
import { isEq } from './serde.ts';
import { scalarType, type UnionVariant, unionVariants } from './types.ts';
import { acceptsInvalidValues } from './values.ts';

/** Returns the file of a union: an enum that serde reads and writes as one of its members. */
export function unionFile(union: Union, { validation, derives }: Pick<RunContext, 'validation' | 'derives'>): Lines {
  const name = typeName(union);
  const scope = new Scope([name]);
  const place = { scope, validation, patterns: new Patterns(scope, validation) };
  const variants = unionVariants(union);
  const areNarrow = isNarrowerThanType(union);
  const hasConversion = variants.some(({ members: [{ scalar }] }) => rustKind(scalar).writesText);
  const hasEq = isEq({ kind: 'union', union });
  const serde = scope.use('serde', 'Serialize');
  const read = scope.use('serde', 'Deserialize');
  const items = [
    [
      '/// One of several types. Deserialization tries them in this order.',
      skipLongNames([name]),
      hasConversion && '#[serde_with::serde_as]',
      derives.attributeLines(['Debug', 'Clone', 'PartialEq', ...(hasEq ? ['Eq'] : []), serde, ...(areNarrow ? [] : [read])]),
      '#[serde(untagged)]',
      `pub enum ${name} {`,
      variants.map(({ name: variant, members: [{ scalar }] }) => [
        derives.jsonStringAttributes(scalar, () => scope.std('String')),
        `    ${variant}(${conversion(scalar)}${scalarType(scalar, scope)}),`,
      ]),
      '}',
    ],
    areNarrow && deserialization(name, variants, scope),
    validateUnion(name, union, place),
  ];
  const statics = place.patterns.declarations();
  // Last, because printing the items gathers them.
  return separated([...scope.declarations(), statics, ...items]);
}

function conversion(scalar: UnionVariant['members'][0]['scalar']): string {
  return rustKind(scalar).writesText ? '#[serde_as(as = "serde_with::DisplayFromStr")] ' : '';
}

/** Returns whether a member is narrower than its Rust type, so that later members may accept the other values. */
export function isNarrowerThanType(union: Union): boolean {
  return unionVariants(union).some(isPartlyAccepted);
}

function isPartlyAccepted(variant: UnionVariant, i: number, variants: readonly UnionVariant[]): boolean {
  return acceptsInvalidValues(variant.members[0]) && variants.slice(i + 1).some((later) => haveSameJsonType(variant, later));
}

/** Returns the deserializer that tries each member in order. */
function deserialization(name: string, variants: readonly UnionVariant[], scope: Scope): Lines {
  const last = variants.length - 1;
  const result = scope.std('Result');
  const error = `serde::de::Error::custom("the value fits no variant of ${name}")`;
  return [
    skipFormatting,
    `impl<'de> Deserialize<'de> for ${name} {`,
    `    fn deserialize<D: ${scope.use('serde', 'Deserializer')}<'de>>(deserializer: D) -> ${result}<Self, D::Error> {`,
    '        let json = serde_json::Value::deserialize(deserializer)?;',
    variants.map((variant, i) => {
      const [{ scalar }] = variant.members;
      const type = scalarType(scalar, scope).replace(/</, '::<');
      const read = rustKind(scalar).writesText
        ? `json.as_str().and_then(|text| text.parse().ok()).map(Self::${variant.name})`
        : `${type}::deserialize(&json).map(Self::${variant.name})`;
      const pattern = rustKind(scalar).writesText ? 'Some' : 'Ok';
      if (i === last && pattern === 'Ok') return `        ${read}.map_err(|_| ${error})`;
      return [
        `        if let ${pattern}(value) = ${read} {`,
        isPartlyAccepted(variant, i, variants)
          ? ['            if value.validate().is_ok() {', '                return Ok(value);', '            }']
          : '            return Ok(value);',
        '        }',
        i === last && `        Err(${error})`,
      ];
    }),
    '    }',
    '}',
  ];
}

/** Returns whether values of one variant may be JSON that the other one accepts too. */
function haveSameJsonType(a: UnionVariant, b: UnionVariant): boolean {
  const [one, other] = [a, b].map(({ members: [{ scalar }] }) => kindOf(scalar).json.replace('integer', 'number'));
  return one === other;
}
