/** Creates the targets that templates are: `rust-models`, `sql-schema` and others. */

import type { DomainModel } from '../../model/index.ts';
import type { Emission, GeneratedFile, OptionSpecs, OptionValues, Printing, Target } from '../target.ts';
import type { Ledger } from './answers.ts';
import { printEach, printingOf } from './printing.ts';

/** What a target declares: its description, its answers and its printer. */
export interface Definition<Site, Code>
  extends Pick<
    Target,
    'name' | 'category' | 'language' | 'description' | 'enforces' | 'differences' | 'spellings' | 'omissions'
  > {
  /** Returns the answers to a model's constraints, without printing. */
  readonly ledger: (model: DomainModel) => Ledger<Site, Code>;
  /** Options by name. */
  readonly options?: OptionSpecs;
  /** Returns the files of a model, already printed or to be printed. The ledger prints the code of constraints. */
  readonly print: (model: DomainModel, ledger: Ledger<Site, Code>, options: OptionValues) => readonly GeneratedFile[] | Printing;
}

/** Creates a target from its definition. Reports read the same answers as the printer; `unprinted` lists claims without code. */
export function defineTarget<Site, Code>({ ledger: ledgerOf, print, ...about }: Definition<Site, Code>): Target {
  const defaults = Object.fromEntries(Object.entries(about.options ?? {}).map(([name, spec]) => [name, spec.default]));
  const emit = (model: DomainModel, options: OptionValues = {}): Emission => {
    const ledger = ledgerOf(model);
    const printing = () => {
      const made = print(model, ledger, { ...defaults, ...options });
      return 'files' in made ? made : printingOf(made);
    };
    let cached: readonly GeneratedFile[] | undefined;
    const files = () => {
      cached ??= [...printEach(printing())];
      return cached;
    };
    return {
      achieved: (demand) => ledger.achieved(demand),
      files,
      printing,
      unprinted: () => {
        files();
        return ledger.unprinted(model);
      },
    };
  };
  return { ...about, emit, generate: (model, options) => emit(model, options).files() };
}
