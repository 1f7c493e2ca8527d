import type { DomainClass, DomainModel } from '../../model/index.ts';
import type { GeneratedFile, Target } from '../target.ts';
import { type Lines, separated, text } from '../text/index.ts';
import { factory, factoryName } from './factory.ts';
import { entityInterface, ownRelations, relationsInterface } from './interfaces.ts';
import { braced } from './layout.ts';
import { moduleNames } from './names.ts';

export { moduleNames } from './names.ts';

/** One module a class, with its interfaces and its factory, and `index.ts`, which exports them all. */
export const typescriptModels: Target = {
  name: 'typescript-models',
  category: 'rdf-generators',
  language: 'TypeScript',
  description: 'Interfaces and factories for a frontend, one module per class',
  generate(model: DomainModel): readonly GeneratedFile[] {
    const modules = moduleNames(model);
    return [
      ...model.classes.map((cls) => ({
        path: `${modules.get(cls)}.ts`,
        content: text(classModule(cls, modules)),
      })),
      { path: 'index.ts', content: text(model.classes.map((cls) => exports(cls, modules))) },
    ];
  },
};

/** The path from one generated module to another, as Node and bundlers both resolve it. */
function specifier(cls: DomainClass, modules: ReadonlyMap<DomainClass, string>): string {
  return `'./${modules.get(cls)}.js'`;
}

function classModule(cls: DomainClass, modules: ReadonlyMap<DomainClass, string>): Lines {
  const imports = importedTypes(cls);
  return separated([
    [...imports]
      .map(([other, names]) => ({ from: specifier(other, modules), names: [...names] }))
      .sort((a, b) => (a.from < b.from ? -1 : 1))
      .map(({ from, names }) => importLines(names, from)),
    entityInterface(cls),
    relationsInterface(cls),
    factory(cls, new Set([ownTypes(cls), ...imports.values()].flatMap((names) => [...names]))),
  ]);
}

/** The types that the module of a class needs from the modules of others. */
function importedTypes(cls: DomainClass): ReadonlyMap<DomainClass, ReadonlySet<string>> {
  const imports = new Map<DomainClass, Set<string>>();
  const add = (from: DomainClass, names: readonly string[]) => {
    if (from !== cls) imports.set(from, new Set([...(imports.get(from) ?? []), ...names]));
  };
  for (const parent of cls.parents) add(parent, ownTypes(parent));
  for (const relation of ownRelations(cls)) add(relation.target, [relation.target.name]);
  return imports;
}

function importLines(names: readonly string[], from: string): Lines {
  // An import of a single name is never broken, however long.
  return names.length === 1 ? `import type { ${names[0]} } from ${from};` : braced('import type ', names, ` from ${from};`);
}

/** The types that the module of a class declares. */
function ownTypes(cls: DomainClass): readonly string[] {
  return cls.relationsName === undefined ? [cls.name] : [cls.name, cls.relationsName];
}

function exports(cls: DomainClass, modules: ReadonlyMap<DomainClass, string>): Lines {
  const names = [...ownTypes(cls).map((name) => `type ${name}`), factoryName(cls)];
  return braced('export ', names, ` from ${specifier(cls, modules)};`);
}
