import { type DomainClass, declaredRelations, type Field, type Relation } from '../../model/index.ts';
import { type Lines, marked, NameScope, separated } from '../text/index.ts';
import { validateRelations } from './checks.ts';
import { implementation } from './constructor.ts';
import { deprecation, docComment } from './docs.ts';
import { rustKind } from './kinds.ts';
import { attributeWidth, fits, skipFormatting, skipLongNames, structField } from './layout.ts';
import { limits } from './limits.ts';
import { declaring } from './marks.ts';
import { identifier, identifiers, needsRename, typeName } from './names.ts';
import { code, list } from './prose.ts';
import { reading } from './reading.ts';
import type { Run } from './run.ts';
import { Scope } from './scope.ts';
import { fieldType } from './types.ts';
import type { Validation } from './validation.ts';

/** The types that the file of a class declares. */
export function declaredTypes(cls: DomainClass): string[] {
  return cls.relationsName === undefined ? [typeName(cls)] : [typeName(cls), cls.relationsName];
}

/** A class's file: its struct, its constructor, the struct with its related objects, and how it is read. */
export function classFile(cls: DomainClass, run: Run): Lines {
  const scope = new Scope(declaredTypes(cls));
  const { attribute, items: readingItems } = reading(cls, scope, run);
  const items = [
    struct(cls, attribute, scope, run),
    implementation(cls, scope, run),
    ...(cls.relationsName === undefined ? [] : relationsItems(cls, cls.relationsName, scope, run)),
    ...readingItems,
  ];
  const element = { kind: 'class', class: cls } as const;
  // Imports last, because printing the items gathers them.
  return separated([...scope.declarations(), ...items.map((lines, i) => (i === 0 ? lines : marked({ element }, lines)))]);
}

/** Rust has no inheritance, so the struct holds inherited fields like its own. */
function struct(cls: DomainClass, attribute: string, scope: Scope, { gap, validation }: Run): Lines {
  const nameOf = identifiers(cls.allFields.map((f) => f.name));
  const name = typeName(cls);
  const longNames = skipLongNames([name, ...cls.allFields.map((f) => f.name)]);
  const before = [
    docComment([cls.doc, specialises(cls), gap(cls), deprecation(cls)], '///'),
    fits([attribute], attributeWidth) ? longNames : skipFormatting,
    derive(scope),
    attribute,
  ];
  const fields = cls.allFields.map((field) => {
    const identifier = nameOf(field.name);
    const type = fieldType(field, scope);
    const comments = [
      docComment([fieldDoc(field), limits(field), gap(cls, field), deprecation(field)], '///', 4),
      rename(field.name, identifier),
      writing(field, scope, validation),
    ];
    const element = { kind: 'field', class: cls, field } as const;
    return declaring(element, `${name}.${identifier}`, type, comments, structField(identifier, type));
  });
  return declaring({ kind: 'class', class: cls }, name, undefined, before, [`pub struct ${name} {`, fields, '}']);
}

function derive(scope: Scope): string {
  return `#[derive(Debug, Clone, PartialEq, ${scope.use('serde', 'Serialize')}, ${scope.use('serde', 'Deserialize')})]`;
}

function rename(wireName: string, identifier: string): Lines {
  return needsRename(wireName, identifier) && `    #[serde(rename = "${wireName}")]`;
}

/** How a field is written, where it is not as its type is. */
function writing(field: Field, scope: Scope, validation: Validation): string[] {
  const attributes: string[] = [];
  if (field.type.kind === 'scalar' && rustKind(field.type.scalar).writesText) {
    attributes.push(`    #[serde(serialize_with = "${validation.use('ToText', scope)}::to_text")]`);
  }
  if (field.cardinality === 'optional') {
    attributes.push(`    #[serde(skip_serializing_if = "${scope.std('Option')}::is_none")]`);
  }
  return attributes;
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
function relationsItems(cls: DomainClass, type: string, scope: Scope, run: Run): Lines[] {
  const relations = declaredRelations(cls);
  const spelling = identifiers(relations.map((r) => r.name));
  const nameOf = (relation: Relation) => spelling(relation.name);
  const names = relations.map(nameOf);
  // JSON does not show the name of a flattened field, which only has to differ from what it shows.
  const base = new NameScope([...cls.allFields.map((f) => f.name), ...names]).claim(identifier(cls.slug), 'base');
  const skip = skipLongNames([type, base, ...names, ...relations.map((r) => typeName(r.target))]);
  const validate = validateRelations(cls, base, nameOf, scope, run);
  return [
    [
      docComment([`${code(typeName(cls))} with its related objects.`, deprecation(cls)], '///'),
      skip,
      derive(scope),
      `pub struct ${type} {`,
      '    #[serde(flatten)]',
      structField(base, typeName(cls)),
      relations.map((relation) => [
        docComment([relation.doc, deprecation(relation)], '///', 4),
        rename(relation.name, nameOf(relation)),
        !relation.many && !relation.required && optionalRelation(scope),
        structField(nameOf(relation), relationType(relation, scope)),
      ]),
      '}',
    ],
    validate !== undefined && [skip, `impl ${type} {`, validate, '}'],
  ];
}

function optionalRelation(scope: Scope): string {
  return `    #[serde(default, skip_serializing_if = "${scope.std('Option')}::is_none")]`;
}

function relationType(relation: Relation, scope: Scope): string {
  const related = scope.model(typeName(relation.target));
  if (relation.many) return `${scope.std('Vec')}<${related}>`;
  return relation.required ? related : `${scope.std('Option')}<${related}>`;
}
