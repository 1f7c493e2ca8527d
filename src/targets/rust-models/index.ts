import type { DomainClass, DomainModel } from '../../model/index.ts';
import type { GeneratedFile, Target } from '../target.ts';
import { separated, text } from '../text/index.ts';
import { classFile, declaredTypes } from './class.ts';
import { deprecation, docComment } from './docs.ts';
import { useDeclaration } from './layout.ts';
import { moduleNames } from './names.ts';

export { moduleNames, typeName } from './names.ts';

/** Rust structs with serde: a module of one file per class, such as `src/models/`. */
export const rustModels: Target = {
  name: 'rust-models',
  category: 'rdf-generators',
  language: 'Rust',
  description: 'Rust structs with serde, constructors and relationship types; one file per class',
  generate(model) {
    const modules = moduleNames(model.classes);
    return [
      ...[...modules].map(([cls, module]): GeneratedFile => ({ path: `${module}.rs`, content: classFile(cls) })),
      { path: 'mod.rs', content: modFile(model, modules) },
    ];
  },
};

/** The parent of the classes' modules, which re-exports their types. */
function modFile(model: DomainModel, names: ReadonlyMap<DomainClass, string>): string {
  // rustfmt wants both groups in this order.
  const modules = [...names].sort(([, a], [, b]) => (a < b ? -1 : 1));
  return text(
    separated([
      docComment([model.label ?? `The \`${model.name}\` domain.`, model.doc, model.deprecated && deprecation], '//!'),
      modules.map(([, module]) => [
        // The module that the specification puts these files in.
        module === 'models' && '#[allow(clippy::module_inception)]',
        `pub mod ${module};`,
      ]),
      modules.flatMap(([cls, module]) => useDeclaration('pub use', module, declaredTypes(cls))),
    ]),
  );
}
