import type { DomainClass, DomainModel, Enumeration, Field, Relation } from '../../model/index.ts';
import { defineTarget, Ledger, parserNormalization } from '../core/index.ts';
import type { FileToPrint, OptionValues, Printing, Subject } from '../target.ts';
import { type Lines, linearPatternModule, marked, printed, separated } from '../text/index.ts';
import { answers, type Code, type Site } from './answers.ts';
import { type RuntimeNames, RuntimeSchemas, schemaName, validationFolder } from './class-schemas.ts';
import { type FieldGroups, factoryLines, groupFields, parameterFields, recordFactory, updateFunction } from './factory.ts';
import {
  entityInterface,
  type NoteOf,
  ownRelationsOf,
  printedFields,
  relationsInterface,
  relationsParents,
  unenforcedNotes,
} from './interfaces.ts';
import { classIris, iriConstantNames } from './iris.ts';
import { braced, importLines } from './layout.ts';
import { enumerationModule, unionModule } from './named-types.ts';
import { byModule, type Element, elementModules, type Modules, pageModule } from './names.ts';
import { commonNames, patternModule, runtimeModule, runtimeText } from './schema-runtime.ts';
import { namedType } from './types.ts';
import { childTypes, isOfLibrary, type LibraryName, pageTypeModule, variantDeclarations } from './variant-types.ts';
import {
  type CreateAndUpdate,
  differenceFromRecord,
  distinctParents,
  extensionOf,
  inheritanceOf,
  membersOf,
  type TypesOf,
  typesOf,
} from './variants.ts';
import { ZodSchemas } from './zod-schemas.ts';

export { type PositionalArguments, positionalArguments } from './factory.ts';
export { importLines, type Parameter, signature, type TypeText, typeLines } from './layout.ts';
export { stringLiteral } from './literals.ts';
export { moduleNames } from './names.ts';

/** Extensions of module names in imports, by the value of the option. */
const importExtensions: Readonly<Record<string, string>> = { js: '.js', ts: '.ts', none: '' };

/**
 * One module per class, with its interfaces and factory, one per enumeration and union, and `index.ts`, which exports them
 * all. The validators are in a separate folder with its own index: programs that use only the types do not load them, and the
 * modules of classes stay short.
 */
export const typescriptModels = defineTarget<Site, Code>({
  name: 'typescript-models',
  category: 'rdf-generators',
  language: 'TypeScript',
  description: 'Interfaces, factories and validators for a frontend, one module per class',
  enforces: true,
  differences: [parserNormalization],
  options: {
    imports: {
      type: 'choice',
      values: Object.keys(importExtensions),
      default: 'js',
      about: 'how modules name each other: ./post.js, ./post.ts as Node.js and Deno run TypeScript itself, or ./post',
    },
    validators: {
      type: 'choice',
      values: ['own', 'zod', 'none'],
      default: 'own',
      about: 'schemas of all types in validation/: with an own runtime, for zod 4, or none',
    },
  },
  ledger: () => new Ledger(answers),
  print,
});

/** Returns the names of all types of a model, except the generic type of pages. */
function typeNamesOf({ classes, enumerations, unions }: DomainModel, types: TypesOf): readonly string[] {
  return [...classes.flatMap((cls) => types(cls).all), ...[...enumerations, ...unions].map(({ name }) => name)];
}

/** Returns the name of the generic type of pages. */
export function pageTypeName(model: DomainModel): string {
  return pageModule([], typeNamesOf(model, typesOf(model))).name;
}

function print(model: DomainModel, ledger: Ledger<Site, Code>, options: OptionValues): Printing {
  const { classes, enumerations, unions } = model;
  const of = elementModules(model);
  const types = typesOf(model);
  const names = typeNamesOf(model, types);
  const page = pageModule([...of.values(), 'index'], names);
  const modules: Modules = { of, page, ending: importExtensions[String(options['imports'])] ?? '' };
  const iris = iriConstantNames(model);
  const noteOf = unenforcedNotes(model, (demand) => ledger.achieved(demand));
  const hidesLibraryTypes = names.some(isOfLibrary);
  const validators = options['validators'] === 'zod' ? 'zod' : 'own';
  const shared: RuntimeNames = new Set(commonNames[validators]);
  const file = (path: string, lines: () => Lines): FileToPrint => ({ path: `${path}.ts`, print: () => printed(lines()) });
  const fileOf = (about: Subject, lines: () => Lines, folder = '') => ({
    ...file(`${folder}${modules.of.get(about)}`, lines),
    about,
  });
  const files = [
    ...classes.map((cls) => fileOf(cls, () => classModule(cls, types, modules, noteOf, ledger, iris, hidesLibraryTypes))),
    ...enumerations.map((enumeration) => fileOf(enumeration, () => enumerationModule(enumeration, iris.get(enumeration)))),
    ...unions.map((union) => fileOf(union, () => unionModule(union))),
    file(page.module, () => pageTypeModule(page.name)),
    file('index', () => [
      ...[...classes, ...enumerations, ...unions].map((element) => exportAll(element, modules)),
      `export type { ${page.name} } from './${page.module}${modules.ending}';`,
    ]),
  ];
  if (options['validators'] === 'none') return { files };
  const Schemas = validators === 'zod' ? ZodSchemas : RuntimeSchemas;
  files.push(
    ...classes.map((cls) => fileOf(cls, () => new Schemas(cls, types, ledger).module(modules, shared), `${validationFolder}/`)),
    file(`${validationFolder}/index`, () => [
      classes.map((cls) => exportAll(cls, modules)),
      validators === 'zod'
        ? undefined
        : braced(
            'export ',
            [`type ${standardSchema(classes, types)}`, 'ValidationError', 'type Violation'],
            ` from './${runtimeModule}${modules.ending}';`,
          ),
    ]),
  );
  return {
    files,
    last: () => [
      { path: `${validationFolder}/${runtimeModule}.ts`, content: runtimeText(shared, validators) },
      ...(shared.has(patternModule) ? [{ path: `${validationFolder}/${patternModule}.ts`, content: linearPatternModule }] : []),
    ],
  };
}

