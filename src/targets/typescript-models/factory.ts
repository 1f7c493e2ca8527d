import { constructorFields, type DomainClass, demandsOfField, type Field, parametersOf } from '../../model/index.ts';
import type { Ledger } from '../core/index.ts';
import type { Mark } from '../target.ts';
import { indent, type Lines } from '../text/index.ts';
import type { Code, Site } from './answers.ts';
import { comment, type Deprecation } from './jsdoc.ts';
import { braced, flatCall, listLines, type Parameter, signature, type TypeText } from './layout.ts';
import { parameterNames } from './names.ts';
import { linked } from './prose.ts';
import { literalOf, valueType } from './types.ts';
import type { Draft } from './variants.ts';
import { type Library, ofItself, omitting, selecting } from './written-types.ts';

/** The fields of a class by the way its factory treats them. */
export interface Roles {
  /** Arguments that must be given. */
  readonly required: readonly Field[];
  /** Arguments with a value that is taken unless another is given: defaults, and 0 for counts. */
  readonly defaulted: readonly Field[];
  /** Members of the last argument, which may be left out. */
  readonly optional: readonly Field[];
  /** Assigned later, no business of the factory: the id and timestamps. */
  readonly assigned: readonly Field[];
  /** No arguments, because there is nothing to choose: constants, and lists that stay empty. */
  readonly fixed: readonly Field[];
  /** Whether arguments are so few that they are told apart by their places. */
  readonly arePlaced: boolean;
}

