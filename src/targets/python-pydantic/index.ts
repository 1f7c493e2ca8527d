import type { DomainModel } from '../../model/index.ts';
import {
  chosenVariants,
  defineTarget,
  Ledger,
  microsecondPrecision,
  parserNormalization,
  unrestrictedCharacters,
  variantsOption,
} from '../core/index.ts';
import type { FileToPrint, OptionValues, Printing, Subject } from '../target.ts';
import type { Printed } from '../text/index.ts';
import { answers, type PythonLedger } from './answers.ts';
import { MAX_EAGER_CLASSES, printBase } from './base.ts';
import { gapsOf } from './gaps.ts';
import { laxScalars, spellings, standardTypes } from './kinds.ts';
import { printModule, printRelatedUnion } from './module.ts';
import { printEnumeration, printUnion } from './named-types.ts';
import { moduleName } from './names.ts';
import { printPackage } from './package.ts';
import { packageTypesOf } from './package-types.ts';
import { BaseModuleContents, baseModule } from './preamble.ts';

export { className } from './names.ts';

/**
 * The Pydantic target: a Python package with a module for each class, enumeration and union, a shared module, and an
 * `__init__.py` that exports all types. It needs Python 3.11 (`datetime.UTC`) and Pydantic 2.11 (`serialize_by_alias`).
 */
export const pythonPydantic = defineTarget({
  name: 'python-pydantic',
  category: 'rdf-generators',
  language: 'Python',
  description: 'Pydantic v2 models, one module per class',
  enforces: true,
  differences: [parserNormalization, unrestrictedCharacters, microsecondPrecision, laxScalars, standardTypes],
  spellings,
  options: { variants: variantsOption },
  ledger: () => new Ledger(answers),
  print,
});

function print(model: DomainModel, ledger: PythonLedger, options: OptionValues): Printing {
  const base = new BaseModuleContents(model.policies.iris === 'on');
  const variants = chosenVariants(options['variants']);
  const packageTypes = packageTypesOf(model, variants);
  const isLazy = model.classes.length > MAX_EAGER_CLASSES;
  const pkg = {
    ledger,
    gaps: gapsOf(model, (demand) => ledger.achieved(demand)),
    base,
    packageTypes,
    variants,
  };
  const file = (about: Subject, print: () => Printed, module = moduleName(about.slug)): FileToPrint => ({
    path: `${module}.py`,
    about,
    print,
  });
  return {
    files: [
      ...model.classes.map((cls) => file(cls, () => printModule(cls, pkg))),
      ...model.classes.flatMap((cls) => {
        const any = packageTypes.unionModuleOf(cls);
        return any === undefined
          ? []
          : [file(cls, () => printRelatedUnion(cls, packageTypes.of(cls).any as string, pkg), any.module)];
      }),
      ...model.enumerations.map((enumeration) => file(enumeration, () => printEnumeration(enumeration, base.withIris))),
      ...model.unions.map((union) => file(union, () => printUnion(union, base))),
    ],
    last: () => [
      { path: `${baseModule}.py`, content: printBase(base, isLazy) },
      { path: '__init__.py', ...printPackage(model, packageTypes, variants, isLazy) },
    ],
  };
}
