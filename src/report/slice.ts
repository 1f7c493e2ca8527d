/** Formats what happens to the references that leave a slice, the selected part of a model. */

import type { Leaving, Slice } from '../model/index.ts';

/** Words for what happens to references that leave a slice, in the order of the report. */
const outcomes = {
  iri: ['became an IRI', 'became IRIs'],
  omitted: ['was excluded', 'were excluded'],
  elsewhere: ['is kept in the other class', 'are kept in the other classes'],
  wider: ['leads to a more general class', 'lead to more general classes'],
} as const satisfies Record<Leaving['becomes'], readonly [one: string, several: string]>;

/** Summarizes a slice: `4 of 1010 classes; 57 references leave the slice: 55 became IRIs, 2 are kept in the other classes`. */
export function sliceSummary({ of, leaving }: Slice, classes: number): string {
  const share = `${classes} of ${of} ${of === 1 ? 'class' : 'classes'}`;
  if (leaving.length === 0) return `${share}; no reference leaves the slice`;
  const counts = outcomesOf(leaving).map(
    ([becomes, entries]) => `${entries.length} ${outcomes[becomes][entries.length === 1 ? 0 : 1]}`,
  );
  const [references, leave] = leaving.length === 1 ? ['reference', 'leaves'] : ['references', 'leave'];
  return `${share}; ${leaving.length} ${references} ${leave} the slice: ${counts.join(', ')}`;
}

/** Groups the references that leave a slice by what happens to them. */
export function groupLeaving({ leaving }: Slice): readonly { readonly heading: string; readonly entries: readonly Leaving[] }[] {
  return outcomesOf(leaving).map(([becomes, entries]) => ({ heading: outcomes[becomes][entries.length === 1 ? 0 : 1], entries }));
}

/** Returns the references by what happens to them, without the outcomes that do not occur. */
function outcomesOf(leaving: readonly Leaving[]): (readonly [Leaving['becomes'], readonly Leaving[]])[] {
  const kinds = Object.keys(outcomes) as Leaving['becomes'][];
  return kinds
    .map((becomes) => [becomes, leaving.filter((each) => each.becomes === becomes)] as const)
    .filter(([, entries]) => entries.length > 0);
}
