import { kindOf, type Union } from '../../model/index.ts';
import { type Lines, separated } from '../text/index.ts';
import { validateUnion } from './checks.ts';
import { rustKind } from './kinds.ts';
import { fits, skipFormatting, skipLongNames } from './layout.ts';
import { typeName } from './names.ts';
import { Scope } from './scope.ts';
import { scalarType, type UnionVariant, unionVariants } from './types.ts';
import type { Validation } from './validation.ts';
import { isReadTooWide } from './values.ts';

/** A union's file: an enum that is read and written as one of its members. */
export function unionFile(union: Union, validation: Validation): Lines {
  const name = typeName(union);
  const scope = new Scope([name]);
  const derives = ['Debug', 'Clone', 'PartialEq', scope.use('serde', 'Serialize'), scope.use('serde', 'Deserialize')];
  const variants = unionVariants(union);
  const readers: Lines[] = [];
  const attributes = variants.map((variant, i): string[] => {
    const { scalar } = variant.members[0];
    const { reads, writesText } = rustKind(scalar);
    if (reads !== undefined) validation.needs(reads);
    const own = reads === undefined ? undefined : `${validation.use('FromJson', scope)}::from_json`;
    const isNarrow = variants.slice(i + 1).some((later) => isAlike(variant, later)) && isReadTooWide(variant.members[0]);
    const path = isNarrow ? `read_${variant.name.toLowerCase()}` : own;
    if (isNarrow) readers.push(reader(name, variant, path as string, own, scope));
    return [
      ...(path === undefined ? [] : [`    #[serde(deserialize_with = "${path}")]`]),
      ...(writesText ? [`    #[serde(serialize_with = "${validation.use('ToText', scope)}::to_text")]`] : []),
    ];
  });
  const items = [
    [
      '/// One of several types. A reader takes the first that fits.',
      skipLongNames([name]),
      `#[derive(${derives.join(', ')})]`,
      '#[serde(untagged)]',
      `pub enum ${name} {`,
      variants.map(({ name: variant, members: [{ scalar }] }, i) => [
        attributes[i],
        `    ${variant}(${scalarType(scalar, scope)}),`,
      ]),
      '}',
    ],
    implementation(name, validateUnion(union, scope, validation)),
    ...readers,
  ];
  // Last, because printing the items gathers them.
  return separated([...scope.declarations(), ...items]);
}

/** `chain_width` of rustfmt. */
const longestChain = 60;

/** Whether values of one variant may be JSON that another one takes, too. */
function isAlike(a: UnionVariant, b: UnionVariant): boolean {
  const [one, other] = [a, b].map(({ members: [{ scalar }] }) => kindOf(scalar).json.replace('integer', 'number'));
  return one === other;
}

/** The function that reads a variant, so that what its member does not allow is left to those after it. */
function reader(
  union: string,
  { name, members: [{ scalar }] }: UnionVariant,
  path: string,
  own: string | undefined,
  scope: Scope,
): Lines {
  const [result, type] = [scope.std('Result'), scalarType(scalar, scope)];
  const head = `fn ${path}<'de, D: ${scope.use('serde', 'Deserializer')}<'de>>(json: D) -> ${result}<${type}, D::Error> {`;
  const check = `${union}::${name}(value).validate()`;
  return [
    !(fits([head]) && fits([check], longestChain)) && skipFormatting,
    head,
    `    let value = ${own ?? `${scope.use('serde', 'Deserialize')}::deserialize`}(json)?;`,
    `    match ${check} {`,
    '        Ok(()) => Ok(value),',
    '        Err(_) => Err(serde::de::Error::custom("is not allowed")),',
    '    }',
    '}',
  ];
}

function implementation(name: string, validate: Lines) {
  return validate !== undefined && [skipLongNames([name]), `impl ${name} {`, validate, '}'];
}
