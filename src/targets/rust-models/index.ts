import { type DomainModel, typeNames } from '../../model/index.ts';
import { chosenVariants, defineTarget, unrestrictedCharacters, variantsOption } from '../core/index.ts';
import type { FileToPrint, GeneratedFile, Subject } from '../target.ts';
import { type Lines, printed, separated, text } from '../text/index.ts';
import { classFile, declaredTypes } from './class.ts';
import { Derives, derivesOption } from './derives.ts';
import { deprecation, docComment } from './docs.ts';
import { enumerationFile } from './enumeration.ts';
import { HelperCode } from './helper-code.ts';
import { rustTypes, spellings } from './kinds.ts';
import { useDeclarations } from './layout.ts';
import { moduleNames, typeName } from './names.ts';
import { type SqlxCondition, sqlxOption } from './rows.ts';
import { createRunContext, newLedger } from './run-context.ts';
import { unionFile } from './union.ts';

export { relationsBase } from './class.ts';
export { type OptionalCrate, optionalCrates } from './crates.ts';
export { identifiers, moduleNames, typeName, variantOf } from './names.ts';
export { columnInteger } from './rows.ts';
export { rawLiteral, stringLiteral } from './tokens.ts';
export { implementsCopy } from './types.ts';

/** Rust structs with serde: a module of one file per class, such as `src/models/`. */
export const rustModels = defineTarget({
  name: 'rust-models',
  category: 'rdf-generators',
  language: 'Rust',
  description: 'Rust structs with serde, constructors and relationship types; one file per class',
  enforces: true,
  differences: [unrestrictedCharacters, rustTypes],
  spellings,
  options: { derives: derivesOption, sqlx: sqlxOption, variants: variantsOption },
  ledger: newLedger,
  print(model, ledger, options) {
    const { classes, enumerations, unions } = model;
    const names = moduleNames<{ readonly slug: string }>([...classes, ...enumerations, ...unions]);
    const helpers = new HelperCode(model, names.values(), classTypeNames(model));
    const run = createRunContext(model, helpers, ledger, {
      derives: new Derives(options['derives']),
      sqlx: options['sqlx'] as SqlxCondition,
      variants: chosenVariants(options['variants']),
    });
    const file = (about: Subject, lines: () => Lines): FileToPrint => ({
      path: pathOf(names.get(about) as string),
      about,
      print: () => printed(lines()),
    });
    return {
      files: [
        ...classes.map((cls) => file(cls, () => classFile(cls, run))),
        ...enumerations.map((enumeration) => file(enumeration, () => enumerationFile(enumeration, run))),
        ...unions.map((union) => file(union, () => unionFile(union, run))),
      ],
      last() {
        const helperFiles = helpers.files(run.derives);
        const module = (about: Subject, types: readonly string[]): Module => ({ name: names.get(about) as string, types });
        const modules = [
          ...classes.map((cls) => module(cls, declaredTypes(cls, run))),
          ...[...enumerations, ...unions].map((about) => module(about, [typeName(about)])),
          ...helperFiles.map(({ module: name, types, isStored }) => {
            return { name, types, needsSqlx: isStored && run.sqlx === 'feature' };
          }),
        ];
        const files = helperFiles.map(({ module: name, lines }) => ({ path: pathOf(name), ...printed(lines) }));
        return [...files, { path: 'mod.rs', content: modFile(model, modules) }] satisfies readonly GeneratedFile[];
      },
    };
  },
});

function classTypeNames(model: DomainModel): readonly string[] {
  const names = typeNames(model);
  return model.classes.flatMap((cls) => Object.values(names.of(cls)));
}

interface Module {
  readonly name: string;
  /** Its public types. */
  readonly types: readonly string[];
  /** Whether it exists only if the crate has its feature `sqlx`. */
  readonly needsSqlx?: boolean;
}

const pathOf = (module: string): string => `${module}.rs`;

/** Returns the parent module, which re-exports the types of all modules. */
function modFile(model: DomainModel, modules: readonly Module[]): string {
  // rustfmt sorts both groups in this order.
  const sorted = [...modules].sort((a, b) => (a.name < b.name ? -1 : 1));
  return text(
    separated([
      docComment([model.label ?? `The \`${model.name}\` domain.`, model.doc, deprecation(model)], '//!'),
      sorted.map(({ name, types, needsSqlx }) => [
        needsSqlx && '#[cfg(feature = "sqlx")]',
        // The parent module in the specification is also called `models`.
        name === 'models' && '#[allow(clippy::module_inception)]',
        `${types.length === 0 ? 'mod' : 'pub mod'} ${name};`,
      ]),
      useDeclarations(
        'pub use',
        sorted.flatMap(({ name, types }) => (types.length === 0 ? [] : [{ path: name, names: types }])),
      ),
    ]),
  );
}
