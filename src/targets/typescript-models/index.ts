import type { DomainClass, DomainModel } from '../../model/index.ts';
import { defineTarget, type Ledger, parsedBeforeSeen } from '../core/index.ts';
import type { GeneratedFile } from '../target.ts';
import { type Lines, marked, printed, separated } from '../text/index.ts';
import { type Code, ledger, type Site } from './answers.ts';
import { factory, factoryName, parameterFields } from './factory.ts';
import {
  type Admissions,
  admissions,
  entityInterface,
  printedFields,
  printedRelations,
  relationsInterface,
  relationsParents,
} from './interfaces.ts';
import { braced, importLines } from './layout.ts';
import { enumerationModule, unionModule } from './named-types.ts';
import { type Element, elementModules } from './names.ts';
import { namedType } from './types.ts';
import { validationFolder, validatorExports, validatorModule } from './validators.ts';
import { checksModule, valueChecks } from './value-checks.ts';

export { moduleNames } from './names.ts';

/**
 * One module a class, with its interfaces and its factory, one for each enumeration and union, and `index.ts`,
 * which exports them all. The validators stand in a folder of their own, with an index of their own: who wants
 * the types alone does not load them, and the modules of the classes stay short.
 */
export const typescriptModels = defineTarget<Site, Code>({
  name: 'typescript-models',
  category: 'rdf-generators',
  language: 'TypeScript',
  description: 'Interfaces, factories and validators for a frontend, one module per class',
  differences: [parsedBeforeSeen],
  ledger,
  print,
});

function print(model: DomainModel, ledger: Ledger<Site, Code>): readonly GeneratedFile[] {
  const { classes, enumerations, unions } = model;
  const modules = elementModules(model);
  const admits = admissions(model, (demand) => ledger.achieved(demand));
  const file = (path: string, lines: Lines): GeneratedFile => ({ path: `${path}.ts`, ...printed(lines) });
  const validator = (path: string, lines: Lines) => file(`${validationFolder}/${path}`, lines);
  return [
    ...classes.map((cls) => file(`${modules.get(cls)}`, classModule(cls, modules, admits, ledger))),
    ...enumerations.map((enumeration) => file(`${modules.get(enumeration)}`, enumerationModule(enumeration))),
    ...unions.map((union) => file(`${modules.get(union)}`, unionModule(union))),
    file('index', [
      classes.map((cls) => exports(cls, modules)),
      enumerations.map((enumeration) =>
        marked(
          { element: { kind: 'enumeration', enumeration } },
          `export { ${enumeration.name} } from ${specifier(enumeration, modules)};`,
        ),
      ),
      unions.map((union) => `export type { ${union.name} } from ${specifier(union, modules)};`),
    ]),
    ...classes.map((cls) => validator(`${modules.get(cls)}`, validatorModule(cls, modules, ledger))),
    validator('index', [
      classes.map((cls) => validatorExports(cls, modules)),
      `export type { Violation } from './${checksModule}.js';`,
    ]),
    { path: `${validationFolder}/${checksModule}.ts`, content: valueChecks() },
  ];
}

/** The path from one generated module to another, as Node and bundlers both resolve it. */
function specifier(element: Element, modules: ReadonlyMap<Element, string>): string {
  return `'./${modules.get(element)}.js'`;
}

function classModule(
  cls: DomainClass,
  modules: ReadonlyMap<Element, string>,
  admits: Admissions,
  ledger: Ledger<Site, Code>,
): Lines {
  const imports = importedTypes(cls);
  const lines = separated([
    [...imports]
      .map(([other, names]) => ({ from: specifier(other, modules), names: [...names] }))
      .sort((a, b) => (a.from < b.from ? -1 : 1))
      .map(({ from, names }) => importLines('import type ', names, from)),
    entityInterface(cls, admits),
    relationsInterface(cls),
    factory(cls, new Set([ownTypes(cls), ...imports.values()].flatMap((names) => [...names])), ledger),
  ]);
  return marked({ element: { kind: 'class', class: cls } }, lines);
}

/** The types that the module of a class needs from the modules of others. */
function importedTypes(cls: DomainClass): ReadonlyMap<Element, ReadonlySet<string>> {
  const imports = new Map<Element, Set<string>>();
  const add = (from: Element, names: readonly string[]) => {
    if (from !== cls) imports.set(from, new Set([...(imports.get(from) ?? []), ...names]));
  };
  for (const parent of cls.parents) add(parent, [parent.name]);
  for (const parent of relationsParents(cls)) add(parent, ownTypes(parent));
  for (const relation of printedRelations(cls)) add(relation.target, [relation.target.name]);
  for (const field of [...printedFields(cls), ...parameterFields(cls)]) {
    const type = namedType(field);
    if (type !== undefined) add(type, [type.name]);
  }
  return imports;
}

/** The types that the module of a class declares. */
function ownTypes(cls: DomainClass): readonly string[] {
  return cls.relationsName === undefined ? [cls.name] : [cls.name, cls.relationsName];
}

function exports(cls: DomainClass, modules: ReadonlyMap<Element, string>): Lines {
  const names = [...ownTypes(cls).map((name) => `type ${name}`), factoryName(cls)];
  return marked({ element: { kind: 'class', class: cls } }, braced('export ', names, ` from ${specifier(cls, modules)};`));
}
