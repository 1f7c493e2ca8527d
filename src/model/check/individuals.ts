import { isBlank, type Node } from '../../ontology/index.ts';
import type { ClassDraft } from '../draft.ts';
import type { Reader } from '../read/reader.ts';
import { namespaceOf } from '../read/resources.ts';

/** So many values an enumeration may have that people write down. */
const MOST = 100;

/** So many of them are shown. */
const SHOWN = 5;

/**
 * Warns of classes that are meant as enumerations, and are none: nothing is said of their instances but what they are called,
 * references lead to them, and the ontology itself has individuals of them. Without `owl:oneOf` there may be others (OWL 2
 * Structural Specification, 8.1.4), so that they are generated as classes are.
 */
export function warnOfIndividuals(reader: Reader, classes: readonly ClassDraft[]): void {
  const bare = new Map(classes.filter(isBare).map((cls) => [cls.iri, cls]));
  if (bare.size === 0) return;
  const targets = new Set(referredTo(classes));
  const found = new Map<Node, Node[]>();
  for (const node of reader.ontology.typed) {
    for (const type of isBlank(node) ? [] : reader.ontology.types(node)) {
      if (!bare.has(type) || !targets.has(type) || namespaceOf(type) !== namespaceOf(node)) continue;
      const known = found.get(type);
      if (known) known.push(node);
      else found.set(type, [node]);
    }
  }
  for (const [iri, individuals] of found) {
    const cls = bare.get(iri);
    if (cls === undefined || individuals.length < 2 || individuals.length > MOST) continue;
    const shown = individuals.slice(0, SHOWN).map((node) => reader.show(node));
    const said = { class: reader.show(iri), individuals: shown, count: individuals.length };
    reader.warn('enumeration-open', said, cls.place);
  }
}

/** Whether a class has nothing of its own, and neither superclasses nor subclasses that could. */
function isBare({ allFields, parents, children }: ClassDraft): boolean {
  return parents.length === 0 && children.length === 0 && allFields.every(({ iri }) => iri === undefined);
}

function referredTo(classes: readonly ClassDraft[]): readonly string[] {
  return classes.flatMap(({ fields }) => fields.flatMap(({ type }) => (type.kind === 'reference' ? [type.target.iri] : [])));
}
