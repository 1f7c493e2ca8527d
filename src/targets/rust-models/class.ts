import { constructorFields, type DomainClass, declaredRelations, type Field, type Relation } from '../../model/index.ts';
import { type Lines, NameScope, separated, text } from '../text/index.ts';
import { deprecation, docComment } from './docs.ts';
import { type Initializer, initializerFits, methodHead, selfLiteral, skipLongNames, structField } from './layout.ts';
import { identifier, identifiers, needsRename, typeName } from './names.ts';
import { Scope } from './scope.ts';
import { fieldType, isText } from './types.ts';

/** The types that the file of a class declares. */
export function declaredTypes(cls: DomainClass): string[] {
  return cls.relationsName === undefined ? [typeName(cls)] : [typeName(cls), cls.relationsName];
}

/** The text of a class's file: its struct, its constructor, and the struct with its related objects. */
export function classFile(cls: DomainClass): string {
  const scope = new Scope(declaredTypes(cls));
  const items = [
    struct(cls, scope),
    implementation(cls, scope),
    cls.relationsName === undefined ? undefined : relationsStruct(cls, cls.relationsName, scope),
  ];
  // Last, because printing the items gathers them.
  return text(separated([...scope.declarations(), ...items]));
}

/** Rust has no inheritance, so the struct holds inherited fields like its own. */
function struct(cls: DomainClass, scope: Scope): Lines {
  const nameOf = identifiers(cls.allFields.map((f) => f.name));
  return [
    docComment([cls.doc, specialises(cls), cls.deprecated && deprecation], '///'),
    skipLongNames([typeName(cls), ...cls.allFields.map((f) => f.name)]),
    derive(scope),
    `pub struct ${typeName(cls)} {`,
    cls.allFields.map((field) => {
      const name = nameOf(field.name);
      return [
        docComment([fieldDoc(field), limits(field), field.deprecated && deprecation], '///', 4),
        rename(field.name, name),
        field.cardinality === 'optional' && optional(scope),
        structField(name, fieldType(field, scope)),
      ];
    }),
    '}',
  ];
}

function derive(scope: Scope): string {
  return `#[derive(Debug, Clone, PartialEq, ${scope.use('serde', 'Serialize')}, ${scope.use('serde', 'Deserialize')})]`;
}

function rename(wireName: string, identifier: string): Lines {
  return needsRename(wireName, identifier) && `    #[serde(rename = "${wireName}")]`;
}

function optional(scope: Scope): string {
  return `    #[serde(default, skip_serializing_if = "${scope.std('Option')}::is_none")]`;
}

function specialises(cls: DomainClass): string | undefined {
  if (cls.parents.length === 0) return undefined;
  return `Specialises ${list(cls.parents.map((parent) => code(typeName(parent))))}.`;
}

function fieldDoc(field: Field): string | undefined {
  if (field.doc !== undefined) return field.doc;
  switch (field.type.kind) {
    case 'id':
      return 'Unique identifier.';
    case 'reference':
      return `The \`id\` of ${field.cardinality === 'many' ? 'each' : 'the'} ${code(typeName(field.type.target))}.`;
    case 'scalar':
      return undefined;
    default:
      return field.type satisfies never;
  }
}

/** What the ontology demands and the type cannot say. */
function limits(field: Field): string | undefined {
  const { type } = field;
  if (field.cardinality === 'many') return range(field.minItems || undefined, field.maxItems, 'value');
  return type.kind === 'scalar' ? range(type.minimum, type.maximum) : undefined;
}

function range(least: number | undefined, most: number | undefined, noun?: string): string | undefined {
  const last = most ?? least;
  if (last === undefined) return undefined;
  const unit = noun === undefined ? '' : ` ${noun}${last === 1 ? '' : 's'}`;
  if (least === most) return `Exactly ${last}${unit}.`;
  if (least === undefined) return `At most ${last}${unit}.`;
  return most === undefined ? `At least ${last}${unit}.` : `From ${least} to ${last}${unit}.`;
}

