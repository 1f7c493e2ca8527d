import type { Place } from '../../diagnostics/index.ts';
import type { DomainModel, Outside, Slice } from '../types.ts';
import { Copy } from './copy.ts';
import type { Naming } from './patterns.ts';
import { choose } from './selection.ts';
import { sliceAxioms } from './slice-axioms.ts';

export type { Naming } from './patterns.ts';

/** The selection of a part of a model. */
export interface Selection {
  /** Names, prefixed names and IRIs of classes; `*` matches any characters. Empty for all classes. */
  readonly select: readonly string[];
  readonly exclude: readonly string[];
  /** The number of references to follow; 0 selects only the classes and their superclasses. */
  readonly depth: number;
  /** How references to classes outside the slice are represented. */
  readonly outside: Outside;
  /** The source locations of names in settings; names on the command line have none. */
  readonly named?: readonly Named[];
}

/** A name in a selection, with its source location. */
export interface Named {
  readonly option: 'select' | 'exclude';
  readonly pattern: string;
  readonly place: Place;
  readonly source: string | undefined;
}

/** Returns whether a selection is only a part of the model. */
export function isPart({ select, exclude }: Selection): boolean {
  return select.length > 0 || exclude.length > 0;
}

/** Returns the options that select the same slice again: `select=schema:Offer`, `depth=1`; empty for a complete model. */
export function sliceChoices({ slice: taken }: Pick<DomainModel, 'slice'>): string[] {
  if (!taken) return [];
  const { select, exclude, depth, outside } = taken;
  return [
    ...select.map((pattern) => `select=${pattern}`),
    ...exclude.map((pattern) => `exclude=${pattern}`),
    ...(depth === 0 ? [] : [`depth=${depth}`]),
    ...(outside === 'iri' ? [] : [`outside=${outside}`]),
  ];
}

/** Returns the selection of options from {@link sliceChoices}. */
export function selectionOf(choices: readonly string[]): Selection {
  const valuesOf = (name: string) =>
    choices.filter((each) => each.startsWith(`${name}=`)).map((each) => each.slice(name.length + 1));
  return {
    select: valuesOf('select'),
    exclude: valuesOf('exclude'),
    depth: Number(valuesOf('depth')[0] ?? 0),
    outside: valuesOf('outside')[0] === 'omit' ? 'omit' : 'iri',
  };
}

/**
 * Returns the selected part of a model as a complete model. Names, order and storage stay the same, so the generated code of a
 * part is that of the complete model, except for references to classes outside. The given model is not changed.
 *
 * @throws DiagnosticError if a name matches nothing, or nothing is left
 */
export async function slice(model: DomainModel, selection: Selection, naming: Naming): Promise<DomainModel> {
  const chosen = await choose(model, selection, naming);
  const copy = new Copy(model, chosen, selection.outside, naming);
  const { classes, enumerations, unions, leaving } = copy.elements;
  const { select, exclude, depth, outside } = selection;
  const taken: Slice = { select, exclude, depth, outside, of: model.classes.length, leaving };
  return { ...model, classes, enumerations, unions, ...sliceAxioms(model, copy), slice: taken };
}
