import { fail, suggest } from '../../diagnostics/index.ts';
import { declaredRelations } from '../queries.ts';
import type { DomainClass, DomainModel, Enumeration } from '../types.ts';
import type { Selection } from './index.ts';
import { isExact, matching, type Naming } from './patterns.ts';

/** The selected elements of a slice, and the classes that they need. */
export interface SelectedElements {
  readonly classes: ReadonlySet<DomainClass>;
  /** Those that were selected by name, or all if no names were given. */
  readonly enumerations: ReadonlySet<Enumeration>;
}

/**
 * Returns the classes of a slice: the selected ones, those that up to `depth` references lead to, and all their superclasses.
 * References to excluded classes are not followed. Excluding a class also excludes its subclasses, which need it.
 *
 * @throws DiagnosticError if a name matches nothing, or only excluded elements
 */
export async function choose(model: DomainModel, selection: Selection, naming: Naming): Promise<SelectedElements> {
  const excluded = new Set(
    (
      await Promise.all(selection.exclude.map((each) => matchingElements('exclude', each, model, naming, selection.named)))
    ).flat(),
  );
  const isOut = (element: DomainClass | Enumeration) =>
    excluded.has(element) || ('ancestors' in element && element.ancestors.some((each) => excluded.has(each)));
  const isIn = (element: DomainClass | Enumeration) => !isOut(element);
  const asked = new Set<DomainClass | Enumeration>();
  for (const pattern of selection.select) {
    const found = await matchingElements('select', pattern, model, naming, selection.named);
    const left = found.filter(isIn);
    if (left.length === 0) fail('selection-excluded', { pattern, excluded: selection.exclude });
    for (const each of left) asked.add(each);
  }
  if (selection.select.length === 0) {
    for (const each of [...model.classes, ...model.enumerations]) if (isIn(each)) asked.add(each);
  }
  const seeds = [...asked].filter((each) => 'ancestors' in each);
  const classes = withReferences(seeds, selection.depth, isIn);
  if (classes.size === 0) fail('selection-empty', { patterns: selection.select, excluded: selection.exclude });
  return { classes, enumerations: new Set([...asked].filter((each) => 'values' in each)) };
}

/** Returns the classes, those that up to `depth` references lead to, and the superclasses of all. */
function withReferences(
  seeds: readonly DomainClass[],
  depth: number,
  isIn: (cls: DomainClass) => boolean,
): ReadonlySet<DomainClass> {
  const found = new Set<DomainClass>();
  const add = (classes: Iterable<DomainClass>): DomainClass[] => {
    const added = [...classes].flatMap((cls) => [cls, ...cls.ancestors]).filter((cls) => !found.has(cls));
    for (const cls of added) found.add(cls);
    return added;
  };
  let latest = add(seeds);
  for (let step = 0; step < depth && latest.length > 0; step++) latest = add(latest.flatMap(targetsOf).filter(isIn));
  return found;
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
  naming: Naming,
  named: Selection['named'] = [],
): Promise<readonly (DomainClass | Enumeration)[]> {
  const found = matching([...model.classes, ...model.enumerations.filter(({ iri }) => iri !== undefined)], pattern, naming);
  if (found.length > 0) return found;
  const hasPrefix = pattern.includes(':');
  const names = model.classes.map(({ name, iri }) => (hasPrefix ? naming.show(iri) : name));
  const suggestion = isExact(pattern) ? await suggest(pattern, names) : undefined;
  const at = named.find((each) => each.option === option && each.pattern === pattern);
  const by = at ? option : `--${option}`;
  return fail('unknown-class', { by, pattern, ontology: model.source, suggestion }, at?.place, at?.source);
}
