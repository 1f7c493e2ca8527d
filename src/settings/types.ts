import type { Place, Rules } from '../diagnostics/index.ts';
import type { Decisions, PolicyName, Selection } from '../model/index.ts';
import type { LoadOptions } from '../ontology/index.ts';
import type { OptionValues } from '../targets/index.ts';
import type { Declared } from './declaration.ts';

/** Of a list of outputs, one. */
export interface Output {
  /** A built-in name, or the path of an own template from the working directory on. */
  readonly template: string;
  /** From the working directory on. */
  readonly folder: string;
  readonly options: OptionValues;
  /** Where its folder stands. */
  readonly place: Place;
  /** Where its template stands. */
  readonly templatePlace: Place;
  /** Where its options stand. */
  readonly optionsPlace: Place;
}

/** What a settings file says. All paths lead from the working directory on. */
export interface Settings {
  readonly file: string;
  /** The folder that paths in it are relative to. */
  readonly folder: string;
  readonly ontology: string;
  /** What is read beside the ontology. */
  readonly sources: LoadOptions;
  /** Each a value of its policy. */
  readonly policies: Readonly<Partial<Record<PolicyName, string>>>;
  /** Which part of the ontology is generated. */
  readonly selection: Partial<Selection>;
  readonly outputs: readonly Output[];
  /** What is decided of single elements. */
  readonly decisions: Decisions;
  /** What is made of warnings. */
  readonly rules: Rules;
  /** As it is written, valid: for members that are read elsewhere. */
  readonly declared: Declared;
  /** Where a member stands: `['outputs', 0, 'folder']`; where the nearest one around it stands, if it is not there. */
  readonly place: (path: Path) => Place;
  /** The line at a place of the file. */
  readonly lineAt: (place: Place) => string | undefined;
}

/** The way from the top of a settings file to a member. */
export type Path = readonly (string | number)[];
