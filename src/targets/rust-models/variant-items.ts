/**
 * Prints the variants of a class other than its record: `PostCreate`, `PostUpdate`, `PostPage`, and `AnyPost`, the enum of a
 * class with subclasses.
 */

import { concreteClasses, type DomainClass, discriminatorOf, type Field, type Member } from '../../model/index.ts';
import { articleOf, capitalized, enumerate, type Lines, marked } from '../text/index.ts';
import { type CheckContext, validateMembers, validateVariants } from './checks.ts';
import { createConversion } from './constructor.ts';
import { deprecation, docComment } from './docs.ts';
import { isLong, skipFormatting, skipLongNames, structField, tupleVariant } from './layout.ts';
import { typeName } from './names.ts';
import { code } from './prose.ts';
import type { RunContext } from './run-context.ts';
import type { RustMember } from './rust-member.ts';
import type { Scope } from './scope.ts';
import { deriveList, hasEqFields, isEq, memberAttributes, structConversion } from './serde.ts';
import { stringLiteral } from './tokens.ts';
import { implementsCopy } from './types.ts';
import { memberType, type VariantMembers } from './variant-members.ts';

/** Returns the create and update variants of a class, and the enum of the class and its subclasses. */
export function variantItems(
  cls: DomainClass,
  variantMembers: VariantMembers,
  context: CheckContext,
  run: RunContext,
): readonly Lines[] {
  const { create, update } = run.names.of(cls);
  const isPrinted = (role: 'create' | 'update') => run.variants.has(role) && !cls.abstract;
  return [
    ...(isPrinted('create') ? inputItems(cls, 'create', create, variantMembers, context, run) : []),
    isPrinted('create') && createConversion(cls, variantMembers, context.scope, run),
    ...(isPrinted('update') ? inputItems(cls, 'update', update, variantMembers, context, run) : []),
    ...classUnionItems(cls, context, run),
  ];
}

/** Returns the struct of a create or update variant, and its checks. */
function inputItems(
  cls: DomainClass,
  role: 'create' | 'update',
  name: string,
  variantMembers: VariantMembers,
  context: CheckContext,
  run: RunContext,
): readonly Lines[] {
  const { scope } = context;
  const members = variantMembers[role];
  const modelMembers = variantMembers.modelMembers[role];
  const isUpdate = role === 'update';
  const hasLong = isLong(name) || (variantMembers.isLong && members.some(({ identifier }) => isLong(identifier)));
  // An unknown member of an update is always an error.
  const serdeArguments = [isUpdate && members.length > 0 && 'default', (cls.closed || isUpdate) && 'deny_unknown_fields'].filter(
    Boolean,
  );
  return [
    [
      docComment([inputDoc(cls, role, members), deprecation(cls)], '///'),
      hasLong && skipFormatting,
      structConversion(members),
      deriveList(optionalDerives(role, members, modelMembers), scope, run),
      serdeArguments.length > 0 && `#[serde(${serdeArguments.join(', ')})]`,
      members.length === 0
        ? `pub struct ${name} {}`
        : [
            `pub struct ${name} {`,
            members.map((one, i) => memberLines(one, modelMembers[i] as Member, isUpdate, scope, run)),
            '}',
          ],
    ],
    validateMembers(name, cls, role, variantMembers, context, run),
  ];
}

function inputDoc(cls: DomainClass, role: 'create' | 'update', members: readonly RustMember[]): string {
  const name = typeName(cls);
  const type = `${articleOf(name)} ${code(name)}`;
  if (role === 'create') return `Input for creating ${type}.`;
  const isClearable = members.some(({ field }) => field.cardinality === 'optional');
  return `Changes to ${type}: ${code('None')} keeps a value${isClearable ? `, and ${code('Some(None)')} clears it` : ''}.`;
}

/** Returns the traits that a create or update variant derives in addition to those of all structs. */
function optionalDerives(role: 'create' | 'update', members: readonly RustMember[], modelMembers: readonly Member[]): string[] {
  const mayBeBlank = modelMembers.every(({ absent }) => absent !== 'refused');
  const derives = mayBeBlank ? ['Default'] : [];
  if (members.every(({ field }) => isEq(field.type))) derives.push('Eq');
  // `apply` takes the update by value; clippy rejects that for structs that could be `Copy` but are not.
  const mayCopy = members.every(({ field }) => field.cardinality !== 'many' && implementsCopy(field.type));
  if (role === 'update' && members.length > 0 && mayCopy) derives.push('Copy');
  return derives;
}

