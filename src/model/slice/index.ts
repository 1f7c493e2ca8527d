/**
 * Returns a part of a model as a complete model: `select=schema:Offer`, `depth=1` selects `Offer` and the classes that it
 * refers to, with all their superclasses.
 */

import type { DomainModel, Slice } from '../types.ts';
import { SliceCopy } from './copy.ts';
import type { Prefixes } from './patterns.ts';
import { type Selection, selectElements } from './selection.ts';
import { sliceAxioms } from './slice-axioms.ts';

export type { Prefixes } from './patterns.ts';
export type { Selection } from './selection.ts';

/** Returns whether a selection is only a part of the model. */
export function isPartial({ select, exclude }: Selection): boolean {
  return select.length > 0 || exclude.length > 0;
}

/** Returns the options that select the same slice again: `select=schema:Offer`, `depth=1`; empty for a complete model. */
export function sliceChoices({ slice: settings }: Pick<DomainModel, 'slice'>): string[] {
  if (!settings) return [];
  const { select, exclude, depth, outside } = settings;
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
 * Names, order and storage stay the same, so the generated code of a part is that of the complete model, except for references
 * to classes outside. The given model is not changed.
 *
 * @throws DiagnosticError if a name matches nothing, or nothing is left
 */
export async function slice(model: DomainModel, selection: Selection, prefixes: Prefixes): Promise<DomainModel> {
  const selected = await selectElements(model, selection, prefixes);
  const copy = new SliceCopy(model, selected, selection.outside, prefixes);
  const { classes, enumerations, unions, leaving } = copy.elements;
  const { select, exclude, depth, outside } = selection;
  const copied: Slice = { select, exclude, depth, outside, of: model.classes.length, leaving };
  return { ...model, classes, enumerations, unions, ...sliceAxioms(model, copy), slice: copied };
}
