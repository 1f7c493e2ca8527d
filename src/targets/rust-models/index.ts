import { type DomainModel, typeNames } from '../../model/index.ts';
import { defineTarget } from '../core/index.ts';
import type { GeneratedFile } from '../target.ts';
import { type Lines, printed, separated, text } from '../text/index.ts';
import { classFile, declaredTypes } from './class.ts';
import { deprecation, docComment } from './docs.ts';
import { enumerationFile } from './enumeration.ts';
import { lastDigit } from './kinds.ts';
import { useDeclaration } from './layout.ts';
import { moduleNames, typeName } from './names.ts';
import { newLedger, runOf } from './run.ts';
import { unionFile } from './union.ts';
import { Validation } from './validation.ts';

export { type OptionalCrate, optionalCrates } from './crates.ts';
export { moduleNames, typeName } from './names.ts';
export { rawLiteral } from './tokens.ts';

/** Rust structs with serde: a module of one file per class, such as `src/models/`. */
export const rustModels = defineTarget({
  name: 'rust-models',
  category: 'rdf-generators',
  language: 'Rust',
  description: 'Rust structs with serde, constructors and relationship types; one file per class',
  enforces: true,
  differences: [lastDigit],
  ledger: newLedger,
  print(model, ledger) {
    const { classes, enumerations, unions } = model;
    const names = moduleNames<{ readonly slug: string }>([...classes, ...enumerations, ...unions]);
    const validation = new Validation(model, names.values(), typesOf(model));
    const run = runOf(model, validation, ledger);
    const module = (named: { readonly slug: string }, types: readonly string[], lines: Lines): Module => {
      return moduleOf(names.get(named) as string, types, lines);
    };
    const modules = [
      ...classes.map((cls) => module(cls, declaredTypes(cls, run.names), classFile(cls, run))),
      ...enumerations.map((enumeration) => module(enumeration, [typeName(enumeration)], enumerationFile(enumeration, run))),
      ...unions.map((union) => module(union, [typeName(union)], unionFile(union, validation))),
    ];
    // Last, because printing the others gathers what it holds.
    const helpers = validation.file();
    if (helpers !== undefined) modules.push(moduleOf(validation.module, validation.publicTypes(), helpers));
    return [...modules.map(({ file }) => file), { path: 'mod.rs', content: modFile(model, modules) }];
  },
});

/** The types that are made of classes. */
function typesOf(model: DomainModel): readonly string[] {
  const names = typeNames(model);
  return model.classes.flatMap((cls) => Object.values(names.of(cls)));
}

interface Module {
  readonly name: string;
  /** What users see of it. */
  readonly types: readonly string[];
  readonly file: GeneratedFile;
}

function moduleOf(name: string, types: readonly string[], lines: Lines): Module {
  return { name, types, file: { path: `${name}.rs`, ...printed(lines) } };
}

/** The parent of the modules, which re-exports their types. */
function modFile(model: DomainModel, modules: readonly Module[]): string {
  // rustfmt wants both groups in this order.
  const sorted = [...modules].sort((a, b) => (a.name < b.name ? -1 : 1));
  return text(
    separated([
      docComment([model.label ?? `The \`${model.name}\` domain.`, model.doc, deprecation(model)], '//!'),
      sorted.map(({ name }) => [
        // The module that the specification puts these files in.
        name === 'models' && '#[allow(clippy::module_inception)]',
        `pub mod ${name};`,
      ]),
      sorted.flatMap(({ name, types }) => (types.length === 0 ? [] : useDeclaration('pub use', name, types))),
    ]),
  );
}
