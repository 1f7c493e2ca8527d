import type { DomainModel } from '../../model/index.ts';
import type { Emission, GeneratedFile, OptionSpecs, OptionValues, Printing, Target } from '../target.ts';
import { isAllNoted } from '../text/index.ts';
import type { Ledger } from './answers.ts';
import { printAll, printingOf } from './printing.ts';

/** What a target says of itself and how it prints a model. */
export interface Definition<Site, Code>
  extends Pick<
    Target,
    'name' | 'category' | 'language' | 'description' | 'enforces' | 'differences' | 'spellings' | 'omissions'
  > {
  /** The answers to a model's demands, without printing anything. */
  readonly ledger: (model: DomainModel) => Ledger<Site, Code>;
  /** What users may set, by name. */
  readonly options?: OptionSpecs;
  /** All files of a model, printed or to be printed. Code for demands is printed through the ledger. */
  readonly print: (model: DomainModel, ledger: Ledger<Site, Code>, options: OptionValues) => readonly GeneratedFile[] | Printing;
}

/** Makes a target: what it reports is what its answers say, and `unprinted` tells what they claim in vain. */
export function defineTarget<Site, Code>({ ledger: ledgerOf, print, ...about }: Definition<Site, Code>): Target {
  const defaults = Object.fromEntries(Object.entries(about.options ?? {}).map(([name, spec]) => [name, spec.default]));
  const emit = (model: DomainModel, options: OptionValues = {}): Emission => {
    const ledger = ledgerOf(model);
    let files: readonly GeneratedFile[] | undefined;
    /** Whether it was noted what the files were printed for. */
    let areNoted = false;
    const printed = () => {
      if (files === undefined) {
        areNoted = isAllNoted();
        files = printAll(printing());
      }
      return files;
    };
    const printing = () => {
      const made = print(model, ledger, { ...defaults, ...options });
      return 'files' in made ? made : printingOf(made);
    };
    return {
      achieved: (demand) => ledger.achieved(demand),
      files: printed,
      printing,
      unprinted: () => {
        printed();
        if (!areNoted) printAll(printing());
        return ledger.unprinted(model);
      },
    };
  };
  return { ...about, emit, generate: (model, options) => emit(model, options).files() };
}
