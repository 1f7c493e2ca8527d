/** Determines the classes of a slice: the selected ones, those that they refer to, and all their superclasses. */

import { fail, type Place, suggest } from '../../diagnostics/index.ts';
import { declaredRelations } from '../queries.ts';
import type { DomainClass, DomainModel, Enumeration, Outside } from '../types.ts';
import { findMatching, type Prefixes } from './patterns.ts';

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
interface Named {
  readonly option: 'select' | 'exclude';
  readonly pattern: string;
  readonly place: Place;
  readonly source: string | undefined;
}

/** The selected elements of a slice, and the classes that they need. */
export interface SelectedElements {
  readonly classes: ReadonlySet<DomainClass>;
  /** Those that were selected by name, or all if no names were given. */
  readonly enumerations: ReadonlySet<Enumeration>;
}

/**
 * References to excluded classes are not followed. Excluding a class also excludes its subclasses, which need it.
 *
 * @throws DiagnosticError if a name matches nothing, or only excluded elements
 */
export async function selectElements(model: DomainModel, selection: Selection, prefixes: Prefixes): Promise<SelectedElements> {
  const excluded = new Set(
    (
      await Promise.all(selection.exclude.map((each) => matchingElements('exclude', each, model, prefixes, selection.named)))
    ).flat(),
  );
  const isExcluded = (element: DomainClass | Enumeration) =>
    excluded.has(element) || ('ancestors' in element && element.ancestors.some((each) => excluded.has(each)));
  const isAllowed = (element: DomainClass | Enumeration) => !isExcluded(element);
  const requested = new Set<DomainClass | Enumeration>();
  for (const pattern of selection.select) {
    const matching = await matchingElements('select', pattern, model, prefixes, selection.named);
    const allowed = matching.filter(isAllowed);
    if (allowed.length === 0) fail('selection-excluded', { pattern, excluded: selection.exclude });
    for (const each of allowed) requested.add(each);
  }
  if (selection.select.length === 0) {
    for (const each of [...model.classes, ...model.enumerations]) if (isAllowed(each)) requested.add(each);
  }
  const seeds = [...requested].filter((each) => 'ancestors' in each);
  const classes = withReferences(seeds, selection.depth, isAllowed);
  if (classes.size === 0) fail('selection-empty', { patterns: selection.select, excluded: selection.exclude });
  return { classes, enumerations: new Set([...requested].filter((each) => 'values' in each)) };
}

/** Returns the classes, those that up to `depth` references lead to, and the superclasses of all. */
function withReferences(
  seeds: readonly DomainClass[],
  depth: number,
  isAllowed: (cls: DomainClass) => boolean,
): ReadonlySet<DomainClass> {
  const reached = new Set<DomainClass>();
  const add = (classes: Iterable<DomainClass>): DomainClass[] => {
    const added = [...classes].flatMap((cls) => [cls, ...cls.ancestors]).filter((cls) => !reached.has(cls));
    for (const cls of added) reached.add(cls);
    return added;
  };
  let latest = add(seeds);
  for (let step = 0; step < depth && latest.length > 0; step++) latest = add(latest.flatMap(targetsOf).filter(isAllowed));
  return reached;
}

/** Returns the target classes of the references of a class, wherever they are stored. */
function targetsOf(cls: DomainClass): DomainClass[] {
  const fields = cls.allFields.flatMap(({ type }) => (type.kind === 'reference' ? [type.target] : []));
  return [...fields, ...declaredRelations(cls).map(({ target }) => target)];
}

/** Returns the elements that a name matches; fails if none exist. */
async function matchingElements(
  option: 'select' | 'exclude',
  pattern: string,
  model: DomainModel,
  prefixes: Prefixes,
  locations: Selection['named'] = [],
): Promise<readonly (DomainClass | Enumeration)[]> {
  const match = findMatching([...model.classes, ...model.enumerations.filter(({ iri }) => iri !== undefined)], pattern, prefixes);
  if (match.length > 0) return match;
  const hasPrefix = pattern.includes(':');
  const names = model.classes.map(({ name, iri }) => (hasPrefix ? prefixes.show(iri) : name));
  const suggestion = !pattern.includes('*') ? await suggest(pattern, names) : undefined;
  const at = locations.find((each) => each.option === option && each.pattern === pattern);
  const by = at ? option : `--${option}`;
  return fail('unknown-class', { by, pattern, ontology: model.source, suggestion }, at?.place, at?.source);
}
