/** The content of a settings file after validation. */

import type { Place, Rules } from '../diagnostics/index.ts';
import type { Decisions, PolicyName, Selection } from '../model/index.ts';
import type { LoadOptions } from '../ontology/index.ts';
import type { OptionValues } from '../targets/index.ts';
import type { Path } from '../yaml/index.ts';
import type { DeclaredSettings } from './declaration.ts';

/** What is generated into one folder: `{ template: rust-models, folder: src/models }`. */
export interface Output {
  /** A built-in name, or the path of a user template relative to the working directory. */
  readonly template: string;
  /** Relative to the working directory. */
  readonly folder: string;
  readonly options: OptionValues;
  /** Source location of `folder`; those of the two other members follow. */
  readonly place: Place;
  readonly templatePlace: Place;
  readonly optionsPlace: Place;
}

/** All paths are relative to the working directory. */
export interface Settings {
  readonly file: string;
  /** The folder that paths in the file are relative to. */
  readonly folder: string;
  readonly ontology: string;
  /** Additional inputs: shapes, imports, catalogue. */
  readonly sources: LoadOptions;
  readonly policies: Readonly<Partial<Record<PolicyName, string>>>;
  /** The selected part of the ontology. */
  readonly selection: Partial<Selection>;
  readonly outputs: readonly Output[];
  readonly decisions: Decisions;
  /** Which warnings are errors, and which are silenced. */
  readonly rules: Rules;
  /** The validated file as written, for members that are read elsewhere. */
  readonly declared: DeclaredSettings;
  /** Returns the source location of a member such as `['outputs', 0, 'folder']`; of its nearest parent if it is missing. */
  readonly place: (path: Path) => Place;
  /** Returns the line of the file at a source location. */
  readonly lineAt: (place: Place) => string | undefined;
}
