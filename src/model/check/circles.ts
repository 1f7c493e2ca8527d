import type { Place } from '../../diagnostics/index.ts';
import type { ClassDraft, FieldDraft } from '../draft.ts';
import type { Reader } from '../read/reader.ts';
import type { References } from '../settle/references.ts';
import { AcyclicGraph } from './cycles.ts';

/** Fields that were made optional because they close the same circle. */
interface OpenedCircle {
  readonly path: string;
  readonly backwards: boolean;
  readonly place: Place | undefined;
  readonly fields: string[];
  readonly properties: Set<string>;
}

/**
 * A circle of required references could never be entered: to store the first row of one table, a row
 * of another would have to exist. The latest reference of each circle that only the ontology's silence
 * makes required becomes optional. A circle that the ontology states itself stays.
 */
export function openCircles(reader: Reader, classes: readonly ClassDraft[], references: References): void {
  const { required } = references;
  const graph = new AcyclicGraph(classes.length);
  const number = new Map(classes.map((cls, i) => [cls as object, i]));
  const at = (cls: object) => number.get(cls) as number;
  for (const cls of classes) for (const parent of cls.parents) graph.add(at(cls), at(parent));
  for (const { relation, isStated } of required) if (isStated) graph.add(at(relation.source), at(relation.target));
  const opened = new Map<string, OpenedCircle>();
  for (const reference of required) {
    const { relation, isStated } = reference;
    const { source, target } = relation;
    if (isStated || graph.add(at(source), at(target))) continue;
    references.loosen(reference);
    const field = relation.field as FieldDraft;
    const way = graph.path(at(target), at(source))?.map((i) => classes[i]?.name) ?? [target.name, '…', source.name];
    const circle = [source.name, ...way];
    if (circle.length > 6) circle.splice(4, circle.length - 5, '…');
    const path = circle.join(' → ');
    // The key of a property that another class declares leads backwards.
    const backwards = !relation.declared;
    const key = `${path} ${backwards}`;
    const known = opened.get(key) ?? { path, backwards, place: field.place, fields: [], properties: new Set() };
    opened.set(key, known);
    known.fields.push(`${source.name}.${field.name}`);
    if (field.iri !== undefined) known.properties.add(reader.show(field.iri));
  }
  for (const { place, properties, ...circle } of opened.values()) {
    reader.warn('reference-cycle', { ...circle, properties: [...properties] }, place);
  }
}
