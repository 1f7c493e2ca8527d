/** Prints the module of a class: its record `Post`, and the models `PostCreate`, `PostUpdate` and `PostPage` derived from it. */

import {
  concreteClasses,
  type DomainClass,
  declaredRelations,
  demandsOn,
  discriminatorOf,
  type Field,
  isBuiltIn,
  isMember,
} from '../../model/index.ts';
import { isChangeable, type VariantKind } from '../core/index.ts';
import {
  articleOf,
  capitalized,
  indent,
  isEmpty,
  type Lines,
  marked,
  type Printed,
  printed,
  separated,
  wrap,
} from '../text/index.ts';
import type { Site as CheckSite, PythonLedger } from './answers.ts';
import { annotationText, assignment } from './assignment.ts';
import { abstractCheck, validator } from './checks.ts';
import { call, classHeader, layOut, subscript } from './expressions.ts';
import type { FieldRole } from './field-role.ts';
import { type FieldCode, fieldCode, narrowsListItems, printedFields } from './fields.ts';
import type { Gaps } from './gaps.ts';
import { deprecation, lineWidth, stringLiteral, tab } from './literals.ts';
import { classBody, memberValue, printConfig, printMembers } from './members.ts';
import { attributeName, className, moduleName } from './names.ts';
import type { PackageTypes } from './package-types.ts';
import { type BaseModuleContents, Preamble } from './preamble.ts';
import { printRelatedClass } from './related-class.ts';
import { definition } from './types.ts';
import { extraOf } from './unknown-keys.ts';

/** The settings and collected data that all modules of a package share. */
export interface PackageContext {
  readonly ledger: PythonLedger;
  readonly gaps: Gaps;
  readonly base: BaseModuleContents;
  readonly packageTypes: PackageTypes;
  /** The types that are printed for each class. */
  readonly variants: ReadonlySet<VariantKind>;
}

/**
 * Returns a function that checks whether a module uses a name. A library member with such a name is imported under another one.
 *
 * @param fields attributes with their names hide other names in class bodies
 * @param types the names of types that the module defines or imports
 */
function usedNames(fields: readonly Field[], types: readonly string[]): (name: string) => boolean {
  const used = new Set([...types, ...fields.map(({ name }) => name).filter((name) => attributeName(name) === name)]);
  return (name) => used.has(name);
}

/** The modules' common data with the preambles of one module. */
interface Site extends PackageContext {
  readonly preamble: Preamble;
  /** Imports for type checkers only. */
  readonly forTypeCheckers: Preamble;
}

/** Returns the text of the module `<slug>.py`. */
export function printModule(cls: DomainClass, pkg: PackageContext): Printed {
  const site: Site = {
    ...pkg,
    preamble: new Preamble(pkg.base, usedNames(cls.allFields, typeNamesIn(cls, pkg))),
    forTypeCheckers: new Preamble(),
  };
  const { preamble, forTypeCheckers, variants, packageTypes } = site;
  const { any, page } = packageTypes.of(cls);
  const classes = [
    printRecord(cls, site),
    variants.has('create') && !cls.abstract ? printRequest(cls, 'create', site) : undefined,
    variants.has('update') && isChangeable(cls) ? printRequest(cls, 'update', site) : undefined,
    variants.has('related') ? printRelatedClass(cls, packageTypes, preamble, forTypeCheckers) : undefined,
  ];
  const pageType =
    variants.has('page') && any === undefined
      ? marked({ element: { kind: 'class', class: cls } }, pageAlias(className(page), className(cls.name), preamble))
      : undefined;
  const hasTypes = forTypeCheckers.hasImports;
  if (hasTypes) preamble.importName('typing', 'TYPE_CHECKING');
  return printed([
    separated([
      pyrightComment(cls),
      preamble.imports(),
      hasTypes && ['if TYPE_CHECKING:', indent(forTypeCheckers.imports(tab.length), tab)],
      preamble.definitions,
    ]),
    classes.map((lines) => lines && ['', '', lines]),
    pageType && ['', '', pageType],
  ]);
}

/**
 * Returns the text of the module with the union of a class and its subclasses. It is a separate module, because it imports the
 * modules of subclasses, which import that of the class.
 */
