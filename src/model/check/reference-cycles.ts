import { pushTo } from '../../ontology/index.ts';
import type { ClassDraft, RelationDraft } from '../draft.ts';
import type { Reader } from '../read/reader.ts';
import type { References } from '../settle/references.ts';
import { AcyclicGraph } from './cycles.ts';

/** A reference that was made optional, and the number of edges of the graph at that time. */
interface OptionalizedReference {
  readonly relation: RelationDraft;
  readonly edges: number;
}

/**
 * Opens cycles of required references. No first row of such a cycle could be inserted, because it would need an existing row of
 * another table. In each cycle, the latest reference that is only assumed to be required becomes optional. A cycle that the
 * ontology states remains.
 *
 * @returns whether no cycle remains
 */
export function openCycles(reader: Reader, classes: readonly ClassDraft[], references: References): boolean {
  const { required } = references;
  const graph = new AcyclicGraph(classes.length);
  const number = new Map(classes.map((cls, i) => [cls as object, i]));
  const at = (cls: object) => number.get(cls) as number;
  for (const cls of classes) for (const parent of cls.parents) graph.add(at(cls), at(parent));
  let areOpen = true;
  for (const { relation, isStated } of required) {
    if (isStated && !graph.add(at(relation.source), at(relation.target))) areOpen = false;
  }
  const opened: OptionalizedReference[] = [];
  for (const reference of required) {
    const { relation, isStated } = reference;
    if (isStated || graph.add(at(relation.source), at(relation.target))) continue;
    references.loosen(reference);
    opened.push({ relation, edges: graph.edges });
  }
  const circleOf = ({ relation: { source, target }, edges }: OptionalizedReference): string => {
    const way = graph.path(at(target), at(source), edges)?.map((i) => classes[i]?.name) ?? [target.name, '…', source.name];
    const circle = [source.name, ...way];
    if (circle.length > 6) circle.splice(4, circle.length - 5, '…');
    return circle.join(' → ');
  };
  reportOptionalized(reader, opened, circleOf);
  return areOpen;
}

/** Warns about the references that were made optional, once for each cycle. */
function reportOptionalized(
  reader: Reader,
  opened: readonly OptionalizedReference[],
  circleOf: (opened: OptionalizedReference) => string,
): void {
  const toldWith = groupByCycle(opened, circleOf);
  for (const first of opened) {
    const same = toldWith.get(first);
    if (!same) continue;
    // Skips properties with a reported fault, such as a wrong inverse: without the fault, they may not close a cycle.
    const fields = same
      .map(({ relation }) => relation.field)
      .filter(({ iri }) => iri === undefined || !reader.reportedNodes.has(iri));
    if (fields.length === 0) continue;
    const describe = () => ({
      path: circleOf(first),
      backwards: isInverse(first),
      fields: fields.map(({ owner, name }) => `${owner.name}.${name}`),
      properties: [...new Set(fields.flatMap(({ iri }) => (iri === undefined ? [] : [reader.show(iri)])))],
    });
    reader.warnLate('reference-cycle', describe, fields[0]?.place);
  }
}

/**
 * Groups references that close the same cycle, by the first of each group. They have the same source, target and direction. If
 * only one reference has these, its cycle is not computed here: finding the path takes longer than detecting a cycle.
 */
function groupByCycle(
  opened: readonly OptionalizedReference[],
  circleOf: (opened: OptionalizedReference) => string,
): ReadonlyMap<OptionalizedReference, readonly OptionalizedReference[]> {
  const byWay = new Map<string, OptionalizedReference[]>();
  for (const each of opened) pushTo(byWay, directionKey(each), each);
  const found = new Map<OptionalizedReference, readonly OptionalizedReference[]>();
  for (const alike of byWay.values()) {
    const byCircle = new Map<string, OptionalizedReference[]>();
    for (const each of alike) pushTo(byCircle, alike.length === 1 ? '' : circleOf(each), each);
    for (const same of byCircle.values()) found.set(same[0] as OptionalizedReference, same);
  }
  return found;
}

/** Returns a key of the source, the target and the direction of a reference. */
function directionKey(opened: OptionalizedReference): string {
  const { source, target } = opened.relation;
  return `${source.name} ${target.name} ${isInverse(opened)}`;
}

/** Returns whether the reference belongs to a property that the other class declares, and so points against its direction. */
function isInverse({ relation }: OptionalizedReference): boolean {
  return !relation.declared;
}
