import { constructorFields, type DomainClass, demandsOfField, type Field } from '../../model/index.ts';
import type { Ledger } from '../core/index.ts';
import type { Mark } from '../target.ts';
import { indent, type Lines } from '../text/index.ts';
import type { Code, Site } from './answers.ts';
import { comment } from './jsdoc.ts';
import { braced, flatCall, type Parameter, signature, type TypeText } from './layout.ts';
import { parameterNames } from './names.ts';
import { literalOf, valueType } from './types.ts';

/** The fields of a class by the way its factory treats them. */
interface Roles {
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
}

function rolesOf(cls: DomainClass): Roles {
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
        if (field.absent || fixedValue(field) !== undefined) fixed.push(field);
        else if (field.default !== undefined) defaulted.push(field);
        else optional.push(field);
        break;
      default:
        field.generated satisfies never;
    }
  }
  return { required, defaulted, optional, assigned, fixed };
}

/** The value of a field that is always the same; nothing if there is never one. */
function fixedValue({ absent, cardinality, constant, type }: Field): string | undefined {
  if (cardinality === 'many') return absent ? '[]' : undefined;
  return absent || constant === undefined ? undefined : literalOf(type, constant);
}

/** The name of a class's factory. */
export function factoryName(cls: DomainClass): string {
  return `create${cls.name}`;
}

/** The fields whose types stand in the head of a class's factory. */
export function parameterFields(cls: DomainClass): readonly Field[] {
  const { required, defaulted } = rolesOf(cls);
  return [...required, ...defaulted];
}

/**
 * The factory of a class: it takes what the author of an instance knows, and returns the instance
 * without its id and generated timestamps. Required fields are arguments, then come those with a
 * default, then an object with the optional fields and the lists that may be empty.
 *
 * @param typesInScope names of the types that the module declares or imports
 */
export function factory(cls: DomainClass, typesInScope: ReadonlySet<string>, ledger: Ledger<Site, Code>): Lines {
  const { required, defaulted, optional, assigned, fixed } = rolesOf(cls);
  const given = [...required, ...defaulted];
  const names = parameterNames(given);

  // A class may be called like a type of TypeScript's library: then the module's own type hides that.
  const library = (name: string) => (typesInScope.has(name) ? `globalThis.${name}` : name);
  const select = (name: 'Pick' | 'Omit', fields: readonly Field[]): TypeText => ({
    generic: library(name),
    args: [cls.name, { union: fields.map((field) => `'${field.name}'`) }],
  });

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
    const value = fixedValue(field);
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
    comment(`A new {@link ${cls.name}}, before it is given its ${listed(assigned)}.`, cls),
    signature(`export function ${factoryName(cls)}`, parameters, select('Omit', assigned)),
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
function listed(fields: readonly Field[]): string {
  const names = fields.map((field) => `\`${field.name}\``);
  return names.length < 2 ? names.join() : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}