export function printRelatedUnion(cls: DomainClass, any: string, pkg: PackageContext): Printed {
  const names = new Set([cls, ...concreteClasses(cls)].map(({ name }) => className(name)));
  const preamble = new Preamble(pkg.base, (name) => names.has(name));
  const field = discriminatorOf(cls);
  const annotated = preamble.importName('typing', 'Annotated');
  const tag = preamble.importName('pydantic', 'Tag');
  const types = concreteClasses(cls).map((concrete) => {
    const name = preamble.importFromPackage(moduleName(concrete.slug), className(concrete.name));
    const kind = discriminatorOf(concrete);
    return `${annotated}[${name}, ${tag}(${stringLiteral(kind?.constant ?? kind?.default ?? concrete.name)})]`;
  });
  const discriminator = call(preamble.importFromBase('discriminated_by'), stringLiteral(field?.name ?? 'kind'));
  const alias = preamble.importName('typing', 'TypeAlias');
  const name = className(any);
  const page = className(pkg.packageTypes.of(cls).page);
  const element = { kind: 'class', class: cls } as const;
  const union = definition(`${name}: ${alias}`, subscript(annotated, { types }, discriminator));
  const pageType = pkg.variants.has('page') ? marked({ element }, pageAlias(page, name, preamble)) : undefined;
  return printed([separated([pyrightComment(cls), preamble.imports(), marked({ element }, union), pageType])]);
}

function pageAlias(name: string, item: string, preamble: Preamble): Lines {
  return layOut(`${name} = `, subscript(preamble.importFromBase('Page'), item), '', lineWidth);
}

/** Silences Pyright's report on fields that a subclass narrows, because records are mutable; reading such a field is safe. */
function pyrightComment(cls: DomainClass): Lines {
  return cls.bases.length > 0 ? '# pyright: reportIncompatibleVariableOverride=false' : undefined;
}

/** Returns the names of types that the module of a class defines or imports. */
function typeNamesIn(cls: DomainClass, { packageTypes }: PackageContext): string[] {
  const models = [cls, ...cls.bases, ...cls.relationsBases, ...cls.children];
  // This module also resolves inherited forward references.
  const related = declaredRelations(cls).map((relation) => packageTypes.relatedTypeOf(relation.target).name);
  const fields = cls.allFields.flatMap((field) => typeNamesOf(field).map(className));
  return [...models.flatMap((model) => [className(model.name), ...packageTypes.derivedNamesOf(model)]), ...related, ...fields];
}

/** Returns the names of the package's types that a field uses. */
function typeNamesOf({ type }: Field): string[] {
  if (type.kind === 'enumeration') return [type.enumeration.name];
  return type.kind === 'union' ? [type.union.name] : [];
}

function printRecord(cls: DomainClass, site: Site): Lines {
  const { gaps, ledger, preamble } = site;
  const fields = printedFields(cls);
  const parents = cls.bases.map((parent) => preamble.importFromPackage(moduleName(parent.slug), className(parent.name)));
  const doc = [
    cls.doc ?? `${capitalized(articleOf(cls.name))} ${cls.name}.`,
    ...deprecation(cls),
    ...gaps.ofClass(cls, fields),
  ].join('\n\n');
  const fieldCodes = fieldCodesOf(cls, fields, 'entity', ledger, preamble);
  const printOne = (field: Field, margin: string) => {
    const above = commentLines(gaps.ofField(cls, field), margin);
    const { text, type } = printField(field, fieldCodes.get(field) as FieldCode, margin, preamble);
    const name = `${className(cls.name)}.${attributeName(field.name)}`;
    return marked({ element: { kind: 'field', class: cls, field }, name, type }, text, above);
  };
  const isUnion = cls.abstract && site.packageTypes.of(cls).any !== undefined;
  const checks = [...(isUnion ? [abstractCheck(cls)] : []), ...checksOf(cls, fieldCodes, ledger, { preamble, role: 'entity' })];
  return marked({ element: { kind: 'class', class: cls }, name: className(cls.name) }, [
    classHeader(className(cls.name), parents.length > 0 ? parents : [preamble.importFromBase('Record')]),
    classBody(
      doc,
      printConfig(fields, extraOf(cls), preamble, cls.iri),
      printMembers(fields, narrowsListItems, printOne, preamble),
      validator(`_check_${cls.slug}`, checks, preamble),
    ),
  ]);
}

const requests = {
  create: { base: 'Model', doc: (name: string) => `Input for creating ${articleOf(name)} ${name}.` },
  update: { base: 'UpdateModel', doc: (name: string) => `Changes to ${articleOf(name)} ${name}; unset fields keep their value.` },
} as const;