export function rolesOf(cls: DomainClass): Roles {
  const required = constructorFields(cls);
  const defaulted: Field[] = [];
  const optional: Field[] = [];
  const assigned: Field[] = [];
  const fixed: Field[] = [];
  const given = new Set(required);
  for (const field of cls.allFields) {
    if (given.has(field)) continue;
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
  return { required, defaulted, optional, assigned, fixed, arePlaced: parametersOf(cls) !== undefined };
}

/** Whether a field has one value that is always the same, or that tells the class. */
function isFixed({ absent, cardinality, constant, discriminator }: Field): boolean {
  return absent || (cardinality !== 'many' && (constant !== undefined || discriminator === true));
}

/** The value of such a field; nothing if there is never one. */
function fixedValue(cls: DomainClass, field: Field, ledger: Ledger<Site, Code>): string | undefined {
  const { absent, cardinality, constant, type } = field;
  if (absent) return cardinality === 'many' ? '[]' : undefined;
  return constant === undefined ? initialValue(cls, field, ledger) : literalOf(type, constant);
}

/** What callers of a class's factory give in places, in order; undefined if they give one object. */
export interface Placed {
  /** Required ones, then those with a default. */
  readonly fields: readonly Field[];
  /** Whether an object with the optional ones follows. */
  readonly takesOptions: boolean;
}

/** Exported for who compares two versions of a class. */
export function placedArguments(cls: DomainClass): Placed | undefined {
  const { required, defaulted, optional, arePlaced } = rolesOf(cls);
  return arePlaced ? { fields: [...required, ...defaulted], takesOptions: optional.length > 0 } : undefined;
}

/** The name of a class's factory. */
export function factoryName(cls: string): string {
  return `create${cls}`;
}

/** The name of the function that makes a whole instance of what creates one. */
export function makerName(cls: string): string {
  return `new${cls}`;
}

/** The fields whose types stand in the head of a class's factory. */
export function parameterFields({ required, defaulted, arePlaced }: Roles): readonly Field[] {
  return arePlaced ? [...required, ...defaulted] : [];
}

/**
 * The factory of a class: it takes what the author of an instance knows, and returns the instance without its id and
 * generated timestamps.
 */
export function factory(cls: DomainClass, roles: Roles, create: string, library: Library, ledger: Ledger<Site, Code>): Lines {
  const { arePlaced } = roles;
  if (!arePlaced && takesAll(cls, roles) && library('Omit') === 'Omit') {
    return simpleFactory(
      cls,
      roles.assigned.map(({ name }) => name),
      create,
    );
  }
  return [
    factoryComment(
      cls,
      cls.name,
      roles.assigned.map(({ name }) => name),
    ),
    arePlaced ? ofParameters(cls, roles, library, ledger) : ofCreate(cls, roles, create, library, ledger),
  ];
}

function factoryComment(about: Deprecation, cls: string, assigned: readonly string[]): Lines {
  return comment(`Returns a new {@link ${cls}} without ${listed(assigned)}.`, about);
}

/** Whether a factory supplies nothing to what creates an instance. */
function takesAll(cls: DomainClass, { defaulted, optional, assigned, fixed }: Roles): boolean {
  if (defaulted.length > 0 || fixed.length > 0 || cls.children.length > 0) return false;
  return assigned.length < cls.allFields.length && !optional.some(({ cardinality }) => cardinality === 'many');
}

/** Such a factory: but for the names of what is assigned later. */
function simpleFactory(cls: DomainClass, assigned: readonly string[], create: string): Lines {
  return [
    factoryComment(cls, cls.name, assigned),
    signature(
      `export function ${factoryName(cls.name)}`,
      [{ name: 'create', type: create }],
      omitting(cls, assigned, (name) => name),
    ),
    '  return { ...create };',
    '}',
  ];
}

/** A factory of more fields than are told apart by their places takes what creates an instance. */
function ofCreate(cls: DomainClass, roles: Roles, create: string, library: Library, ledger: Ledger<Site, Code>): Lines {
  const properties = propertiesOf(cls, supplied(cls, roles, ledger));
  return [
    signature(
      `export function ${factoryName(cls.name)}`,
      [{ name: 'create', type: create }],
      newType(cls, roles.assigned, library),
    ),
    indent(braced('return ', ['...create', ...properties], ';', 2)),
    '}',
  ];
}

/** What stands for the fields that `create` may leave out, or does not have, but for what is assigned later. */
function supplied(cls: DomainClass, { defaulted, optional, fixed }: Roles, ledger: Ledger<Site, Code>): Map<Field, string> {
  const values = new Map<Field, string>();
  for (const field of fixed) {
    const value = fixedValue(cls, field, ledger);
    if (value !== undefined) values.set(field, value);
  }
  for (const field of defaulted) values.set(field, unlessGiven(field, initialValue(cls, field, ledger)));
  for (const field of optional) if (field.cardinality === 'many') values.set(field, unlessGiven(field, leastList(field)));
  return values;
}

/** Such values as properties, in the order of the fields. */
function propertiesOf(cls: DomainClass, values: ReadonlyMap<Field, string>): readonly string[] {
  return cls.allFields.flatMap((field) => {
    const value = values.get(field);
    return value === undefined ? [] : [property(field.name, value)];
  });
}

/**
 * The function that makes a whole instance of what creates one, as a server stores it. The id is the caller's to give: no
 * function that makes one is known to all programs that compile the modules.
 */
export function maker(cls: DomainClass, roles: Roles, { without }: Draft, create: string, ledger: Ledger<Site, Code>): Lines {
  const times = roles.assigned.filter(({ generated }) => generated === 'now');
  const hasFactoryOfCreate = !roles.arePlaced;
  const values = hasFactoryOfCreate ? new Map<Field, string>() : supplied(cls, roles, ledger);
  for (const field of times) values.set(field, without.includes(field.name) ? 'now' : unlessGiven(field, 'now'));
  const given = hasFactoryOfCreate ? `${factoryName(cls.name)}(create)` : 'create';
  const properties = [`...${given}`, 'id', ...propertiesOf(cls, values)];
  // Where nothing creates an instance yet, it is taken all the same: callers stay as they are when something does.
  const parameters = [
    { name: 'id', type: 'string' },
    { name: 'create', type: create },
  ];
  return [
    comment(`Returns the {@link ${cls.name}} that a body creates, with defaults for absent members.`, cls),
    signature(`export function ${makerName(cls.name)}`, parameters, ofItself(cls)),
    indent([times.length > 0 && 'const now = new Date().toISOString();', braced('return ', properties, ';', 2)]),
    '}',
  ];
}

/** An instance before anything is assigned to it. */
function newType(cls: DomainClass, assigned: readonly Field[], library: Library): TypeText {
  const names = assigned.map(({ name }) => name);
  if (names.length === cls.allFields.length) return 'object';
  return names.length === 0 ? ofItself(cls) : selecting('Omit', { name: ofItself(cls) }, names, library);
}

/** What creates an instance may say null where there may be no value, which is not to be replaced. */
function unlessGiven({ name, cardinality }: Field, value: string): string {
  if (cardinality !== 'optional') return `create.${name} ?? ${value}`;
  return `create.${name} === undefined ? ${value} : create.${name}`;
}

/** The changes that an update makes, where each field comes from, and what is set whenever anything is. */
export function applying(cls: DomainClass, { without, isEmpty }: Draft, update: string): Lines {
  const updated = cls.allFields.filter(({ managed }) => managed === 'updated').map(({ name }) => name);
  const kept = updated.length === 0 ? without : without.filter((name) => !updated.includes(name));
  const parameters = [{ name: 'record', type: cls.name }, ...(isEmpty ? [] : [{ name: 'changes', type: update }])];
  const changes = isEmpty ? [] : ['...Object.fromEntries(given)'];
  return [
    comment(`Returns a copy of ${linked(cls.name)} with the changes applied.`, cls),
    signature(`export function apply${cls.name}`, parameters, cls.name),
    indent([
      !isEmpty && [
        listLines(
          'const kept: readonly string[] = ',
          kept.map((name) => `'${name}'`),
          ';',
          2,
        ),
        'const given = Object.entries<unknown>(changes).filter(',
        '  ([name, value]) => value !== undefined && !kept.includes(name),',
        ');',
      ],
      braced('return ', ['...record', ...changes, ...updated.map((name) => `${name}: new Date().toISOString()`)], ';', 2),
    ]),
    '}',
  ];
}

/**
 * A factory with parameters: required fields come first, then those with a default, then an object with the optional
 * fields and the lists that may be empty.
 */
function ofParameters(cls: DomainClass, roles: Roles, library: Library, ledger: Ledger<Site, Code>): Lines {
  const { required, defaulted, optional, assigned, fixed } = roles;
  const given = [...required, ...defaulted];
  const names = parameterNames(given);
  const select = (by: 'Pick' | 'Omit', fields: readonly Field[]): TypeText =>
    selecting(
      by,
      cls,
      fields.map(({ name }) => name),
      library,
    );

  const about = (field: Field): Mark => ({ element: { kind: 'field', class: cls, field } });
  const parameters: Parameter[] = [
    ...required.map((field) => ({ name: names.of(field), type: valueType(field), mark: about(field) })),
    ...defaulted.map((field) => ({
      name: names.of(field),
      mark: about(field),
      ...initialized(field, initialValue(cls, field, ledger)),
    })),
  ];
  const givenFields = new Set(given);
  const properties = cls.allFields.flatMap((field) => {
    if (givenFields.has(field)) return [property(field.name, names.of(field))];
    const value = isFixed(field) ? fixedValue(cls, field, ledger) : undefined;
    if (value !== undefined) return [property(field.name, value)];
    return field.cardinality === 'many' ? [`${field.name}: ${names.optional}.${field.name} ?? ${leastList(field)}`] : [];
  });
  if (optional.length > 0) {
    // Whichever says it in fewer words.
    const others = [...assigned, ...given, ...fixed];
    const members = optional.length <= others.length ? select('Pick', optional) : select('Omit', others);
    parameters.push({ name: names.optional, type: { generic: library('Partial'), args: [members] }, initial: '{}' });
    properties.unshift(`...${names.optional}`);
  }

  return [
    signature(`export function ${factoryName(cls.name)}`, parameters, newType(cls, assigned, library)),
    indent(braced('return ', properties, ';', 2)),
    '}',
  ];
}

/** A list with no more values than it must have. */
function leastList({ contains = [], type }: Field): string {
  return `[${contains.map((value) => literalOf(type, value)).join(', ')}]`;
}

/** The value of a field unless another is given. */
function initialValue(cls: DomainClass, field: Field, ledger: Ledger<Site, Code>): string {
  const { whole } = demandsOfField(cls, field);
  const supplied = whole.filter(({ kind }) => kind === 'default' || kind === 'generated');
  return ledger.printAll(supplied, undefined).flat().map(flatCall).join();
}

/** The type and the initial value of a parameter; without a type where it follows from the value. */
function initialized(field: Field, initial: string): { readonly type?: TypeText; readonly initial: string } {
  const type = valueType(field);
  return ['string', 'number', 'boolean'].includes(type.union.join()) ? { initial } : { type, initial };
}

function property(key: string, value: string): string {
  return key === value ? key : `${key}: ${value}`;
}

/** `id`, `created_at` and `updated_at` */
function listed(fields: readonly string[]): string {
  const names = fields.map((field) => `\`${field}\``);
  return names.length < 2 ? names.join() : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}
