/** The packages: `__init__.py`. */

import type { DomainModel } from '../../model/index.ts';
import { type Lines, type Printed, printed, separated, text } from '../text/index.ts';
import type { Forms } from './forms.ts';
import { compareInAll, compareNatural, namesImported } from './imports.ts';
import { deprecation, docstring, lineWidth } from './literals.ts';
import { className, moduleName } from './names.ts';
import { baseModule, Preamble } from './preamble.ts';

const tab = '    ';

/** What marks models whose numbers are read from texts. */
export const fromTexts = 'FromTexts';

/** A module of the package, and what the package has of it. */
interface Source {
  readonly module: string;
  /** In the order of `__all__`. */
  readonly names: readonly string[];
}

/** Something that the package has, and the module that it comes from. */
interface Place {
  readonly name: string;
  readonly module: string;
}

/** Text of `__init__.py`. What type checkers see as imports is imported when it is asked for. */
export function printPackage(model: DomainModel, forms: Forms): Printed {
  const sources = sourcesOf(model, forms);
  // Names are nearly in their order already: modules are named by them.
  const places = sources.flatMap(({ module, names }) => names.map((name): Place => ({ name, module })));
  places.sort((a, b) => compareInAll(a.name, b.name));
  const preamble = new Preamble();
  preamble.from('typing', 'TYPE_CHECKING');
  return printed(
    separated([
      docstring(
        [model.label ?? model.name, ...(model.doc === undefined ? [] : [model.doc]), ...deprecation(model)].join('\n\n'),
        0,
      ),
      preamble.imports(),
      ['if TYPE_CHECKING:', sources.map(importLines)],
      ['__all__ = [', places.map(({ name }) => `    "${name}",`), ']'],
      lateLines(places),
    ]),
  );
}

/** The modules of a package, in the order in which they are imported. */
function sourcesOf(model: DomainModel, forms: Forms): readonly Source[] {
  const sources = model.classes.map((cls): Source => {
    return { module: `.${moduleName(cls.slug)}`, names: forms.allNamesOf(cls) };
  });
  for (const { slug, name } of [...model.enumerations, ...model.unions]) {
    sources.push({ module: `.${moduleName(slug)}`, names: [className(name)] });
  }
  // Of what queries and forms have; a class of that name goes first.
  const isTaken = sources.some(({ names }) => names.includes(fromTexts));
  if (!isTaken) sources.push({ module: `.${baseModule}`, names: [fromTexts] });
  return sources.sort((a, b) => compareNatural(a.module, b.module));
}

/** The statement that imports what the package has of a module, as one text. */
function importLines({ module, names }: Source): string {
  return namesImported(module, names, lineWidth - tab.length)
    .map((line) => tab + line)
    .join('\n');
}

/** An import in the middle of a module, because type checkers are not to know what stands there. */
function lateLines(places: readonly Place[]): Lines {
  return [
    'if not TYPE_CHECKING:',
    `${tab}from ._base import late`,
    '',
    `${tab}__getattr__ = late(`,
    `${tab}${tab}__name__,`,
    `${tab}${tab}{`,
    places.map(({ name, module }) => `            "${name}": "${module}",`),
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
