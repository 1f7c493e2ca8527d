/** The packages: `__init__.py`. */

import type { DomainModel } from '../../model/index.ts';
import { indentLines, type Lines, separated, text } from '../text/index.ts';
import { type Forms, namesOfForms } from './forms.ts';
import { inOrder } from './imports.ts';
import { deprecation, docstring } from './literals.ts';
import { className, moduleName } from './names.ts';
import { baseModule, Preamble } from './preamble.ts';

const tab = '    ';

/** What marks models whose numbers are read from texts. */
export const fromTexts = 'FromTexts';

/** Text of `__init__.py`. What type checkers see as imports is imported when it is asked for. */
export function printPackage(model: DomainModel, forms: Forms): string {
  const forTypeCheckers = new Preamble();
  const modules = new Map<string, string>();
  const place = (names: readonly string[], slug: string) => {
    const module = moduleName(slug);
    for (const name of names) modules.set(forTypeCheckers.fromPackage(module, name), `.${module}`);
  };
  for (const cls of model.classes) place([className(cls.name), ...namesOfForms(cls, forms)], cls.slug);
  for (const type of [...model.enumerations, ...model.unions]) place([className(type.name)], type.slug);
  // Of what queries and forms have; a class of that name goes first.
  if (!modules.has(fromTexts)) place([fromTexts], baseModule);
  const places = inOrder([...modules.keys()]).map((name) => [name, `${modules.get(name)}`] as const);
  const preamble = new Preamble();
  preamble.from('typing', 'TYPE_CHECKING');
  return text(
    separated([
      docstring(
        [model.label ?? model.name, ...(model.doc === undefined ? [] : [model.doc]), ...deprecation(model)].join('\n\n'),
        0,
      ),
      preamble.imports(),
      ['if TYPE_CHECKING:', ...indentLines(forTypeCheckers.imports(tab.length), tab)],
      ['__all__ = [', ...places.map(([name]) => `    "${name}",`), ']'],
      lateLines(places),
    ]),
  );
}

/** An import in the middle of a module, because type checkers are not to know what stands there. */
function lateLines(places: readonly (readonly [name: string, module: string])[]): Lines {
  return [
    'if not TYPE_CHECKING:',
    `${tab}from ._base import late`,
    '',
    `${tab}__getattr__ = late(`,
    `${tab}${tab}__name__,`,
    `${tab}${tab}{`,
    ...places.map(([name, module]) => `${tab}${tab}${tab}"${name}": "${module}",`),
    `${tab}${tab}},`,
    `${tab})`,
    '',
    `${tab}def __dir__() -> list[str]:`,
    `${tab}${tab}return __all__`,
  ];
}

/** Text of `_variants/__init__.py`. */
export function printVariantsPackage(): string {
  return text(docstring('What else stands for classes. The modules of the classes have it, too.', 0));
}
