import type { Place } from '../../diagnostics/index.ts';
import type { DomainModel, Outside, Slice } from '../types.ts';
import { choose } from './choose.ts';
import { Copy } from './copy.ts';
import type { Naming } from './patterns.ts';
import { saidOf } from './slice-axioms.ts';

export type { Naming } from './patterns.ts';

/** Which part of a model is asked for. */
export interface Selection {
  /** Classes by name, prefixed name or IRI, with `*` for anything; none means all. */
  readonly select: readonly string[];
  readonly exclude: readonly string[];
  /** How many references away other classes may be; 0 for none but the classes and their superclasses. */
  readonly depth: number;
  /** What references to other classes become. */
  readonly outside: Outside;
  /** Where settings name classes of `select` and `exclude`; what the command line names has no place. */
  readonly named?: readonly Named[];
}

/** A name of a selection, at its place in a file. */
export interface Named {
  readonly option: 'select' | 'exclude';
  readonly pattern: string;
  readonly place: Place;
  readonly source: string | undefined;
}

/** Whether anything but the whole is asked for. */
export function isPart({ select, exclude }: Selection): boolean {
  return select.length > 0 || exclude.length > 0;
}

/** By what the same slice of the same ontology can be taken again: `select=schema:Offer`, `depth=1`; nothing for a whole model. */
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

/** The other way round: what {@link sliceChoices} says, as a selection. */
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
 * The part of a model that is asked for, as a model that is whole in itself. Names, order and storage are those of the
 * whole, so that what is generated of a part is what would be generated of the whole but for references to what is not
 * there. The model given is not changed.
 *
 * @throws DiagnosticError if a name matches nothing, or nothing is left
 */
export async function slice(model: DomainModel, selection: Selection, naming: Naming): Promise<DomainModel> {
  const chosen = await choose(model, selection, naming);
  const copy = new Copy(model, chosen, selection.outside, naming);
  const { classes, enumerations, unions, leaving } = copy.made;
  const { select, exclude, depth, outside } = selection;
  const taken: Slice = { select, exclude, depth, outside, of: model.classes.length, leaving };
  return { ...model, classes, enumerations, unions, ...saidOf(model, copy), slice: taken };
}
