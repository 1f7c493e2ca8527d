/**
 * Prints how instances are created and updated: `new`, which takes the required values or the create variant, the conversion
 * from the create variant, and `apply`, which applies the update variant.
 */

import { type DomainClass, type Field, type GeneratedValue, parametersOf } from '../../model/index.ts';
import { articleOf, enumerate, type Lines, marked, NameScope } from '../text/index.ts';
import { docComment } from './docs.ts';
import {
  constructorHead,
  fits,
  type Initializer,
  initializerFits,
  isLong,
  longestAccess,
  selfLiteral,
  skipFormatting,
  skipLongNames,
} from './layout.ts';
import { ownedValue } from './literals.ts';
import { typeName } from './names.ts';
import { code } from './prose.ts';
import type { RunContext } from './run-context.ts';
import type { RustMember } from './rust-member.ts';
import type { Scope } from './scope.ts';
import { isText } from './types.ts';
import type { VariantMembers } from './variant-members.ts';

/** Names that Clippy rejects by default (`disallowed-names`). */
const disallowedNames: ReadonlySet<string> = new Set(['foo', 'baz', 'quux']);

/** Longest stated value for which the layout rules apply; rustfmt formats longer ones differently. */
const longestValue = 50;

/** Returns the `impl` block of a class with `new` and `apply`, without those whose argument type is not printed. */
export function implBlock(cls: DomainClass, variantMembers: VariantMembers, scope: Scope, run: RunContext): Lines {
  if (cls.abstract) return undefined;
  const name = typeName(cls);
  const parameters = parametersOf(cls);
  const methods = [
    newMethod(cls, parameters, variantMembers, scope, run),
    run.variants.has('update') ? applyMethod(cls, variantMembers, scope, run) : undefined,
  ].filter((method) => method !== undefined);
  if (methods.length === 0) return undefined;
  const isRegular = methods.every((method) => method.isRegular) && !variantMembers.isLong && !isLong(name);
  return [
    !isRegular && skipFormatting,
    `impl ${name} {`,
    methods.map(({ lines }, i) => [i > 0 && '', lines]),
    '}',
    parameters?.length === 0 && [
      '',
      skipLongNames([name]),
      `impl ${scope.std('Default')} for ${name} {`,
      '    fn default() -> Self {',
      '        Self::new()',
      '    }',
      '}',
    ],
  ];
}

/** Returns the constructor with its documentation and attributes; undefined if its argument type is not printed. */
function newMethod(
  cls: DomainClass,
  parameters: readonly Field[] | undefined,
  { entity, create }: VariantMembers,
  scope: Scope,
  run: RunContext,
): FormattedLines | undefined {
  if (parameters === undefined && !run.variants.has('create')) return undefined;
  const { lines, isRegular } =
    parameters === undefined ? constructorFromCreate(cls, run) : constructorFromParameters(parameters, entity, scope, run);
  return {
    lines: [
      docComment(
        [constructorDoc(cls, new Set(parameters ?? create.map(({ field }) => field)), parameters === undefined)],
        '    ///',
      ),
      parameters?.some((field) => disallowedNames.has(field.name)) && '    #[allow(clippy::disallowed_names)]',
      typeName(cls) === 'New' && '    #[allow(clippy::self_named_constructors)]',
      '    #[must_use]',
      lines,
    ],
    isRegular,
  };
}

/** Lines, and whether rustfmt keeps them unchanged. */
interface FormattedLines {
  readonly lines: Lines;
  readonly isRegular: boolean;
}

/** Returns a constructor with positional parameters, for few values. */
function constructorFromParameters(
  fields: readonly Field[],
  members: readonly RustMember[],
  scope: Scope,
  run: RunContext,
): FormattedLines {
  const parameterMembers = fields.map((field) => members.find((member) => member.field === field) as RustMember);
  const parameters = parameterMembers.map(({ field, identifier, type }) => {
    return `${identifier}: ${isText(field) ? `impl ${scope.std('Into')}<${type}>` : type}`;
  });
  const { now, declaration } = currentTimeVariable(members, parameterMembers, scope);
  const initializers: Initializer[] = members.map(({ field, identifier }) => ({
    name: identifier,
    value: fields.includes(field) ? identifier + (isText(field) ? '.into()' : '') : initialValue(field, now, scope, run),
  }));
  const isStated = ({ field: f }: RustMember) => (f.constant ?? f.default ?? f.contains) !== undefined;
  const statedInitializers = initializers.filter((_, i) => isStated(members[i] as RustMember));
  return {
    lines: [constructorHead(parameters), declaration, selfLiteral(initializers), '    }'],
    isRegular: fitOnLines(statedInitializers),
  };
}

