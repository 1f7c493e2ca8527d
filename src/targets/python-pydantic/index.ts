import type { DomainModel } from '../../model/index.ts';
import type { GeneratedFile, Target } from '../target.ts';
import { printModule } from './module.ts';
import { moduleName } from './names.ts';
import { printPackage } from './package.ts';

export { className } from './names.ts';

/**
 * A Python package of Pydantic models: one module per class, and `__init__.py` with all of them.
 * It needs Python 3.11 (`datetime.UTC`) and Pydantic 2.11 (`serialize_by_alias`).
 */
export const pythonPydantic: Target = {
  name: 'python-pydantic',
  category: 'rdf-generators',
  language: 'Python',
  description: 'Pydantic v2 models, one module per class',
  generate,
};

function generate(model: DomainModel): readonly GeneratedFile[] {
  return [
    ...model.classes.map((cls) => ({ path: `${moduleName(cls.slug)}.py`, content: printModule(cls) })),
    { path: '__init__.py', content: printPackage(model) },
  ];
}
