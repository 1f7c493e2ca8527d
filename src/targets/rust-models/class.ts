import { type DomainClass, declaredRelations, type Field, type Relation } from '../../model/index.ts';
import { type Lines, NameScope, separated, text } from '../text/index.ts';
import { validateRelations } from './checks.ts';
import { defaultName, implementation } from './constructor.ts';
import { deprecation, docComment } from './docs.ts';
import { attributeWidth, fits, skipFormatting, skipLongNames, structField } from './layout.ts';
import { limits } from './limits.ts';
import { identifier, identifiers, needsRename, typeName } from './names.ts';
import { code, list } from './prose.ts';
import type { Run } from './run.ts';
import { Scope } from './scope.ts';
import { fieldType } from './types.ts';

/** The types that the file of a class declares. */
export function declaredTypes(cls: DomainClass): string[] {
  return cls.relationsName === undefined ? [typeName(cls)] : [typeName(cls), cls.relationsName];
}

/** The text of a class's file: its struct, its constructor, and the struct with its related objects. */
export function classFile(cls: DomainClass, run: Run): string {
  const scope = new Scope(declaredTypes(cls));
  const items = [
    struct(cls, scope, run),
    implementation(cls, scope, run),
    ...(cls.relationsName === undefined ? [] : relationsItems(cls, cls.relationsName, scope, run)),
  ];
  // Last, because printing the items gathers them.
  return text(separated([...scope.declarations(), ...items]));
}

/** Rust has no inheritance, so the struct holds inherited fields like its own. */
function struct(cls: DomainClass, scope: Scope, { shortfall }: Run): Lines {
  const nameOf = identifiers(cls.allFields.map((f) => f.name));
  const attributes = cls.allFields.flatMap((field) => defaultAttribute(cls, field));
  return [
    docComment([cls.doc, specialises(cls), shortfall(cls), deprecation(cls)], '///'),
    fits(attributes, attributeWidth) ? skipLongNames([typeName(cls), ...cls.allFields.map((f) => f.name)]) : skipFormatting,
    derive(scope),
    denyUnknown(cls),
    `pub struct ${typeName(cls)} {`,
    cls.allFields.map((field) => {
      const name = nameOf(field.name);
      return [
        docComment([fieldDoc(field), limits(field), shortfall(cls, field), deprecation(field)], '///', 4),
        rename(field.name, name),
        whereAbsent(cls, field, scope),
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

/** Readers of a closed class refuse other keys. It works beside `flatten`, too, where what is flattened is a struct. */
function denyUnknown(cls: DomainClass): string | false {
  return cls.closed && '#[serde(deny_unknown_fields)]';
}

/**
 * What stands for a key that is absent. A field with a default takes that, and if it has no value, it is written as
 * null to be read again as it was.
 */
function whereAbsent(cls: DomainClass, field: Field, scope: Scope): Lines {
  const byDefault = defaultAttribute(cls, field);
  return byDefault.length > 0 ? byDefault : field.cardinality === 'optional' && optional(scope);
}

function defaultAttribute(cls: DomainClass, field: Field): string[] {
  return field.default === undefined ? [] : [`    #[serde(default = "${typeName(cls)}::${defaultName(field)}")]`];
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
    case 'enumeration':
    case 'union':
      return undefined;
    default:
      return field.type satisfies never;
  }
}

/** The struct that holds an instance with its related objects, and its checks. */
function relationsItems(cls: DomainClass, type: string, scope: Scope, { validation }: Run): Lines[] {
  const relations = declaredRelations(cls);
  const spelling = identifiers(relations.map((r) => r.name));
  const nameOf = (relation: Relation) => spelling(relation.name);
  const names = relations.map(nameOf);
  // JSON does not show the name of a flattened field, which only has to differ from what it shows.
  const base = new NameScope([...cls.allFields.map((f) => f.name), ...names]).claim(identifier(cls.slug), 'base');
  const skip = skipLongNames([type, base, ...names, ...relations.map((r) => typeName(r.target))]);
  const validate = validateRelations(cls, base, nameOf, scope, validation);
  return [
    [
      docComment([`${code(typeName(cls))} with its related objects.`, deprecation(cls)], '///'),
      skip,
      derive(scope),
      denyUnknown(cls),
      `pub struct ${type} {`,
      '    #[serde(flatten)]',
      structField(base, typeName(cls)),
      relations.map((relation) => [
        docComment([relation.doc, deprecation(relation)], '///', 4),
        rename(relation.name, nameOf(relation)),
        !relation.many && !relation.required && optional(scope),
        structField(nameOf(relation), relationType(relation, scope)),
      ]),
      '}',
    ],
    validate !== undefined && [skip, `impl ${type} {`, validate, '}'],
  ];
}

function relationType(relation: Relation, scope: Scope): string {
  const related = scope.model(typeName(relation.target));
  if (relation.many) return `${scope.std('Vec')}<${related}>`;
  return relation.required ? related : `${scope.std('Option')}<${related}>`;
}
