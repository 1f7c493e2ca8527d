import type { DomainModel } from '../../model/index.ts';
import { describedTarget } from '../core/index.ts';
import type { GeneratedFile } from '../target.ts';
import { printModule } from './module.ts';
import { printEnumeration, printUnion } from './named-types.ts';
import { moduleName } from './names.ts';
import { printPackage } from './package.ts';
import { shortfallsOf } from './shortfalls.ts';
import { spelling } from './spelling.ts';
import { support } from './support.ts';

export { className } from './names.ts';

/**
 * A Python package of Pydantic models: one module per class, enumeration and union, and `__init__.py` with all of them.
 * It needs Python 3.11 (`datetime.UTC`) and Pydantic 2.11 (`serialize_by_alias`).
 */
export const pythonPydantic = describedTarget({
  name: 'python-pydantic',
  category: 'rdf-generators',
  language: 'Python',
  description: 'Pydantic v2 models, one module per class',
  generate,
  support,
  spelling,
});

function generate(model: DomainModel): readonly GeneratedFile[] {
  const shortfalls = shortfallsOf(model);
  const file = ({ slug }: { readonly slug: string }, content: string) => ({ path: `${moduleName(slug)}.py`, content });
  return [
    ...model.classes.map((cls) => file(cls, printModule(cls, shortfalls))),
    ...model.enumerations.map((enumeration) => file(enumeration, printEnumeration(enumeration))),
    ...model.unions.map((union) => file(union, printUnion(union))),
    { path: '__init__.py', content: printPackage(model) },
  ];
}
