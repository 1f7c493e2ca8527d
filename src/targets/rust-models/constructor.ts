import { constructorFields, type DomainClass, type Field, type GeneratedValue, parametersOf } from '../../model/index.ts';
import { enumerate, type Lines, NameScope } from '../text/index.ts';
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
import type { Validation } from './validation.ts';
import { markMember, type VariantMembers } from './variant-members.ts';

/** Names that Clippy rejects by default (`disallowed-names`). */
const disallowedNames: ReadonlySet<string> = new Set(['foo', 'baz', 'quux']);

/** Longest value of the ontology for which the layout rules apply; rustfmt formats longer ones differently. */
const longValue = 50;

/** Returns `new` and `apply` of a class, without those whose argument type is not printed. */
export function implBlock(cls: DomainClass, variantMembers: VariantMembers, scope: Scope, run: RunContext): Lines {
  if (cls.abstract) return undefined;
  const name = typeName(cls);
  const parameters = parametersOf(cls);
  const methods = [
    newMethod(cls, parameters, variantMembers, scope, run),
    run.variants.has('update') ? apply(cls, variantMembers, scope, run) : undefined,
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
  { entity }: VariantMembers,
  scope: Scope,
  run: RunContext,
): FormattedLines | undefined {
  if (parameters === undefined && !run.variants.has('create')) return undefined;
  const { lines, isRegular } =
    parameters === undefined ? constructorFromCreate(cls, run) : constructorFromParameters(parameters, entity, scope, run);
  return {
    lines: [
      docComment([constructorDoc(cls, new Set(parameters ?? constructorFields(cls)))], '    ///'),
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
  taken: readonly Field[],
  fields: readonly RustMember[],
  scope: Scope,
  run: RunContext,
): FormattedLines {
  const parameterFields = new Set(taken);
  const parameterMembers = fields.filter(({ field }) => parameterFields.has(field));
  const parameters = taken.map((one) => {
    const { field, identifier, type } = parameterMembers.find(({ field }) => field === one) as RustMember;
    return `${identifier}: ${isText(field) ? `impl ${scope.std('Into')}<${type}>` : type}`;
  });
  const { now, declaration } = instant(fields, parameterMembers, scope);
  const initializers: Initializer[] = fields.map(({ field, identifier }) => ({
    name: identifier,
    value: parameterFields.has(field) ? identifier + (isText(field) ? '.into()' : '') : initialValue(field, now, scope, run),
  }));
  const isStated = ({ field: f }: RustMember) => (f.constant ?? f.default ?? f.contains) !== undefined;
  const stated = initializers.filter((_, i) => isStated(fields[i] as RustMember));
  return {
    lines: [constructorHead(parameters), declaration, selfLiteral(initializers), '    }'],
    isRegular: fitOnLines(stated),
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
  const { entity: fields, create: createMembers } = variantMembers;
  const parameters = parametersOf(cls);
  const short =
    parameters && createMembers.length > 0 ? conversionByNew(name, create, parameters, createMembers, scope, run) : undefined;
  if (short !== undefined) return short;
  const { now, declaration } = instant(fields, [], scope, true);
  const givenMembers = new Map(createMembers.map((member) => [member.field, member]));
  const initializers = fields.map(({ field, identifier }) => {
    const given = givenMembers.get(field);
    if (given && !given.isWrapped) return { initializer: given.spelling.initializer, isRegular: given.spelling.isRegular };
    const value = given ? valueOrInitial(given, now, scope, run) : initialValue(field, now, scope, run);
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

/** Returns the conversion that calls the constructor; undefined if rustfmt would break its lines. */
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
  const others = members.filter(({ field }) => !parameters.includes(field));
  const supplied = others.filter(({ isWrapped }) => isWrapped);
  const copied = others.filter(({ isWrapped }) => !isWrapped);
  // rustfmt breaks calls with longer arguments.
  if (supplied.some(({ identifier }) => `&mut created.${identifier}, create.${identifier}`.length > 60)) return undefined;
  const newCall = `Self::new(${args})`;
  const value =
    copied.length === 0
      ? [newCall]
      : ['Self {', ...copied.map(({ identifier }) => `    ${identifier}: create.${identifier},`), `    ..${newCall}`, '}'];
  const first = value.map((line, i) => `        ${i === 0 && supplied.length > 0 ? 'let mut created = ' : ''}${line}`);
  const lines = [
    `impl ${scope.std('From')}<${create}> for ${name} {`,
    `    fn from(create: ${create}) -> Self {`,
    ...(supplied.length === 0
      ? first
      : [
          ...first.slice(0, -1),
          `${first.at(-1)};`,
          ...supplied.map(({ identifier }) => `        assign(&mut created.${identifier}, create.${identifier});`),
          '        created',
        ]),
    '    }',
    '}',
  ];
  if (!fits(lines)) return undefined;
  if (supplied.length > 0) run.validation.call('assign', scope);
  return lines;
}

/** Returns an expression for the value in the create variant, or else the supplied one. */
function valueOrInitial({ field, spelling }: RustMember, now: string, scope: Scope, run: RunContext): string {
  const place = spelling.initializer.value;
  const otherwise = initialValue(field, now, scope, run);
  // A closure avoids an unneeded call; clippy rejects closures for values without a call.
  const isCall = /[(!]/.test(otherwise.replace(/^Some\(/, ''));
  return isCall ? `${place}.unwrap_or_else(|| ${otherwise})` : `${place}.unwrap_or(${otherwise})`;
}

/** Returns the method that applies an update to an instance. */
function apply(
  cls: DomainClass,
  { entity, update: members, isRegular }: VariantMembers,
  scope: Scope,
  run: RunContext,
): FormattedLines {
  const updated = entity.filter(({ field }) => field.managed === 'updated');
  const { update } = run.names.of(cls);
  if (members.length > 0) run.validation.call('assign', scope);
  const changes = members.map((one) => markMember(one, one.spelling.assignment));
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
  return fits(values, longValue) && initializers.every(initializerFits);
}

/** Returns an expression for the current time: a variable if several fields need it or a name leaves no room for the call. */
function instant(fields: readonly RustMember[], parameters: readonly RustMember[], scope: Scope, shares = false) {
  const timestamps = fields.filter(({ field }) => field.generated === 'now');
  if (timestamps.length === 0) return { now: '', declaration: undefined };
  const time = currentTime(scope);
  const isShared =
    shares || timestamps.length > 1 || timestamps.some(({ identifier }) => !initializerFits({ name: identifier, value: time }));
  if (!isShared) return { now: time, declaration: undefined };
  const now = new NameScope(parameters.map(({ identifier }) => identifier)).claim('now', 'current_time');
  return { now, declaration: `        let ${now} = ${time};` };
}

function supplied(field: Field, value: string, scope: Scope, validation: Validation): string {
  const expression = ownedValue(field.type, value, scope, validation);
  return field.cardinality === 'optional' ? `Some(${expression})` : expression;
}

/** Returns the current time in microseconds, because PostgreSQL and Python store no finer times. */
function currentTime(scope: Scope): string {
  scope.useTrait('chrono', 'SubsecRound');
  return `${scope.use('chrono', 'Utc')}::now().trunc_subsecs(6)`;
}

/** Returns the value of a field that is no argument of the constructor. */
function initialValue(field: Field, now: string, scope: Scope, { validation }: RunContext): string {
  const stated = field.constant ?? field.default;
  if (stated !== undefined) return supplied(field, stated, scope, validation);
  if (field.cardinality === 'optional') return 'None';
  if (field.cardinality === 'many') {
    if (field.contains === undefined) return `${scope.std('Vec')}::new()`;
    return `vec![${field.contains.map((value) => ownedValue(field.type, value, scope, validation)).join(', ')}]`;
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

function constructorDoc(cls: DomainClass, parameters: ReadonlySet<Field>): string {
  const names: Record<GeneratedValue | 'default' | 'fixed', string[]> = { uuid: [], now: [], zero: [], default: [], fixed: [] };
  let hasMore = false;
  for (const field of cls.allFields) {
    const name = code(field.name);
    const isFixed = field.constant !== undefined || (field.contains !== undefined && !parameters.has(field));
    if (field.generated !== undefined) names[field.generated].push(name);
    if (field.default !== undefined) names.default.push(name);
    if (isFixed) names.fixed.push(name);
    if (field.generated === undefined && field.default === undefined && !isFixed && !parameters.has(field)) hasMore = true;
  }
  const supplied = (prefix: string, fields: readonly string[]) => (fields.length > 0 ? [prefix + enumerate(fields)] : []);
  const values = enumerate([
    ...supplied('a fresh ', names.uuid),
    ...supplied('the current time as ', names.now),
    ...supplied('0 as ', names.zero),
    ...supplied('the default of ', names.default),
    ...supplied('the fixed value of ', names.fixed),
  ]);
  return `Creates a new ${code(typeName(cls))} with ${values}.${hasMore ? ' Other members are empty.' : ''}`;
}
