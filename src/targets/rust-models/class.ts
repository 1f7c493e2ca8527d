/** Prints the file of a class: for `ex:Post`, the types `Post`, `PostWithAuthor`, `PostCreate`, `PostUpdate` and `PostPage`. */

import {
  concreteClasses,
  type DomainClass,
  declaredRelations,
  type Field,
  type Relation,
  relatedTypeName,
} from '../../model/index.ts';
import type { VariantKind } from '../core/index.ts';
import { enumerate, type Lines, marked, NameScope, separated, withIncluded } from '../text/index.ts';
import { type CheckContext, Patterns, validateMembers, validateNestedMembers } from './checks.ts';
import { constraintDocs } from './constraint-docs.ts';
import { implBlock } from './constructor.ts';
import { deprecation, docComment } from './docs.ts';
import { spellingOfFields } from './field-names.ts';
import { classIris } from './iris.ts';
import { attribute, isLong, skipFormatting, skipLongNames, structField } from './layout.ts';
import { identifier, needsRename, typeName } from './names.ts';
import { code } from './prose.ts';
import { derivesFromRow, rowAttributes, rowImplementation, storedDerive } from './rows.ts';
import type { RunContext } from './run-context.ts';
import { Scope } from './scope.ts';
import { deriveList, hasEqFields, memberAttributes, structConversion } from './serde.ts';
import { stringLiteral } from './tokens.ts';
import { pageAlias, variantItems } from './variant-items.ts';
import { type VariantMembers, variantMembersOf } from './variant-members.ts';

export function declaredTypes(cls: DomainClass, { names, variants }: Pick<RunContext, 'names' | 'variants'>): string[] {
  const { create, update, page, any } = names.of(cls);
  const derived = { related: cls.relationsName, ...(!cls.abstract && { create, update }), page };
  const chosen = Object.entries(derived).map(([kind, name]) => (variants.has(kind as VariantKind) ? name : undefined));
  return [typeName(cls), ...chosen, any].filter((name) => name !== undefined);
}

export function classFile(cls: DomainClass, run: RunContext): Lines {
  const scope = new Scope(declaredTypes(cls, run));
  const variantMembers = variantMembersOf(cls, scope, run);
  const patterns = new Patterns(scope, run.helpers);
  const context = { scope, helpers: run.helpers, patterns };
  const record = struct(cls, variantMembers, scope, run);
  const { relationsName } = cls;
  const items: Lines[] = [
    implBlock(cls, variantMembers, scope, run),
    validateMembers(typeName(cls), cls, 'entity', variantMembers, context, run),
    rowImplementation(cls, variantMembers.entity, scope, run),
    run.iris && classIris(cls),
    ...(relationsName !== undefined && run.variants.has('related') ? relationsItems(cls, relationsName, context, run) : []),
    ...variantItems(cls, variantMembers, context, run),
    run.variants.has('page') && pageAlias(cls, scope, run),
  ];
  const element = { kind: 'class', class: cls } as const;
  const statics = patterns.declarations();
  // Imports last, because printing the items gathers them.
  return separated([...scope.declarations(), statics, record, ...items.map((lines) => marked({ element }, lines))]);
}

/** Returns the struct of a class. Rust has no inheritance, so it contains inherited fields too. */
function struct(cls: DomainClass, { entity, isLong: hasLong }: VariantMembers, scope: Scope, run: RunContext): Lines {
  const { gap } = run;
  const name = typeName(cls);
  const isRow = derivesFromRow(entity);
  const longNames = (hasLong || isLong(name)) && skipFormatting;
  const eq = hasEqFields(cls) ? ['Eq'] : [];
  const derive = (more: readonly string[]) => deriveList(more, scope, run);
  const above = [
    docComment([cls.doc, superclassDoc(cls), gap(cls), deprecation(cls)], '///'),
    longNames,
    structConversion(entity),
    isRow ? storedDerive(run.sqlx, 'sqlx::FromRow', (more) => derive([...eq, ...more])) : derive(eq),
    cls.closed && '#[serde(deny_unknown_fields)]',
  ];
  const fields = entity.map((member) => {
    const { field, identifier, type, mark } = member;
    const above = [
      docComment([fieldDoc(field), constraintDocs(field), gap(cls, field), deprecation(field)], '    ///'),
      memberAttributes(member, undefined, false, scope, run),
      isRow && rowAttributes(member, run.sqlx),
    ];
    return marked({ element: mark.element, name: `${name}.${identifier}`, type }, structField(identifier, type), above);
  });
  return marked({ element: { kind: 'class', class: cls }, name }, [`pub struct ${name} {`, fields, '}'], above);
}

