/**
 * Prints the functions of a class: `createPost` returns a new instance without id and timestamps, `newPost` a complete record,
 * and `applyPost` a record with the changes of an update.
 */

import { constructorFields, type DomainClass, demandsOfField, type Field, parametersOf } from '../../model/index.ts';
import type { Ledger } from '../core/index.ts';
import type { Mark } from '../target.ts';
import { enumerate, indent, type Lines } from '../text/index.ts';
import type { Code, Site } from './answers.ts';
import { type Deprecation, jsdocComment } from './jsdoc.ts';
import { braced, flatCall, lineWidth, type Parameter, signature, type TypeText } from './layout.ts';
import { parameterNames } from './names.ts';
import { linkWithArticle } from './prose.ts';
import { literalOf, valueType } from './types.ts';
import { emptyType, exactType, type LibraryName, selectType } from './variant-types.ts';
import type { VariantDifference, VariantExtension } from './variants.ts';

/** The expression for the current time, as JSON has it. */
const currentTime = 'new Date().toISOString()';

/** The fields of a class, grouped by what its factory does with them. */
export interface FieldGroups {
  /** Arguments that must be given. */
  readonly required: readonly Field[];
  /** Arguments with an initial value: defaults, and 0 for counts. */
  readonly defaulted: readonly Field[];
  /** Members of the last argument, which is optional. */
  readonly optional: readonly Field[];
  /** Not set by the factory but later: the id and timestamps. */
  readonly assigned: readonly Field[];
  /** No arguments, because their values are fixed: constants, and lists that stay empty. */
  readonly fixed: readonly Field[];
  /** Whether the arguments are positional, because there are few; otherwise, the factory takes one object. */
  readonly arePositional: boolean;
}

/** Groups all fields of a class, inherited ones included, in the order of the model. */
export function groupFields(cls: DomainClass): FieldGroups {
  const required = constructorFields(cls);
  const defaulted: Field[] = [];
  const optional: Field[] = [];
  const assigned: Field[] = [];
  const fixed: Field[] = [];
  const requiredFields = new Set(required);
  for (const field of cls.allFields) {
    if (requiredFields.has(field)) continue;
    switch (field.generated) {
      case 'uuid':
      case 'now':
        assigned.push(field);
        break;
      case 'zero':
        defaulted.push(field);
        break;
      case undefined:
        if (isFixed(field)) fixed.push(field);
        else if (field.default !== undefined) defaulted.push(field);
        else optional.push(field);
        break;
      default:
        field.generated satisfies never;
    }
  }
  return { required, defaulted, optional, assigned, fixed, arePositional: parametersOf(cls) !== undefined };
}

/** Returns whether the value of a field is fixed: it is always absent, a constant, or the discriminator. */
function isFixed({ absent, cardinality, constant, discriminator }: Field): boolean {
  return absent || (cardinality !== 'many' && (constant !== undefined || discriminator === true));
}

/** Returns the value of a fixed field; undefined if it never has a value. */
function fixedValue(cls: DomainClass, field: Field, ledger: Ledger<Site, Code>): string | undefined {
  const { absent, cardinality, constant, type } = field;
  if (absent) return cardinality === 'many' ? '[]' : undefined;
  return constant === undefined ? initialValue(cls, field, ledger) : literalOf(type, constant);
}

/** The positional arguments of a class's factory, in order. */
export interface PositionalArguments {
  /** Required fields, then those with a default. */
  readonly fields: readonly Field[];
  /** Whether an object with the optional fields follows. */
  readonly takesOptions: boolean;
}

/** Returns the positional arguments of a class's factory, to compare two versions; undefined if it takes one object. */
export function positionalArguments(cls: DomainClass): PositionalArguments | undefined {
  const { required, defaulted, optional, arePositional } = groupFields(cls);
  return arePositional ? { fields: [...required, ...defaulted], takesOptions: optional.length > 0 } : undefined;
}

/** Returns the name of the function that creates a create variant; `cls` is the name of the class. */
export function factoryName(cls: string): string {
  return `create${cls}`;
}

/** Returns the name of the function that converts a create variant to a record. */
export function recordFactoryName(cls: string): string {
  return `new${cls}`;
}

/** Returns the fields whose types appear in the parameters of a class's factory. */
export function parameterFields({ required, defaulted, arePositional }: FieldGroups): readonly Field[] {
  return arePositional ? [...required, ...defaulted] : [];
}

/**
 * Returns the factory of a class: it takes the values that the author of an instance knows, and returns the instance without
 * its id and generated timestamps.
 */
export function factoryLines(
  cls: DomainClass,
  groups: FieldGroups,
  { type: create, extension }: CreateType,
  libraryName: LibraryName,
  ledger: Ledger<Site, Code>,
): Lines {
  const { arePositional } = groups;
  return [
    factoryComment(
      cls,
      cls.name,
      groups.assigned.map(({ name }) => name),
    ),
    arePositional
      ? positionalFactory(
          cls,
          groups,
          isRecordWithout(groups.assigned, cls, extension) ? create : unassignedType(cls, groups.assigned, libraryName),
          libraryName,
          ledger,
        )
      : objectFactory(cls, groups, create, libraryName, ledger),
  ];
}