function memberLines(member: RustMember, { absent }: Member, isUpdate: boolean, scope: Scope, run: RunContext): Lines {
  const lines = [
    memberAttributes(member, absent, isUpdate, scope, run),
    structField(member.identifier, memberType(member, scope)),
  ];
  return marked(member.mark, absent === 'supplied' ? [docComment([suppliedDoc(member.field)], '    ///'), lines] : lines);
}

/** Returns a sentence on the default of a member of the create variant. */
function suppliedDoc({ generated, constant, default: initial }: Field): string {
  if (generated === 'now') return 'Defaults to the current time.';
  if (generated === 'zero') return 'Defaults to 0.';
  const value = constant ?? initial ?? '';
  return /^[\w .:+-]{1,40}$/.test(value) ? `Defaults to ${code(value)}.` : 'Has a default.';
}

export function pageAlias(cls: DomainClass, scope: Scope, { names, helpers }: RunContext): Lines {
  const { page, any } = names.of(cls);
  const item = any ?? typeName(cls);
  const type = `${helpers.use('Page', scope)}<${item}>`;
  const line = `pub type ${page} = ${type};`;
  const lines = line.length <= 100 ? [line] : [`pub type ${page} =`, `    ${type};`];
  return [docComment([`A page of ${code(item)}.`], '///'), skipLongNames([page, item]), lines];
}

/** Returns the enum of a class and its subclasses, which serde reads by the discriminator, with its conversions and checks. */
function classUnionItems(cls: DomainClass, context: CheckContext, run: RunContext): readonly Lines[] {
  const { scope } = context;
  const { any } = run.names.of(cls);
  const discriminator = discriminatorOf(cls);
  if (any === undefined || discriminator === undefined) return [];
  const classes = concreteClasses(cls);
  const variants = classes.map((one) => ({
    class: one,
    name: typeName(one),
    type: one === cls ? typeName(one) : scope.model(typeName(one)),
    kind: stringLiteral(one.name),
  }));
  const box = scope.std('Box');
  const skip = skipLongNames([any, ...classes.map(typeName)]);
  const hasEq = classes.every(hasEqFields);
  const checked = variants.filter((one) => run.isChecked(one.class)).map(({ name }) => name);
  const unchecked = variants.filter((one) => !run.isChecked(one.class)).map(({ name }) => name);
  const message = `\`${discriminator.name}\` must be one of ${enumerate(classes.map(({ name }) => name))}`;
  return [
    [
      docComment(
        [
          cls.abstract
            ? `An instance of a subclass of ${code(typeName(cls))}; ${code(discriminator.name)} names its class.`
            : `${capitalized(articleOf(cls.name))} ${code(typeName(cls))} or an instance of a subclass; ${code(discriminator.name)} names its class.`,
          deprecation(cls),
        ],
        '///',
      ),
      skip,
      run.derives.attributeLines(['Debug', 'Clone', 'PartialEq', ...(hasEq ? ['Eq'] : []), scope.use('serde', 'Serialize')]),
      '#[serde(untagged)]',
      `pub enum ${any} {`,
      variants.map(({ name, type }) => tupleVariant(name, `${box}<${type}>`)),
      '}',
    ],
    [
      skipFormatting,
      `impl<'de> ${scope.use('serde', 'Deserialize')}<'de> for ${any} {`,
      `    fn deserialize<D: ${scope.use('serde', 'Deserializer')}<'de>>(deserializer: D) -> ${scope.std('Result')}<Self, D::Error> {`,
      '        let value = serde_json::Value::deserialize(deserializer)?;',
      `        let found = match value[${stringLiteral(discriminator.name)}].as_str() {`,
      variants.map(({ name, kind }) => `            Some(${kind}) => serde_json::from_value(value).map(Self::${name}),`),
      `            _ => return Err(serde::de::Error::custom(${stringLiteral(message)})),`,
      '        };',
      '        found.map_err(serde::de::Error::custom)',
      '    }',
      '}',
    ],
    ...variants.map(({ name, type }) => [
      skip,
      `impl ${scope.std('From')}<${type}> for ${any} {`,
      `    fn from(value: ${type}) -> Self {`,
      `        Self::${name}(${box}::new(value))`,
      '    }',
      '}',
    ]),
    validateVariants(any, checked, unchecked, context),
  ];
}
