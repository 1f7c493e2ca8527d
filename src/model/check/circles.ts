import type { ClassDraft, RelationDraft } from '../draft.ts';
import type { Reader } from '../read/reader.ts';
import type { References } from '../settle/references.ts';
import { AcyclicGraph } from './cycles.ts';

/** A reference that was made optional, and how many others had not to be by then. */
interface Opened {
  readonly relation: RelationDraft;
  readonly edges: number;
}

/**
 * A circle of required references could never be entered: to store the first row of one table, a row
 * of another would have to exist. The latest reference of each circle that only the ontology's silence
 * makes required becomes optional. A circle that the ontology states itself stays.
 *
 * @returns whether none stays
 */
export function openCircles(reader: Reader, classes: readonly ClassDraft[], references: References): boolean {
  const { required } = references;
  const graph = new AcyclicGraph(classes.length);
  const number = new Map(classes.map((cls, i) => [cls as object, i]));
  const at = (cls: object) => number.get(cls) as number;
  for (const cls of classes) for (const parent of cls.parents) graph.add(at(cls), at(parent));
  let areOpen = true;
  for (const { relation, isStated } of required) {
    if (isStated && !graph.add(at(relation.source), at(relation.target))) areOpen = false;
  }
  const opened: Opened[] = [];
  for (const reference of required) {
    const { relation, isStated } = reference;
    if (isStated || graph.add(at(relation.source), at(relation.target))) continue;
    references.loosen(reference);
    opened.push({ relation, edges: graph.edges });
  }
  const circleOf = ({ relation: { source, target }, edges }: Opened): string => {
    const way = graph.path(at(target), at(source), edges)?.map((i) => classes[i]?.name) ?? [target.name, '…', source.name];
    const circle = [source.name, ...way];
    if (circle.length > 6) circle.splice(4, circle.length - 5, '…');
    return circle.join(' → ');
  };
  tell(reader, opened, circleOf);
  return areOpen;
}

/** Warns of the references that were made optional, once of those that close the same circle. */
function tell(reader: Reader, opened: readonly Opened[], circleOf: (opened: Opened) => string): void {
  const toldWith = sameCircles(opened, circleOf);
  for (const first of opened) {
    const same = toldWith.get(first);
    if (!same) continue;
    // Of a property whose inverse is none that is told already, and another inverse may open the circle.
    const fields = same.map(({ relation }) => relation.field).filter(({ iri }) => iri === undefined || !reader.told.has(iri));
    if (fields.length === 0) continue;
    const said = () => ({
      path: circleOf(first),
      backwards: isBackwards(first),
      fields: fields.map(({ owner, name }) => `${owner.name}.${name}`),
      properties: [...new Set(fields.flatMap(({ iri }) => (iri === undefined ? [] : [reader.show(iri)])))],
    });
    reader.warnLate('reference-cycle', said, fields[0]?.place);
  }
}

/**
 * Those that close the same circle, by the first of them. They lead the same way; of one that leads a way alone nobody needs to
 * know which circle it closes before that is read: to find it takes longer than to see that there is one.
 */
function sameCircles(opened: readonly Opened[], circleOf: (opened: Opened) => string): ReadonlyMap<Opened, readonly Opened[]> {
  const byWay = new Map<string, Opened[]>();
  for (const each of opened) add(byWay, wayOf(each), each);
  const found = new Map<Opened, readonly Opened[]>();
  for (const alike of byWay.values()) {
    const byCircle = new Map<string, Opened[]>();
    for (const each of alike) add(byCircle, alike.length === 1 ? '' : circleOf(each), each);
    for (const same of byCircle.values()) found.set(same[0] as Opened, same);
  }
  return found;
}

function add(map: Map<string, Opened[]>, key: string, value: Opened): void {
  const known = map.get(key);
  if (known) known.push(value);
  else map.set(key, [value]);
}

/** From where to where a reference leads, and whether backwards. */
function wayOf(opened: Opened): string {
  const { source, target } = opened.relation;
  return `${source.name} ${target.name} ${isBackwards(opened)}`;
}

/** The key of a property that another class declares leads backwards. */
function isBackwards({ relation }: Opened): boolean {
  return !relation.declared;
}
