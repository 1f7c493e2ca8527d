import type { DomainModel } from '../../model/index.ts';
import { belowMicrosecond, defineTarget, Ledger, parsedBeforeSeen } from '../core/index.ts';
import type { FileToPrint, Printing, Subject } from '../target.ts';
import type { Printed } from '../text/index.ts';
import { answers, type PythonLedger } from './answers.ts';
import { printBase } from './base.ts';
import { formsOf } from './forms.ts';
import { gapsOf } from './gaps.ts';
import { namesOfPackage, printModule } from './module.ts';
import { printEnumeration, printUnion } from './named-types.ts';
import { moduleName } from './names.ts';
import { printPackage, printVariantsPackage } from './package.ts';
import { baseModule, Needs, variantsPackage } from './preamble.ts';
import { printVariants } from './variants.ts';

export { className } from './names.ts';

/**
 * A Python package of Pydantic models: one module per class, enumeration and union, one that they share, and `__init__.py`
 * with all of them. It needs Python 3.11 (`datetime.UTC`) and Pydantic 2.11 (`serialize_by_alias`).
 */
export const pythonPydantic = defineTarget({
  name: 'python-pydantic',
  category: 'rdf-generators',
  language: 'Python',
  description: 'Pydantic v2 models, one module per class',
  enforces: true,
  differences: [parsedBeforeSeen, belowMicrosecond],
  ledger: () => new Ledger(answers),
  print,
});

function print(model: DomainModel, ledger: PythonLedger): Printing {
  const needs = new Needs(model.policies.iris === 'on');
  const forms = formsOf(model);
  const pkg = {
    ledger,
    gaps: gapsOf(model, (demand) => ledger.achieved(demand)),
    needs,
    forms,
    isNamed: namesOfPackage(model, forms),
  };
  const file = (about: Subject, print: () => Printed, folder = ''): FileToPrint => ({
    path: `${folder}${moduleName(about.slug)}.py`,
    about,
    print,
  });
  return {
    files: [
      ...model.classes.map((cls) => file(cls, () => printModule(cls, pkg))),
      ...model.classes.map((cls) => file(cls, () => printVariants(cls, pkg), `${variantsPackage}/`)),
      ...model.enumerations.map((enumeration) => file(enumeration, () => printEnumeration(enumeration, needs.iris))),
      ...model.unions.map((union) => file(union, () => printUnion(union, needs))),
    ],
    isApart: true,
    gathered: [needs.helpers, needs.kinds],
    last: () => [
      { path: `${baseModule}.py`, content: printBase(needs) },
      { path: '__init__.py', ...printPackage(model, forms) },
      { path: `${variantsPackage}/__init__.py`, content: printVariantsPackage() },
    ],
  };
}