const unchangedName: LibraryName = (name) => name;

/** Returns the export of the type of all schemas, renamed if a class schema has its name. */
function standardSchema(classes: readonly DomainClass[], typesOf: TypesOf): string {
  const name = 'StandardSchema';
  const isTaken = classes.some((cls) => typesOf(cls).all.some((type) => schemaName(type) === name));
  return isTaken ? `${name} as ${name}Of` : name;
}

/** Returns the line that exports everything from the module of an element. */
function exportAll(element: Element, { of, ending }: Modules): Lines {
  return `export * from './${of.get(element)}${ending}';`;
}

function classModule(
  cls: DomainClass,
  typesOf: TypesOf,
  modules: Modules,
  noteOf: NoteOf,
  ledger: Ledger<Site, Code>,
  iris: ReadonlyMap<DomainClass | Enumeration, string>,
  hidesLibraryTypes: boolean,
): Lines {
  const types = typesOf(cls);
  const irisName = iris.get(cls);
  const create = extensionOf(cls, inheritanceOf(cls, 'create'));
  const content: ClassContent = {
    fields: printedFields(cls),
    relations: ownRelationsOf(cls),
    groups: groupFields(cls),
    create: { ...create, parents: distinctParents(create.parents, 'create') },
    update: differenceFromRecord(cls, membersOf(cls, 'update')),
  };
  const imports = importedTypes(cls, content, typesOf);
  // A class may have the name of a library type: then the type of the module hides the library type.
  const isInScope = (name: string) => types.all.includes(name) || [...imports.values()].some((names) => names.includes(name));
  const libraryName: LibraryName = hidesLibraryTypes ? (name) => (isInScope(name) ? `globalThis.${name}` : name) : unchangedName;
  const lines = separated([
    [
      ...[...imports].map(([other, names]) => ({ module: modules.of.get(other) as string, names: names.toSorted() })),
      { module: modules.page.module, names: [modules.page.name] },
    ]
      .sort(byModule)
      .map(({ module, names }) => importLines('import type ', names, `'./${module}${modules.ending}'`)),
    entityInterface(cls, content.fields, noteOf),
    relationsInterface(cls, content.relations, typesOf),
    cls.abstract
      ? undefined
      : factoryLines(cls, content.groups, { type: types.create, extension: content.create }, libraryName, ledger),
    ...variantDeclarations(cls, content, types, typesOf, libraryName, modules.page.name),
    ...(cls.abstract
      ? []
      : [
          recordFactory(cls, content.groups, content.create.difference, types.create, ledger),
          updateFunction(cls, content.update, types.update),
        ]),
    irisName !== undefined && classIris(cls, irisName),
  ]);
  return marked({ element: { kind: 'class', class: cls } }, lines);
}

/** The fields, relations and variants that the module of a class prints. */
interface ClassContent extends CreateAndUpdate {
  readonly fields: readonly Field[];
  readonly relations: readonly Relation[];
  /** The fields by what its factory does with them. */
  readonly groups: FieldGroups;
}

/** Returns the types that the module of a class imports from other modules. */
function importedTypes(
  cls: DomainClass,
  { fields, relations, groups, create }: ClassContent,
  typesOf: TypesOf,
): ReadonlyMap<Element, readonly string[]> {
  const imports = new Map<Element, string[]>();
  const add = (from: Element, name: string) => {
    if (from === cls) return;
    const names = imports.get(from);
    if (names === undefined) imports.set(from, [name]);
    else if (!names.includes(name)) names.push(name);
  };
  for (const parent of cls.parents) add(parent, parent.name);
  for (const parent of relationsParents(cls)) {
    add(parent, parent.name);
    add(parent, parent.relationsName as string);
  }
  for (const parent of cls.abstract ? [] : create.parents) add(parent, typesOf(parent).create);
  if (typesOf(cls).any !== undefined) for (const [name, child] of childTypes(cls, typesOf)) add(child, name);
  for (const relation of relations) add(relation.target, typesOf(relation.target).asRelated);
  const addType = (field: Field) => {
    const type = namedType(field);
    if (type !== undefined) add(type, type.name);
  };
  fields.forEach(addType);
  if (!cls.abstract) parameterFields(groups).forEach(addType);
  return imports;
}