/**
 * Prints the model of a request to create or update a record. It inherits from those of the superclasses, unless they have a
 * member that the class lacks because its value is absent or fixed.
 */
function printRequest(cls: DomainClass, role: 'create' | 'update', { packageTypes, ledger, preamble }: Site): Lines {
  const superclasses = cls.bases.filter((base) => role === 'create' || isChangeable(base));
  const members = cls.allFields.filter((field) => isMember(field, role));
  const isExtending = !cls.bases.some(({ abstract }) => abstract) && superclasses.every((base) => isSubset(base, members, role));
  const parents = isExtending
    ? superclasses.map((base) => preamble.importFromPackage(moduleName(base.slug), className(packageTypes.of(base)[role])))
    : [];
  const fields = isExtending ? printedFields(cls).filter((field) => isMember(field, role)) : members;
  const fieldCodes = fieldCodesOf(cls, fields, role, ledger, preamble);
  const names = new Set(members.map(({ name }) => name));
  const checks = checksOf(cls, fieldCodes, ledger, { preamble, role, members: names }, !isExtending);
  const printOne = (field: Field, margin: string) => {
    const { text } = printField(field, fieldCodes.get(field) as FieldCode, margin, preamble, role === 'create');
    return marked({ element: { kind: 'field', class: cls, field } }, text);
  };
  const { base, doc } = requests[role];
  return marked({ element: { kind: 'class', class: cls } }, [
    classHeader(className(packageTypes.of(cls)[role]), parents.length > 0 ? parents : [preamble.importFromBase(base)]),
    classBody(
      [doc(cls.name), ...deprecation(cls)].join('\n\n'),
      // The base class of updates rejects unknown keys already.
      printConfig(
        fields,
        role === 'update' ? undefined : isExtending ? extraOf(cls) : cls.closed ? 'forbid' : undefined,
        preamble,
      ),
      printMembers(fields, (field) => isExtending && narrowsListItems(field), printOne, preamble),
      validator(`_check_${role}_of_${cls.slug}`, checks, preamble),
    ),
  ]);
}

/** Checks whether all members of a superclass's body, including inherited ones, are among the given members. */
function isSubset(superclass: DomainClass, members: readonly Field[], role: 'create' | 'update'): boolean {
  const names = new Set(members.map(({ name }) => name));
  return superclass.allFields.every((field) => isBuiltIn(field) || !isMember(field, role) || names.has(field.name));
}

function fieldCodesOf(
  cls: DomainClass,
  fields: readonly Field[],
  role: FieldRole,
  ledger: PythonLedger,
  preamble: Preamble,
): ReadonlyMap<Field, FieldCode> {
  return new Map(fields.map((field) => [field, fieldCode(cls, field, role, ledger, preamble)]));
}

/**
 * Returns the checks in the validator of a class: its own rules about whole instances, and checks of its fields.
 *
 * @param includesInherited whether it includes the rules of superclasses
 */
function checksOf(
  cls: DomainClass,
  fieldCodes: ReadonlyMap<Field, FieldCode>,
  ledger: PythonLedger,
  site: CheckSite,
  includesInherited = false,
): readonly Lines[] {
  const checks: Lines[] = [];
  const objectDemands = demandsOn(cls).object.filter((demand) => includesInherited || demand.class === cls);
  for (const codes of ledger.printAll(objectDemands, site)) {
    for (const code of codes) if (code.as === 'check' && !isEmpty(code.lines)) checks.push(code.lines);
  }
  for (const fieldCode of fieldCodes.values()) checks.push(...fieldCode.checks);
  return checks;
}

function commentLines(sentence: string | undefined, margin: string): readonly string[] {
  if (sentence === undefined) return [];
  const start = `${margin}# `;
  return wrap(sentence, lineWidth - start.length).map((line) => start + line);
}

/** @param margin indentation of its lines */
function printField(field: Field, { args, annotation }: FieldCode, margin: string, preamble: Preamble, isDescribed = true) {
  const room = lineWidth - margin.length;
  // Type checkers require a value if a field without a default overrides one with a default.
  const value =
    memberValue(field, args, preamble, isDescribed) ??
    (field.refines ? { callee: preamble.importName('pydantic', 'Field'), args: [] } : undefined);
  const type = annotation(value, room);
  return { text: indent(assignment(attributeName(field.name), type, value, room), margin), type: annotationText(type) };
}