/** Names that clippy takes for placeholders (`disallowed-names`, its default). */
const placeholders: ReadonlySet<string> = new Set(['foo', 'baz', 'quux']);

/** `too-many-arguments-threshold` of clippy. */
const maxArguments = 7;

function implementation(cls: DomainClass, scope: Scope): Lines {
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
    value: given.has(field) ? nameOf(field) + (isText(field) ? '.into()' : '') : initialValue(field, shared ? now : time, scope),
  }));

  return [
    skipLongNames([name, ...cls.allFields.map((f) => f.name)]),
    `impl ${name} {`,
    docComment([constructorDoc(cls, given)], '///', 4),
    taken.length > maxArguments && '    #[allow(clippy::too_many_arguments)] // one for each required field',
    taken.some((f) => placeholders.has(f.name)) && '    #[allow(clippy::disallowed_names)]',
    name === 'New' && '    #[allow(clippy::self_named_constructors)]',
    methodHead('new', parameters, 'Self'),
    shared && `        let ${now} = ${time};`,
    selfLiteral(initializers),
    '    }',
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

/** In microseconds, because PostgreSQL and Python keep no more. */
function currentTime(scope: Scope): string {
  scope.useTrait('chrono', 'SubsecRound');
  return `${scope.use('chrono', 'Utc')}::now().trunc_subsecs(6)`;
}

/** The value of a field that the constructor does not take. */
function initialValue(field: Field, now: string, scope: Scope): string {
  if (field.cardinality === 'optional') return 'None';
  if (field.cardinality === 'many') return `${scope.std('Vec')}::new()`;
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
  const named = (fields: readonly Field[]) => list(fields.map((f) => code(f.name)));
  const generated = cls.allFields.filter((f) => f.generated !== undefined);
  const ids = generated.filter((f) => f.generated === 'uuid');
  const timestamps = generated.filter((f) => f.generated === 'now');
  const counts = generated.filter((f) => f.generated === 'zero');
  const supplied = list([
    ...(ids.length > 0 ? [`a fresh ${named(ids)}`] : []),
    ...(timestamps.length > 0 ? [`the current time as ${named(timestamps)}`] : []),
    ...(counts.length > 0 ? [`0 as ${named(counts)}`] : []),
  ]);
  const rest = cls.allFields.some((f) => f.generated === undefined && !given.has(f));
  return `Creates a new ${code(typeName(cls))} with ${supplied}.${rest ? ' All else is left empty.' : ''}`;
}

function relationsStruct(cls: DomainClass, type: string, scope: Scope): Lines {
  const relations = declaredRelations(cls);
  const nameOf = identifiers(relations.map((r) => r.name));
  const names = relations.map((r) => nameOf(r.name));
  // JSON does not show the name of a flattened field, which only has to differ from what it shows.
  const base = new NameScope([...cls.allFields.map((f) => f.name), ...names]).claim(identifier(cls.slug), 'base');
  return [
    docComment([`${code(typeName(cls))} with its related objects.`, cls.deprecated && deprecation], '///'),
    skipLongNames([type, base, ...names, ...relations.map((r) => typeName(r.target))]),
    derive(scope),
    `pub struct ${type} {`,
    '    #[serde(flatten)]',
    structField(base, typeName(cls)),
    relations.map((relation) => {
      const name = nameOf(relation.name);
      return [
        docComment([relation.doc, relation.deprecated && deprecation], '///', 4),
        rename(relation.name, name),
        !relation.many && !relation.required && optional(scope),
        structField(name, relationType(relation, scope)),
      ];
    }),
    '}',
  ];
}

function relationType(relation: Relation, scope: Scope): string {
  const related = scope.model(typeName(relation.target));
  if (relation.many) return `${scope.std('Vec')}<${related}>`;
  return relation.required ? related : `${scope.std('Option')}<${related}>`;
}

function code(name: string): string {
  return `\`${name}\``;
}

/** `a`, `a and b`, `a, b and c` */
function list(items: readonly string[]): string {
  if (items.length < 2) return items.join('');
  return `${items.slice(0, -1).join(', ')} and ${items.at(-1)}`;
}