/** Returns a constructor that takes the create variant, whose members are named. */
function constructorFromCreate(cls: DomainClass, { names }: RunContext): FormattedLines {
  const lines = [constructorHead([`create: ${names.of(cls).create}`]), '        create.into()', '    }'];
  return { lines, isRegular: true };
}

/** Returns the conversion from the create variant to an instance, with defaults for all members that it does not have. */
export function createConversion(cls: DomainClass, variantMembers: VariantMembers, scope: Scope, run: RunContext): Lines {
  const [name, { create }] = [typeName(cls), run.names.of(cls)];
  const { entity: members, create: createMembers } = variantMembers;
  const parameters = parametersOf(cls);
  const byNew =
    parameters && createMembers.length > 0 ? conversionByNew(name, create, parameters, createMembers, scope, run) : undefined;
  if (byNew !== undefined) return byNew;
  const { now, declaration } = currentTimeVariable(members, [], scope, true);
  const createMemberOf = new Map(createMembers.map((member) => [member.field, member]));
  const initializers = members.map(({ field, identifier }) => {
    const createMember = createMemberOf.get(field);
    if (createMember && !createMember.isWrapped) return createMember.spelling;
    const value = createMember ? valueOrInitial(createMember, now, scope, run) : initialValue(field, now, scope, run);
    const initializer = { name: identifier, value };
    return { initializer, isRegular: identifier.length <= longestAccess && fitOnLines([initializer]) };
  });
  const head = `impl ${scope.std('From')}<${create}> for ${name} {`;
  const signature = `    fn from(${createMembers.length === 0 ? '_' : 'create'}: ${create}) -> Self {`;
  const isRegular = initializers.every((one) => one.isRegular) && fits([head, signature]);
  return [
    !(isRegular && !variantMembers.isLong && !isLong(create) && !isLong(name)) && skipFormatting,
    head,
    signature,
    declaration,
    selfLiteral(initializers.map(({ initializer }) => initializer)),
    '    }',
    '}',
  ];
}

/**
 * Returns the conversion that calls `new` and then assigns the members that are no parameters; undefined if rustfmt would break
 * its lines.
 */
function conversionByNew(
  name: string,
  create: string,
  parameters: readonly Field[],
  members: readonly RustMember[],
  scope: Scope,
  run: RunContext,
): Lines {
  const identifiers = new Map(members.map(({ field, identifier }) => [field, identifier]));
  const args = parameters.map((field) => `create.${identifiers.get(field)}`).join(', ');
  if (args.length > 60 || parameters.some((field) => !identifiers.has(field))) return undefined;
  const otherMembers = members.filter(({ field }) => !parameters.includes(field));
  const assigned = otherMembers.filter(({ isWrapped }) => isWrapped);
  const copied = otherMembers.filter(({ isWrapped }) => !isWrapped);
  // rustfmt breaks calls with longer arguments.
  if (assigned.some(({ identifier }) => `&mut created.${identifier}, create.${identifier}`.length > 60)) return undefined;
  const newCall = `Self::new(${args})`;
  const value =
    copied.length === 0
      ? newCall
      : `Self {\n${copied.map(({ identifier }) => `    ${identifier}: create.${identifier},\n`).join('')}    ..${newCall}\n}`;
  const statements =
    assigned.length === 0
      ? [value]
      : [
          `let mut created = ${value};`,
          ...assigned.map(({ identifier }) => `assign(&mut created.${identifier}, create.${identifier});`),
          'created',
        ];
  const lines = [
    `impl ${scope.std('From')}<${create}> for ${name} {`,
    `    fn from(create: ${create}) -> Self {`,
    ...statements.flatMap((statement) => statement.split('\n')).map((line) => `        ${line}`),
    '    }',
    '}',
  ];
  if (!fits(lines)) return undefined;
  if (assigned.length > 0) run.helpers.use('assign', scope);
  return lines;
}