/** The create type of a class: its name, and the fields in which it differs from the record. */
export interface CreateType {
  readonly type: string;
  readonly extension: VariantExtension;
}

/** Returns whether a create type is the record without exactly the fields that are assigned later. */
function isRecordWithout(assigned: readonly Field[], cls: DomainClass, { parents, difference }: VariantExtension): boolean {
  const { omitted, madeOptional, isEmpty } = difference;
  const isSame = omitted.join() === assigned.map(({ name }) => name).join();
  return isSame && madeOptional.length === 0 && parents.length === 0 && cls.children.length === 0 && !isEmpty;
}

function factoryComment(deprecation: Deprecation, cls: string, assigned: readonly string[]): Lines {
  return jsdocComment(`Returns a new {@link ${cls}} without ${enumerate(assigned.map((name) => `\`${name}\``))}.`, deprecation);
}

/** Returns a factory with too many fields for positional parameters: it takes the create variant. */
function objectFactory(
  cls: DomainClass,
  groups: FieldGroups,
  create: string,
  libraryName: LibraryName,
  ledger: Ledger<Site, Code>,
): Lines {
  const properties = propertiesOf(cls, suppliedValues(cls, groups, ledger));
  return [
    signature(
      `export function ${factoryName(cls.name)}`,
      [{ name: 'create', type: create }],
      unassignedType(cls, groups.assigned, libraryName),
    ),
    indent(braced('return ', ['...create', ...properties], ';', 2)),
    '}',
  ];
}

/** Returns expressions for fields that are optional in `create` or not part of it, without fields that are assigned later. */
function suppliedValues(
  cls: DomainClass,
  { defaulted, optional, fixed }: FieldGroups,
  ledger: Ledger<Site, Code>,
): Map<Field, string> {
  const values = new Map<Field, string>();
  for (const field of fixed) {
    const value = fixedValue(cls, field, ledger);
    if (value !== undefined) values.set(field, value);
  }
  for (const field of defaulted) values.set(field, valueOrDefault(field, initialValue(cls, field, ledger)));
  for (const field of optional) if (field.cardinality === 'many') values.set(field, valueOrDefault(field, minimalList(field)));
  return values;
}

/** Returns values of fields as properties, in the order of the fields. */
function propertiesOf(cls: DomainClass, values: ReadonlyMap<Field, string>): readonly string[] {
  return cls.allFields.flatMap((field) => {
    const value = values.get(field);
    return value === undefined ? [] : [property(field.name, value)];
  });
}

/**
 * Returns the function that converts a create variant to a complete record, as a server stores it. The caller passes the id:
 * not all programs that compile the modules have a function that generates ids.
 */
export function recordFactory(
  cls: DomainClass,
  groups: FieldGroups,
  { omitted }: VariantDifference,
  create: string,
  ledger: Ledger<Site, Code>,
): Lines {
  const times = groups.assigned.filter(({ generated }) => generated === 'now');
  // This factory supplies the values already.
  const callsFactory = !groups.arePositional;
  const values = callsFactory ? new Map<Field, string>() : suppliedValues(cls, groups, ledger);
  const now = times.length > 1 ? 'now' : currentTime;
  for (const field of times) values.set(field, omitted.includes(field.name) ? now : valueOrDefault(field, now));
  const source = callsFactory ? `${factoryName(cls.name)}(create)` : 'create';
  const properties = [`...${source}`, 'id', ...propertiesOf(cls, values)];
  // `create` is a parameter even if it has no members, so that callers need no change when it gets some.
  const parameters = [
    { name: 'id', type: 'string' },
    { name: 'create', type: create },
  ];
  return [
    jsdocComment(`Returns the {@link ${cls.name}} that a body creates, with defaults for absent members.`, cls),
    signature(`export function ${recordFactoryName(cls.name)}`, parameters, exactType(cls)),
    indent([times.length > 1 && `const now = ${currentTime};`, braced('return ', properties, ';', 2)]),
    '}',
  ];
}

/** Returns the type of an instance without the fields that are assigned later. */
function unassignedType(cls: DomainClass, assigned: readonly Field[], libraryName: LibraryName): TypeText {
  const names = assigned.map(({ name }) => name);
  if (names.length === cls.allFields.length) return emptyType(libraryName);
  return names.length === 0 ? exactType(cls) : selectType('Omit', { name: exactType(cls) }, names, libraryName);
}

/** Returns the value in `create`, or `value` if it is absent. An optional member may be null, which is kept. */
function valueOrDefault({ name, cardinality }: Field, value: string): string {
  if (cardinality !== 'optional') return `create.${name} ?? ${value}`;
  return `create.${name} === undefined ? ${value} : create.${name}`;
}

/** Returns the function that applies an update to a record and sets the fields that change at each update. */
export function updateFunction(cls: DomainClass, { omitted, isEmpty }: VariantDifference, update: string): Lines {
  const updated = cls.allFields.filter(({ managed }) => managed === 'updated');
  const keptFields = cls.allFields.filter((field) => omitted.includes(field.name) && !updated.includes(field));
  // Copying an optional member would make it present, so the changes must not contain it.
  const isOptional = ({ cardinality }: Field) => cardinality === 'optional';
  const parameters = [
    { name: 'record', type: cls.name },
    { name: 'changes', type: update },
  ];
  const properties = [
    ...(isEmpty
      ? ['...changes']
      : ['...Object.fromEntries(given)', ...keptFields.filter((field) => !isOptional(field)).map(copyOfRecord)]),
    ...updated.map(({ name }) => `${name}: ${currentTime}`),
  ];
  return [
    jsdocComment(`Returns a copy of ${linkWithArticle(cls.name)} with the changes applied.`, cls),
    signature(`export function apply${cls.name}`, parameters, cls.name),
    indent([!isEmpty && givenChanges(keptFields.filter(isOptional)), braced('return ', ['...record', ...properties], ';', 2)]),
    '}',
  ];
}

const copyOfRecord = ({ name }: Field): string => `${name}: record.${name}`;

/** Returns the statement that selects the changes with a value, without changes of some fields. */
function givenChanges(excluded: readonly Field[]): Lines {
  const entry = excluded.length === 0 ? '[, value]' : '[name, value]';
  const conditions = ['value !== undefined', ...excluded.map(({ name }) => `name !== '${name}'`)];
  const all = conditions.join(' && ');
  const start = 'const given = Object.entries<unknown>(changes).filter(';
  if (`  ${start}(${entry}) => ${all});`.length <= lineWidth) return `${start}(${entry}) => ${all});`;
  if (`    (${entry}) => ${all},`.length <= lineWidth) return [start, indent(`(${entry}) => ${all},`), ');'];
  const isOneLine = `      ${all},`.length <= lineWidth;
  const broken = isOneLine ? `${all},` : `${conditions.join(' &&\n')},`.split('\n');
  return [start, indent([`(${entry}) =>`, indent(broken)]), ');'];
}

/**
 * Returns a factory with positional parameters: required fields, then those with a default, then an object with the optional
 * fields and the lists that may be empty.
 */
function positionalFactory(
  cls: DomainClass,
  groups: FieldGroups,
  returns: TypeText,
  libraryName: LibraryName,
  ledger: Ledger<Site, Code>,
): Lines {
  const { required, defaulted, optional, assigned, fixed } = groups;
  const positional = [...required, ...defaulted];
  const names = parameterNames(positional);
  const select = (by: 'Pick' | 'Omit', fields: readonly Field[]): TypeText =>
    selectType(
      by,
      cls,
      fields.map(({ name }) => name),
      libraryName,
    );

  const markOf = (field: Field): Mark => ({ element: { kind: 'field', class: cls, field } });
  const parameters: Parameter[] = [
    ...required.map((field) => ({ name: names.of(field), type: valueType(field), mark: markOf(field) })),
    ...defaulted.map((field) => ({
      name: names.of(field),
      mark: markOf(field),
      ...initialParameter(field, initialValue(cls, field, ledger)),
    })),
  ];
  const positionalFields = new Set(positional);
  const properties = cls.allFields.flatMap((field) => {
    if (positionalFields.has(field)) return [property(field.name, names.of(field))];
    const value = isFixed(field) ? fixedValue(cls, field, ledger) : undefined;
    if (value !== undefined) return [property(field.name, value)];
    return field.cardinality === 'many' ? [`${field.name}: ${names.optional}.${field.name} ?? ${minimalList(field)}`] : [];
  });
  if (optional.length > 0) {
    // Takes the shorter type.
    const otherFields = [...assigned, ...positional, ...fixed];
    const members = optional.length <= otherFields.length ? select('Pick', optional) : select('Omit', otherFields);
    parameters.push({ name: names.optional, type: { generic: libraryName('Partial'), args: [members] }, initial: '{}' });
    properties.unshift(`...${names.optional}`);
  }

  return [
    signature(`export function ${factoryName(cls.name)}`, parameters, returns),
    indent(braced('return ', properties, ';', 2)),
    '}',
  ];
}

/** Returns a list with only the values that it must contain. */
function minimalList({ contains = [], type }: Field): string {
  return `[${contains.map((value) => literalOf(type, value)).join(', ')}]`;
}

/** Returns the expression of the value that a factory supplies: a default, or 0 for a count. */
function initialValue(cls: DomainClass, field: Field, ledger: Ledger<Site, Code>): string {
  const { whole } = demandsOfField(cls, field);
  const supplied = whole.filter(({ kind }) => kind === 'default' || kind === 'generated');
  return ledger.printAll(supplied, undefined).flat().map(flatCall).join();
}

/** Returns the type and initial value of a parameter, without the type if TypeScript infers it from the value. */
function initialParameter(field: Field, initial: string): { readonly type?: TypeText; readonly initial: string } {
  const type = valueType(field);
  return ['string', 'number', 'boolean'].includes(type.union.join()) ? { initial } : { type, initial };
}

function property(key: string, value: string): string {
  return key === value ? key : `${key}: ${value}`;
}
