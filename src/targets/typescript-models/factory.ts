import { constructorFields, type DomainClass, type Field } from '../../model/index.ts';
import { indent, type Lines } from '../text/index.ts';
import { comment } from './jsdoc.ts';
import { braced, type Parameter, signature, type TypeText } from './layout.ts';
import { parameterNames } from './names.ts';
import { valueType } from './scalars.ts';

/** The fields of a class by the way its factory treats them. */
interface Roles {
  /** Arguments that must be given. */
  readonly required: readonly Field[];
  /** Arguments that are 0 unless they are given. */
  readonly counts: readonly Field[];
  /** Members of the last argument, which may be left out. */
  readonly optional: readonly Field[];
  /** Assigned later, no business of the factory: the id and timestamps. */
  readonly assigned: readonly Field[];
}

function rolesOf(cls: DomainClass): Roles {
  const required = constructorFields(cls);
  const counts: Field[] = [];
  const optional: Field[] = [];
  const assigned: Field[] = [];
  const given = new Set(required);
  for (const field of cls.allFields) {
    if (given.has(field)) continue;
    switch (field.generated) {
      case 'uuid':
      case 'now':
        assigned.push(field);
        break;
      case 'zero':
        counts.push(field);
        break;
      case undefined:
        optional.push(field);
        break;
      default:
        field.generated satisfies never;
    }
  }
  return { required, counts, optional, assigned };
}

/** The name of a class's factory. */
export function factoryName(cls: DomainClass): string {
  return `create${cls.name}`;
}

/**
 * The factory of a class: it takes what the author of an instance knows, and returns the instance
 * without its id and generated timestamps. Required fields are arguments, then come counts, then an
 * object with the optional fields and the lists that may be empty.
 *
 * @param typesInScope names of the types that the module declares or imports
 */
export function factory(cls: DomainClass, typesInScope: ReadonlySet<string>): Lines {
  const { required, counts, optional, assigned } = rolesOf(cls);
  const given = [...required, ...counts];
  const names = parameterNames(given);

  // A class may be called like a type of TypeScript's library: then the module's own type hides that.
  const library = (name: string) => (typesInScope.has(name) ? `globalThis.${name}` : name);
  const select = (name: 'Pick' | 'Omit', fields: readonly Field[]): TypeText => ({
    generic: library(name),
    args: [cls.name, { union: fields.map((field) => `'${field.name}'`) }],
  });

  const parameters: Parameter[] = [
    ...required.map((field) => ({ name: names.of(field), type: valueType(field) })),
    ...counts.map((field) => ({ name: names.of(field), initial: '0' })),
  ];
  const givenFields = new Set(given);
  const properties = cls.allFields.flatMap((field) => {
    if (givenFields.has(field)) return [property(field.name, names.of(field))];
    return field.cardinality === 'many' ? [`${field.name}: ${names.optional}.${field.name} ?? []`] : [];
  });
  if (optional.length > 0) {
    // Whichever says it in fewer words.
    const others = [...assigned, ...given];
    const members = optional.length <= others.length ? select('Pick', optional) : select('Omit', others);
    parameters.push({ name: names.optional, type: { generic: library('Partial'), args: [members] }, initial: '{}' });
    properties.unshift(`...${names.optional}`);
  }

  return [
    comment(`A new {@link ${cls.name}}, before it is given its ${listed(assigned)}.`, cls.deprecated),
    signature(`export function ${factoryName(cls)}`, parameters, select('Omit', assigned)),
    indent(braced('return ', properties, ';', 2)),
    '}',
  ];
}

function property(key: string, value: string): string {
  return key === value ? key : `${key}: ${value}`;
}

/** `id`, `created_at` and `updated_at` */
function listed(fields: readonly Field[]): string {
  const names = fields.map((field) => `\`${field.name}\``);
  return names.length < 2 ? names.join() : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}
