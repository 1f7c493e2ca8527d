import { type DomainClass, declaredRelations, type Field, type Relation, type TypeNames } from '../../model/index.ts';
import { type Lines, marked, NameScope, separated } from '../text/index.ts';
import { validateRelations } from './checks.ts';
import { implementation } from './constructor.ts';
import { deprecation, docComment, NamedComment } from './docs.ts';
import { about, type Held, type Holding, holdingOf, newShaping, type Shaping, told } from './holding.ts';
import { classIris } from './iris.ts';
import { isLong, skipFormatting, skipLongNames, structField } from './layout.ts';
import { limits } from './limits.ts';
import { declaring } from './marks.ts';
import { identifier, needsRename, typeName } from './names.ts';
import { code, list } from './prose.ts';
import { record } from './record.ts';
import type { Run } from './run.ts';
import { Scope } from './scope.ts';
import { spellings } from './spelling.ts';
import { writtenItems } from './written.ts';

/** The types that the file of a class declares. */
export function declaredTypes(cls: DomainClass, names: TypeNames): string[] {
  const { create, update, page, any } = names.of(cls);
  return [typeName(cls), cls.relationsName, create, update, page, any].filter((name) => name !== undefined);
}

/** A class's file: its struct, its constructor, the struct with its related objects, and the types by which it is written. */
export function classFile(cls: DomainClass, run: Run): Lines {
  const scope = new Scope(declaredTypes(cls, run.names));
  const holding = holdingOf(cls, scope, run);
  const shaping = newShaping();
  const methods = implementation(cls, holding, shaping, scope, run);
  const items: Lines[] = [struct(cls, holding, scope, run), recordOf(cls, holding.entity, shaping, scope, run), methods];
  if (run.iris) items.push(classIris(cls));
  if (cls.relationsName !== undefined) items.push(...relationsItems(cls, cls.relationsName, scope, run));
  items.push(...writtenItems(cls, holding, scope, run));
  const element = { kind: 'class', class: cls } as const;
  // Imports last, because printing the items gathers them.
  return separated([...scope.declarations(), ...items.map((lines, i) => (i === 0 ? lines : marked({ element }, lines)))]);
}

/** Rust has no inheritance, so the struct holds inherited fields like its own. */
function struct(cls: DomainClass, { entity, isLong: hasLong }: Holding, scope: Scope, { gap, derives }: Run): Lines {
  const name = typeName(cls);
  const longNames = (hasLong || isLong(name)) && skipFormatting;
  const before = [docComment([cls.doc, specialises(cls), gap(cls), deprecation(cls)], '///'), longNames, derives.attribute()];
  const fields = entity.map((held) => {
    const { field, identifier, type, mark } = held;
    const comments = [
      docComment([fieldDoc(field), limits(field), gap(cls, field), deprecation(field)], '    ///'),
      told(held, scope, derives),
    ];
    const declaration = structField(identifier, type);
    if (mark === undefined) return [comments, declaration];
    return declaring(mark.element, `${name}.${identifier}`, type, comments, declaration);
  });
  return declaring({ kind: 'class', class: cls }, name, undefined, before, [`pub struct ${name} {`, fields, '}']);
}

/** How the struct is read and written. */
function recordOf(cls: DomainClass, fields: readonly Held[], shaping: Shaping, scope: Scope, { validation }: Run): Lines {
  const entries = fields.map((held) => about(held, held.spelling.entry));
  return record(typeName(cls), entries, { held: fields, calls: cls.closed ? [['closed']] : [], shaping }, scope, validation);
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

const withRelated = new NamedComment((name) => `${code(name)} with its related objects.`);

/** The struct that holds an instance with its related objects, and its checks. */
function relationsItems(cls: DomainClass, type: string, scope: Scope, run: Run): Lines[] {
  const relations = declaredRelations(cls);
  const spell = spellings(relations);
  const names: string[] = [];
  for (const { name } of relations) names.push(spell(name).identifier);
  const base = baseOf(cls, names);
  const skip = skipLongNames([type, base, ...names, ...relations.map((r) => typeName(r.target))]);
  const validate = validateRelations(base, scope, run.validation);
  return [
    [
      withRelated.of(typeName(cls), cls),
      skip,
      run.derives.attribute(),
      `pub struct ${type} {`,
      run.derives.flattened(),
      structField(base, typeName(cls)),
      relations.map((relation, i) => [
        docComment([relation.doc, deprecation(relation)], '    ///'),
        run.derives.renamed(needsRename(relation.name, names[i] as string), relation.name),
        structField(names[i] as string, relationType(relation, scope)),
      ]),
      '}',
    ],
    record(
      type,
      relations.map((relation, i) => relatedEntry(relation, names[i] as string)),
      { base: { identifier: base, type: typeName(cls) } },
      scope,
      run.validation,
    ),
    [skip, `impl ${type} {`, validate, '}'],
  ];
}

/** The field of the instance itself. JSON does not show its name, which only has to differ from what it shows. */
function baseOf(cls: DomainClass, relations: readonly string[]): string {
  const own = identifier(cls.slug);
  if (!relations.includes(own) && !cls.allFields.some(({ name }) => name === own)) return own;
  return new NameScope([...cls.allFields.map(({ name }) => name), ...relations]).claim(own, 'base');
}

/** Related objects in the table of members: beside their names whose key refers to the other, and that key. */
function relatedEntry({ name, field, holder }: Relation, identifier: string): string {
  return `        ${identifier}: "${name}" ${holder === 'source' ? 'Own' : 'Their'}("${field.name}"),`;
}

function relationType(relation: Relation, scope: Scope): string {
  const related = scope.model(typeName(relation.target));
  if (relation.many) return `${scope.std('Vec')}<${related}>`;
  return relation.required ? related : `${scope.std('Option')}<${related}>`;
}
