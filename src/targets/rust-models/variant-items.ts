import { concreteClasses, type DomainClass, discriminatorOf, type Field, type Member } from '../../model/index.ts';
import { articleOf, enumerate, type Lines } from '../text/index.ts';
import { type CheckContext, validateMembers, validateVariants } from './checks.ts';
import { createConversion } from './constructor.ts';
import { deprecation, docComment } from './docs.ts';
import { isLong, skipFormatting, skipLongNames, structField, tupleVariant } from './layout.ts';
import { typeName } from './names.ts';
import { code } from './prose.ts';
import type { RunContext } from './run-context.ts';
import type { RustMember } from './rust-member.ts';
import type { Scope } from './scope.ts';
import { deriveList, isEq, memberAttributes, structConversion } from './serde.ts';
import { stringLiteral } from './tokens.ts';
import { implementsCopy } from './types.ts';
import { markMember, memberType, type VariantMembers } from './variant-members.ts';

/** Returns the create and update variants of a class, and the enum of the class and its subclasses. */
export function variantItems(
  cls: DomainClass,
  variantMembers: VariantMembers,
  place: CheckContext,
  run: RunContext,
): readonly Lines[] {
  const { create, update } = run.names.of(cls);
  const { variants } = run;
  const items: Lines[] = [];
  if (variants.has('create') && !cls.abstract)
    items.push(
      ...bodyItems(cls, 'create', create, variantMembers, place, run),
      createConversion(cls, variantMembers, place.scope, run),
    );
  if (variants.has('update') && !cls.abstract) items.push(...bodyItems(cls, 'update', update, variantMembers, place, run));
  return [...items, ...relatedUnionItems(cls, place, run)];
}

function bodyItems(
  cls: DomainClass,
  role: 'create' | 'update',
  name: string,
  variantMembers: VariantMembers,
  place: CheckContext,
  run: RunContext,
): readonly Lines[] {
  const { scope } = place;
  const members = variantMembers[role];
  const modelMembers = variantMembers.modelMembers[role];
  const isChange = role === 'update';
  const hasLong = isLong(name) || (variantMembers.isLong && members.some(({ identifier }) => isLong(identifier)));
  // An unknown member of an update is always an error.
  const words = [isChange && members.length > 0 && 'default', (cls.closed || isChange) && 'deny_unknown_fields'].filter(Boolean);
  return [
    [
      docComment([bodyDoc(cls, role, members), deprecation(cls)], '///'),
      hasLong && skipFormatting,
      structConversion(members),
      deriveList(optionalDerives(role, members, modelMembers), scope, run),
      words.length > 0 && `#[serde(${words.join(', ')})]`,
      members.length === 0
        ? `pub struct ${name} {}`
        : [`pub struct ${name} {`, members.map((one, i) => fieldOf(one, modelMembers[i] as Member, isChange, scope, run)), '}'],
    ],
    validateMembers(name, cls, role, variantMembers, place, run),
  ];
}

function bodyDoc(cls: DomainClass, role: 'create' | 'update', members: readonly RustMember[]): string {
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

function fieldOf(member: RustMember, { absent }: Member, isChange: boolean, scope: Scope, run: RunContext): Lines {
  const lines = [
    memberAttributes(member, absent, isChange, scope, run),
    structField(member.identifier, memberType(member, scope)),
  ];
  return markMember(member, absent === 'supplied' ? [docComment([suppliedDoc(member.field)], '    ///'), lines] : lines);
}

/** Returns a sentence on the default of a member of the create variant. */
function suppliedDoc({ generated, constant, default: initial }: Field): string {
  if (generated === 'now') return 'Defaults to the current time.';
  if (generated === 'zero') return 'Defaults to 0.';
  const value = constant ?? initial ?? '';
  return /^[\w .:+-]{1,40}$/.test(value) ? `Defaults to ${code(value)}.` : 'Has a default.';
}

/** Returns the alias for a page of a class. */
export function pageAlias(cls: DomainClass, scope: Scope, { names, validation }: RunContext): Lines {
  const { page, any } = names.of(cls);
  const item = any ?? typeName(cls);
  const of = `${validation.use('Page', scope)}<${item}>`;
  const line = `pub type ${page} = ${of};`;
  const lines = line.length <= 100 ? [line] : [`pub type ${page} =`, `    ${of};`];
  return [docComment([`A page of ${code(item)}.`], '///'), skipLongNames([page, item]), lines];
}

function relatedUnionItems(cls: DomainClass, place: CheckContext, run: RunContext): readonly Lines[] {
  const { scope } = place;
  const { any } = run.names.of(cls);
  const discriminator = discriminatorOf(cls);
  if (any === undefined || discriminator === undefined) return [];
  const classes = concreteClasses(cls);
  const variants = classes.map((one) => ({
    class: one,
    name: typeName(one),
    type: one === cls ? typeName(one) : scope.model(typeName(one)),
  }));
  const box = scope.std('Box');
  const skip = skipLongNames([any, ...classes.map(typeName)]);
  const hasEq = classes.every((one) => one.allFields.every((field) => isEq(field.type)));
  const checked = variants.filter((one) => run.isChecked(one.class)).map(({ name }) => name);
  const unchecked = variants.filter((one) => !run.isChecked(one.class)).map(({ name }) => name);
  const tagged = variants.map((one) => ({ ...one, kind: stringLiteral(one.class.name) }));
  const names = `must be one of ${enumerate(tagged.map(({ class: { name } }) => name))}`;
  const deserializer = scope.use('serde', 'Deserializer');
  const result = scope.std('Result');
  return [
    [
      docComment(
        [
          cls.abstract
            ? `An instance of a subclass of ${code(typeName(cls))}; ${code(discriminator.name)} names its class.`
            : `${articleOf(cls.name) === 'an' ? 'An' : 'A'} ${code(typeName(cls))} or an instance of a subclass; ${code(discriminator.name)} names its class.`,
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
      `    fn deserialize<D: ${deserializer}<'de>>(deserializer: D) -> ${result}<Self, D::Error> {`,
      '        let value = serde_json::Value::deserialize(deserializer)?;',
      `        let found = match value[${stringLiteral(discriminator.name)}].as_str() {`,
      tagged.map(({ name, kind }) => `            Some(${kind}) => serde_json::from_value(value).map(Self::${name}),`),
      `            _ => return Err(serde::de::Error::custom(${stringLiteral(`\`${discriminator.name}\` ${names}`)})),`,
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
    validateVariants(any, checked, unchecked, place),
  ];
}