function superclassDoc(cls: DomainClass): string | undefined {
  if (cls.parents.length === 0) return undefined;
  return `Specialises ${enumerate(cls.parents.map((parent) => code(typeName(parent))))}.`;
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

/** Returns the struct of an instance with its related objects, and its checks. */
function relationsItems(cls: DomainClass, type: string, context: CheckContext, run: RunContext): Lines[] {
  const { scope } = context;
  const relations = declaredRelations(cls);
  const spell = spellingOfFields(relations);
  const names = relations.map(({ name }) => spell(name).identifier);
  const base = relationsBase(cls);
  const skip = skipLongNames([type, base, ...names, ...relations.map(({ target }) => relatedType(target, run))]);
  const hasEq = [cls, ...relations.flatMap(({ target }) => instanceClasses(target))].every(hasEqFields);
  const nestedMembers = relations.flatMap(({ name, target, many, required }, i) => {
    const cardinality = many ? ('many' as const) : required ? ('one' as const) : ('optional' as const);
    return instanceClasses(target).some(run.isChecked) ? [{ name, identifier: names[i] as string, cardinality }] : [];
  });
  return [
    [
      docComment([withIncluded(code(typeName(cls)), relations), deprecation(cls)], '///'),
      skip,
      deriveList(hasEq ? ['Eq'] : [], scope, run),
      cls.closed && '#[serde(deny_unknown_fields)]',
      `pub struct ${type} {`,
      '    #[serde(flatten)]',
      structField(base, typeName(cls)),
      relations.map((relation, i) => [
        docComment([relation.doc, deprecation(relation)], '    ///'),
        needsRename(relation.name, names[i] as string) && attribute('serde', [`rename = ${stringLiteral(relation.name)}`]),
        !relation.many && !relation.required && `    #[serde(skip_serializing_if = "${scope.std('Option')}::is_none")]`,
        structField(names[i] as string, relationType(relation, scope, run)),
      ]),
      '}',
    ],
    validateNestedMembers(type, run.isChecked(cls) ? base : undefined, nestedMembers, context),
  ];
}

/** Returns the name of the field with the instance itself. It is flattened in JSON, so it only must differ from other members. */
function relationsBase(cls: DomainClass): string {
  const relations = declaredRelations(cls);
  const identifierOf = spellingOfFields(relations);
  const names = relations.map(({ name }) => identifierOf(name).identifier);
  const slug = identifier(cls.slug);
  if (!names.includes(slug) && !cls.allFields.some(({ name }) => name === slug)) return slug;
  return new NameScope([...cls.allFields.map(({ name }) => name), ...names]).claim(slug, 'base');
}

/** Returns the classes of related objects: if the class is abstract, those of its subclasses. */
const instanceClasses = (cls: DomainClass) => (cls.abstract ? concreteClasses(cls) : [cls]);

const relatedType = (cls: DomainClass, { names }: RunContext) => typeName({ name: relatedTypeName(cls, names) });

function relationType(relation: Relation, scope: Scope, run: RunContext): string {
  const related = scope.model(relatedType(relation.target, run));
  if (relation.many) return `${scope.std('Vec')}<${related}>`;
  return relation.required ? related : `${scope.std('Option')}<${related}>`;
}