/** Returns an expression for the value in the create variant, or else the initial value: `create.size.unwrap_or(10)`. */
function valueOrInitial({ field, spelling }: RustMember, now: string, scope: Scope, run: RunContext): string {
  const value = spelling.initializer.value;
  const initial = initialValue(field, now, scope, run);
  // A closure avoids an unneeded call; clippy rejects closures for values without a call.
  const isCall = /[(!]/.test(initial.replace(/^Some\(/, ''));
  return isCall ? `${value}.unwrap_or_else(|| ${initial})` : `${value}.unwrap_or(${initial})`;
}

function applyMethod(
  cls: DomainClass,
  { entity, update: members, isRegular }: VariantMembers,
  scope: Scope,
  run: RunContext,
): FormattedLines {
  const updated = entity.filter(({ field }) => field.managed === 'updated');
  const { update } = run.names.of(cls);
  if (members.length > 0) run.helpers.use('assign', scope);
  const changes = members.map(({ mark, spelling }) => marked(mark, spelling.assignment));
  const times = updated.map(({ identifier }) => `        self.${identifier} = ${currentTime(scope)};`);
  const timeSentence =
    updated.length > 0 ? ` Sets ${enumerate(updated.map(({ field }) => code(field.name)))} to the current time.` : '';
  const head = `    pub fn apply(&mut self, ${members.length === 0 ? '_' : 'update'}: ${update}) {`;
  const lines = [
    docComment([`Applies the changes of an update.${timeSentence}`], '    ///'),
    members.length + updated.length === 0 ? `${head}}` : [head, changes, times, '    }'],
  ];
  const areRegular = (all: readonly RustMember[]) => isRegular || all.every(({ spelling }) => spelling.isRegular);
  return { lines, isRegular: areRegular(members) && areRegular(updated) && fits([`${head}}`, ...times]) };
}

/** Returns whether rustfmt keeps the initial values on their lines. */
function fitOnLines(initializers: readonly Initializer[]): boolean {
  const values = initializers.map(({ value }) => value);
  return fits(values, longestValue) && initializers.every(initializerFits);
}

/**
 * Returns an expression for the current time, and the declaration of its variable if it is one: if several members need the time
 * or a name leaves no room for the call.
 */
function currentTimeVariable(
  members: readonly RustMember[],
  parameters: readonly RustMember[],
  scope: Scope,
  isAlwaysVariable = false,
) {
  const timestamps = members.filter(({ field }) => field.generated === 'now');
  if (timestamps.length === 0) return { now: '', declaration: undefined };
  const time = currentTime(scope);
  const isVariable =
    isAlwaysVariable ||
    timestamps.length > 1 ||
    timestamps.some(({ identifier }) => !initializerFits({ name: identifier, value: time }));
  if (!isVariable) return { now: time, declaration: undefined };
  const now = new NameScope(parameters.map(({ identifier }) => identifier)).claim('now', 'current_time');
  return { now, declaration: `        let ${now} = ${time};` };
}

/** Returns the current time in microseconds, because PostgreSQL and Python store no finer times. */
function currentTime(scope: Scope): string {
  scope.useTrait('chrono', 'SubsecRound');
  return `${scope.use('chrono', 'Utc')}::now().trunc_subsecs(6)`;
}

/** Returns the value of a field that is not passed to the constructor. */
function initialValue(field: Field, now: string, scope: Scope, { helpers }: RunContext): string {
  const stated = field.constant ?? field.default;
  if (stated !== undefined) {
    const value = ownedValue(field.type, stated, scope, helpers);
    return field.cardinality === 'optional' ? `Some(${value})` : value;
  }
  if (field.cardinality === 'optional') return 'None';
  if (field.cardinality === 'many') {
    if (field.contains === undefined) return `${scope.std('Vec')}::new()`;
    return `vec![${field.contains.map((value) => ownedValue(field.type, value, scope, helpers)).join(', ')}]`;
  }
  switch (field.generated) {
    case 'uuid':
      return `${scope.use('uuid', 'Uuid')}::new_v4()`;
    case 'now':
      return now;
    case 'zero':
      return '0';
    case undefined:
      throw new Error(`Nothing supplies the required field ${field.owner.name}.${field.name}.`);
    default:
      return field.generated satisfies never;
  }
}

/** Returns the documentation of the constructor: what each member gets that is not passed. */
function constructorDoc(cls: DomainClass, parameters: ReadonlySet<Field>, isFromCreate: boolean): string {
  const names: Record<GeneratedValue | 'default' | 'fixed', string[]> = { uuid: [], now: [], zero: [], default: [], fixed: [] };
  let hasMore = false;
  for (const field of cls.allFields) {
    if (isFromCreate && parameters.has(field)) continue;
    const name = code(field.name);
    const isFixed = field.constant !== undefined || (field.contains !== undefined && !parameters.has(field));
    if (field.generated !== undefined) names[field.generated].push(name);
    if (field.default !== undefined) names.default.push(name);
    if (isFixed) names.fixed.push(name);
    if (field.generated === undefined && field.default === undefined && !isFixed && !parameters.has(field)) hasMore = true;
  }
  const phrase = (prefix: string, fields: readonly string[]) => (fields.length > 0 ? [prefix + enumerate(fields)] : []);
  const values = enumerate([
    ...phrase('a fresh ', names.uuid),
    ...phrase('the current time as ', names.now),
    ...phrase('0 as ', names.zero),
    ...phrase('the default of ', names.default),
    ...phrase('the fixed value of ', names.fixed),
  ]);
  const input = isFromCreate ? 'from its input, ' : '';
  return `Creates ${articleOf(typeName(cls))} ${code(typeName(cls))} ${input}with ${values}.${hasMore ? ' Other members are empty.' : ''}`;
}
