/** Prints the module `__init__.py` of the package, which exports all types. */

import { type DomainClass, type DomainModel, declaredRelations } from '../../model/index.ts';
import type { VariantKind } from '../core/index.ts';
import { type Lines, type Printed, printed, separated } from '../text/index.ts';
import { importNames, inOrder, keyInAll, naturalKey, sortedBy } from './imports.ts';
import { deprecation, docstring, lineWidth } from './literals.ts';
import { className, moduleName } from './names.ts';
import type { PackageTypes } from './package-types.ts';
import { Preamble } from './preamble.ts';
import { ownRelations } from './related-class.ts';

/** A module of the package with its exported names. */
interface Source {
  readonly module: string;
  readonly names: readonly string[];
}

/**
 * Returns the text of `__init__.py`.
 *
 * @param isLazy whether modules are imported when one of their names is first used
 */
export function printPackage(
  model: DomainModel,
  packageTypes: PackageTypes,
  variants: ReadonlySet<VariantKind>,
  isLazy: boolean,
): Printed {
  const sources = sourcesOf(model, packageTypes);
  const exported = inOrder(sources.flatMap(({ names }) => names));
  const preamble = new Preamble();
  if (isLazy) {
    preamble.importName('importlib', 'import_module');
    preamble.importName('typing', 'TYPE_CHECKING');
  }
  const imports = sources.flatMap(({ module, names }) => importNames(module, names, lineWidth - (isLazy ? 4 : 0)));
  const related = variants.has('related') ? model.classes.filter(({ relationsName }) => relationsName !== undefined) : [];
  return printed(
    separated([
      docstring(
        [`Models of ${model.label ?? model.name}.`, ...(model.doc === undefined ? [] : [model.doc]), ...deprecation(model)].join(
          '\n\n',
        ),
        0,
      ),
      preamble.imports(),
      isLazy ? ['if TYPE_CHECKING:', imports.map((line) => `    ${line}`)] : imports,
      ['__all__ = [', exported.map((name) => `    "${name}",`), ']'],
      isLazy ? lazyLines(sources, related, packageTypes) : rebuildLines(related, packageTypes),
    ]),
  );
}

/** Returns the modules of a package, in the order of their imports. */
function sourcesOf(model: DomainModel, packageTypes: PackageTypes): readonly Source[] {
  const sources = model.classes.flatMap((cls): Source[] => {
    const any = packageTypes.unionModuleOf(cls);
    return [
      { module: `.${moduleName(cls.slug)}`, names: packageTypes.exportedNamesOf(cls) },
      ...(any === undefined ? [] : [{ module: `.${any.module}`, names: any.names }]),
    ];
  });
  for (const { slug, name } of [...model.enumerations, ...model.unions]) {
    sources.push({ module: `.${moduleName(slug)}`, names: [className(name)] });
  }
  return sortedBy(sources, ({ module }) => naturalKey(module));
}

/** Returns the calls that resolve the forward references of models with related objects. */
function rebuildLines(related: readonly DomainClass[], packageTypes: PackageTypes): Lines {
  const types = related.flatMap(ownRelations).map(({ target }) => packageTypes.relatedTypeOf(target));
  const aliases = new Map(types.map(({ forwardName, name }) => [forwardName, name]));
  return [
    [...aliases].filter(([alias, name]) => alias !== name).map(([alias, name]) => `${alias} = ${name}`),
    related
      .filter((cls) => declaredRelations(cls).length > 0)
      .map(({ relationsName }) => `${className(relationsName as string)}.model_rebuild()`),
  ];
}

/** Returns the code that imports a module on first use (PEP 562), together with those of its forward references. */
function lazyLines(sources: readonly Source[], related: readonly DomainClass[], packageTypes: PackageTypes): Lines {
  const moduleOf = new Map(sources.flatMap(({ module, names }) => names.map((name) => [name, module] as const)));
  const referencesByModule = new Map<string, Set<string>>();
  for (const cls of related) {
    const relations = [cls, ...cls.ancestors].flatMap(ownRelations);
    const module = `.${moduleName(cls.slug)}`;
    const types = relations.map(({ target }) => packageTypes.relatedTypeOf(target));
    const references = types.filter(({ name }) => name !== className(cls.name)).map(({ forwardName }) => forwardName);
    if (references.length > 0) referencesByModule.set(module, new Set(references));
  }
  return separated([
    ['_MODULES = {', sortedBy(moduleOf, ([name]) => keyInAll(name)).map(([name, module]) => `    "${name}": "${module}",`), '}'],
    [
      '# Forward references of each module, which are resolved when the module is imported.',
      referencesByModule.size === 0
        ? '_REFERENCES: dict[str, str] = {}'
        : [
            '_REFERENCES: dict[str, str] = {',
            [...referencesByModule].map(([module, names]) => `    "${module}": "${inOrder([...names]).join(' ')}",`),
            '}',
          ],
    ],
    [
      '',
      'def __getattr__(name: str) -> object:',
      '    """Imports a name on first use."""',
      '    if name not in _MODULES:',
      '        message = f"module {__name__!r} has no attribute {name!r}"',
      '        raise AttributeError(message)',
      '    module = import_module(_MODULES[name], __name__)',
      '    for reference in _REFERENCES.get(_MODULES[name], "").split():',
      '        other = reference.removeprefix("_")',
      '        source = import_module(_MODULES[other], __name__)',
      '        setattr(module, reference, getattr(source, other))',
      '    return getattr(module, name)',
    ],
    ['', 'def __dir__() -> list[str]:', '    return __all__'],
  ]);
}
