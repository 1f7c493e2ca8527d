import { constructorFields, type DomainClass, type Field } from '../../model/index.ts';
import { type Lines, NameScope } from '../text/index.ts';
import { validateInstance } from './checks.ts';
import { docComment } from './docs.ts';
import { fits, type Initializer, initializerFits, methodHead, selfLiteral, skipFormatting, skipLongNames } from './layout.ts';
import { ownedValue } from './literals.ts';
import { identifiers, typeName } from './names.ts';
import { code, list } from './prose.ts';
import type { Run } from './run.ts';
import type { Scope } from './scope.ts';
import { fieldType, isText } from './types.ts';
import type { Validation } from './validation.ts';

/** Names that clippy takes for placeholders (`disallowed-names`, its default). */
const placeholders: ReadonlySet<string> = new Set(['foo', 'baz', 'quux']);

/** `too-many-arguments-threshold` of clippy. */
const maxArguments = 7;

/** What is supplied by the ontology and so long that rustfmt has its own ways with it. */
const longValue = 50;

/** The constructor of a class, and its checks. */
export function implementation(cls: DomainClass, scope: Scope, run: Run): Lines {
  const name = typeName(cls);
  const spelling = identifiers(cls.allFields.map((f) => f.name));
  const nameOf = (field: Field) => spelling(field.name);
  const taken = constructorFields(cls);
  const given = new Set(taken);
  const parameters = taken.map((field) => {
    const type = fieldType(field, scope);
    return `${nameOf(field)}: ${isText(field) ? `impl ${scope.std('Into')}<${type}>` : type}`;
  });

  const timestamps = cls.allFields.filter((f) => f.generated === 'now');
  const time = timestamps.length > 0 ? currentTime(scope) : '';
  // One instant for all of them, or for one whose name leaves no room for the call.
  const shared = timestamps.length > 1 || timestamps.some((f) => !initializerFits({ name: nameOf(f), value: time }));
  const now = new NameScope(taken.map(nameOf)).claim('now', 'current_time');

  const initializers: Initializer[] = cls.allFields.map((field) => ({
    name: nameOf(field),
    value: given.has(field)
      ? nameOf(field) + (isText(field) ? '.into()' : '')
      : initialValue(field, shared ? now : time, scope, run),
  }));
  const isStated = (f: Field) => (f.constant ?? f.default ?? f.contains) !== undefined;
  const stated = initializers.filter((_, i) => isStated(cls.allFields[i] as Field));
  const isRegular =
    fits(
      stated.map(({ value }) => value),
      longValue,
    ) && stated.every(initializerFits);

  return [
    isRegular ? skipLongNames([name, ...cls.allFields.map((f) => f.name)]) : skipFormatting,
    `impl ${name} {`,
    docComment([constructorDoc(cls, given)], '///', 4),
    taken.length > maxArguments && '    #[allow(clippy::too_many_arguments)] // one for each required field',
    taken.some((f) => placeholders.has(f.name)) && '    #[allow(clippy::disallowed_names)]',
    name === 'New' && '    #[allow(clippy::self_named_constructors)]',
    methodHead('new', parameters, 'Self'),
    shared && `        let ${now} = ${time};`,
    selfLiteral(initializers),
    '    }',
    methodAfter(validateInstance(cls, nameOf, scope, run)),
    '}',
    taken.length === 0 && [
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

/** A further method, after an empty line. */
function methodAfter(method: Lines): Lines {
  return method !== undefined && ['', method];
}

function supplied(field: Field, value: string, scope: Scope, validation: Validation): string {
  const expression = ownedValue(field.type, value, scope, validation);
  return field.cardinality === 'optional' ? `Some(${expression})` : expression;
}

/** In microseconds, because PostgreSQL and Python keep no more. */
function currentTime(scope: Scope): string {
  scope.useTrait('chrono', 'SubsecRound');
  return `${scope.use('chrono', 'Utc')}::now().trunc_subsecs(6)`;
}

/** The value of a field that the constructor does not take. */
function initialValue(field: Field, now: string, scope: Scope, { validation }: Run): string {
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

function constructorDoc(cls: DomainClass, given: ReadonlySet<Field>): string {
  const named = (prefix: string, of: (field: Field) => boolean) => {
    const fields = cls.allFields.filter(of);
    return fields.length > 0 ? [prefix + list(fields.map((f) => code(f.name)))] : [];
  };
  const isStated = (f: Field) => f.constant !== undefined || (f.contains !== undefined && !given.has(f));
  const supplied = list([
    ...named('a fresh ', (f) => f.generated === 'uuid'),
    ...named('the current time as ', (f) => f.generated === 'now'),
    ...named('0 as ', (f) => f.generated === 'zero'),
    ...named('the default of ', (f) => f.default !== undefined),
    ...named('the fixed value of ', isStated),
  ]);
  const isLeft = (f: Field) => f.generated === undefined && f.default === undefined && !isStated(f) && !given.has(f);
  const rest = cls.allFields.some(isLeft);
  return `Creates a new ${code(typeName(cls))} with ${supplied}.${rest ? ' All else is left empty.' : ''}`;
}
