/**
 * Breaks cycles of required references: if `User.team_id` and `Team.owner_id` are both required, no first row can be inserted.
 * One of them becomes optional, with a warning.
 */

import { pushTo } from '../../ontology/index.ts';
import type { ClassDraft, RelationDraft } from '../draft.ts';
import type { Reader } from '../read/reader.ts';
import type { References } from '../settle/references.ts';
import { AcyclicGraph } from './cycles.ts';

/** A reference that was made optional, and the number of edges of the graph at that time: its cycle has no later edges. */
interface OptionalizedReference {
  readonly relation: RelationDraft;
  readonly edgeCount: number;
}

/**
 * In each cycle, the last reference (in the order of `required`) that is only assumed to be required becomes optional. A cycle
 * that the ontology states remains.
 *
 * @returns whether no cycle remains
 */
export function breakCycles(reader: Reader, classes: readonly ClassDraft[], references: References): boolean {
  const { required } = references;
  const graph = new AcyclicGraph(classes.length);
  const indices = new Map(classes.map((cls, i) => [cls as object, i]));
  const indexOf = (cls: object) => indices.get(cls) as number;
  for (const cls of classes) for (const parent of cls.parents) graph.add(indexOf(cls), indexOf(parent));
  let isAcyclic = true;
  for (const { relation, isStated } of required) {
    if (isStated && !graph.add(indexOf(relation.source), indexOf(relation.target))) isAcyclic = false;
  }
  const optionalized: OptionalizedReference[] = [];
  for (const reference of required) {
    const { relation, isStated } = reference;
    if (isStated || graph.add(indexOf(relation.source), indexOf(relation.target))) continue;
    references.makeOptional(reference);
    optionalized.push({ relation, edgeCount: graph.edges });
  }
  const describeCycle = ({ relation: { source, target }, edgeCount }: OptionalizedReference): string => {
    const path = graph.path(indexOf(target), indexOf(source), edgeCount)?.map((i) => classes[i]?.name) ?? [
      target.name,
      '…',
      source.name,
    ];
    const names = [source.name, ...path];
    if (names.length > 6) names.splice(4, names.length - 5, '…');
    return names.join(' → ');
  };
  reportOptionalized(reader, optionalized, describeCycle);
  return isAcyclic;
}

/** Warns about the references that were made optional, once for each cycle. */
function reportOptionalized(
  reader: Reader,
  optionalized: readonly OptionalizedReference[],
  describeCycle: (opened: OptionalizedReference) => string,
): void {
  const groups = groupByCycle(optionalized, describeCycle);
  for (const first of optionalized) {
    const group = groups.get(first);
    if (!group) continue;
    // Skips properties with a reported fault, such as a wrong inverse: without the fault, they may not close a cycle.
    const fields = group
      .map(({ relation }) => relation.field)
      .filter(({ iri }) => iri === undefined || !reader.reportedNodes.has(iri));
    if (fields.length === 0) continue;
    const describe = () => ({
      path: describeCycle(first),
      backwards: isInverse(first),
      fields: fields.map(({ owner, name }) => `${owner.name}.${name}`),
      properties: [...new Set(fields.flatMap(({ iri }) => (iri === undefined ? [] : [reader.show(iri)])))],
    });
    reader.warnLazily('reference-cycle', describe, fields[0]?.place);
  }
}

/**
 * Groups references that close the same cycle; the key is the first one. They have the same source, target and direction.
 * Without another reference with these, the cycle is not computed: finding the path takes longer than detecting a cycle.
 */
function groupByCycle(
  optionalized: readonly OptionalizedReference[],
  describeCycle: (opened: OptionalizedReference) => string,
): ReadonlyMap<OptionalizedReference, readonly OptionalizedReference[]> {
  const byDirection = new Map<string, OptionalizedReference[]>();
  for (const each of optionalized) pushTo(byDirection, directionKey(each), each);
  const byReference = new Map<OptionalizedReference, readonly OptionalizedReference[]>();
  for (const candidates of byDirection.values()) {
    const byCycle = new Map<string, OptionalizedReference[]>();
    for (const each of candidates) pushTo(byCycle, candidates.length === 1 ? '' : describeCycle(each), each);
    for (const group of byCycle.values()) byReference.set(group[0] as OptionalizedReference, group);
  }
  return byReference;
}

/** Returns a key of the source, the target and the direction of a reference. */
function directionKey(optionalized: OptionalizedReference): string {
  const { source, target } = optionalized.relation;
  return `${source.name} ${target.name} ${isInverse(optionalized)}`;
}

/** Returns whether the reference belongs to a property that the other class declares, and so points against its direction. */
function isInverse({ relation }: OptionalizedReference): boolean {
  return !relation.declared;
}
