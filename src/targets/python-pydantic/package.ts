/** The package: `__init__.py`. */

import type { DomainClass, DomainModel } from '../../model/index.ts';
import { type Lines, separated, text } from '../text/index.ts';
import { deprecation, docstring } from './literals.ts';
import { forwardName, forwardReferences } from './module.ts';
import { className, moduleName } from './names.ts';
import { compareNames, Preamble } from './preamble.ts';

/**
 * Text of `__init__.py`. It runs before any module of the package is imported, so the relationship
 * models are complete for everybody who sees them.
 */
export function printPackage(model: DomainModel): string {
  const preamble = new Preamble();
  const names = [...model.classes, ...model.enumerations, ...model.unions].flatMap((element) =>
    exportedNames(element).map((name) => preamble.fromPackage(moduleName(element.slug), name)),
  );
  return text(
    separated([
      docstring(
        [model.label ?? model.name, ...(model.doc === undefined ? [] : [model.doc]), ...deprecation(model)].join('\n\n'),
        0,
      ),
      preamble.imports(),
      ['__all__ = [', ...names.sort(compareNames).map((name) => `    "${name}",`), ']'],
      rebuilds(model.classes),
    ]),
  );
}

function exportedNames({ name, relationsName }: { name: string; relationsName?: string }): readonly string[] {
  return [name, ...(relationsName === undefined ? [] : [relationsName])].map(className);
}

function rebuilds(classes: readonly DomainClass[]): Lines {
  const renamed = new Set<DomainClass>();
  const calls: string[] = [];
  for (const cls of classes) {
    const references = forwardReferences(cls);
    if (cls.relationsName === undefined || references.length === 0) continue;
    for (const target of references) if (forwardName(target) !== className(target.name)) renamed.add(target);
    calls.push(`${className(cls.relationsName)}.model_rebuild()`);
  }
  if (calls.length === 0) return [];
  return [
    '# Relationship models name classes of other modules, which are all known only here.',
    ...[...renamed].map((target) => `${forwardName(target)} = ${className(target.name)}`),
    ...calls,
  ];
}
