/** Suggests renames of similar elements, for the option `--renamed`; only the user knows whether they are correct. */

import type { DomainClass, Field } from '../model/index.ts';
import { pushTo } from '../ontology/index.ts';
import type { Change, Matching, Suggestion } from './types.ts';
import { typeText } from './values.ts';

/** With more added or removed elements, no renames are suggested, because the number of comparisons is quadratic. */
const MAX_CANDIDATES = 200;

/**
 * Returns pairs of a removed and an added element that are similar: classes with mostly the same fields, or fields of one
 * class with the same type. Each has exactly one candidate.
 */
export function suggestionsOf(matching: Matching, changes: readonly Change[]): readonly Suggestion[] {
  const moved = movedClasses(matching);
  const movedIris = new Set(moved.map(({ oldIri }) => oldIri));
  const similar = [...similarClasses(matching)].filter(({ oldIri }) => !movedIris.has(oldIri));
  return mergeNamespaceRenames([...moved, ...similar, ...similarFields(matching, changes)]);
}

/** Returns classes whose IRIs differ only in the namespace, as after a release with its version in the namespace. */
function movedClasses(matching: Matching): readonly Suggestion[] {
  const localName = ({ iri }: DomainClass): string => iri.slice(namespaceOf(iri).length);
  const added = new Map(
    matching.new.classes.filter((cls) => !matching.oldClass(cls)).map((cls) => [`${cls.name} ${localName(cls)}`, cls]),
  );
  return matching.old.classes.flatMap((old) => {
    const now = matching.newClass(old) ? undefined : added.get(`${old.name} ${localName(old)}`);
    return now ? [{ old: old.name, new: now.name, oldIri: old.iri, newIri: now.iri }] : [];
  });
}

/** Replaces renames of several terms that differ only in their namespace by one rename of the namespace. */
function mergeNamespaceRenames(suggestions: readonly Suggestion[]): readonly Suggestion[] {
  const byNamespaces = new Map<string, Suggestion[]>();
  for (const suggestion of suggestions) {
    const { oldIri, newIri } = suggestion;
    const [oldNamespace, newNamespace] = [namespaceOf(oldIri), namespaceOf(newIri)];
    const isSameName = oldIri.slice(oldNamespace.length) === newIri.slice(newNamespace.length);
    if (oldNamespace !== newNamespace && isSameName) pushTo(byNamespaces, `${oldNamespace} ${newNamespace}`, suggestion);
  }
  const repeated = [...byNamespaces.values()].filter((renames) => renames.length > 1);
  const merged = new Set(repeated.flat());
  return [
    ...repeated.map((renames) => {
      const [{ oldIri, newIri }] = renames as [Suggestion];
      const [old, now] = [namespaceOf(oldIri), namespaceOf(newIri)];
      return { old, new: now, oldIri: old, newIri: now };
    }),
    ...suggestions.filter((suggestion) => !merged.has(suggestion)),
  ];
}

/** Returns an IRI up to its last # or /. */
const namespaceOf = (iri: string): string => iri.slice(0, Math.max(iri.lastIndexOf('#'), iri.lastIndexOf('/')) + 1);

/** Returns the name and type of each field as one string: `title string`. */
function signatureOf(fields: readonly Field[]): ReadonlySet<string> {
  return new Set(fields.map((field) => `${field.name} ${typeText(field.type)}`));
}

function* similarClasses(matching: Matching): Iterable<Suggestion> {
  const removed = matching.old.classes.filter((cls) => !matching.newClass(cls));
  const added = matching.new.classes.filter((cls) => !matching.oldClass(cls));
  if (removed.length > MAX_CANDIDATES || added.length > MAX_CANDIDATES) return;
  const signatures = new Map([...removed, ...added].map((cls) => [cls, signatureOf(cls.allFields)]));
  const isSimilar = (oldClass: (typeof removed)[number], newClass: (typeof added)[number]) => {
    const [oldSignature, newSignature] = [signatures.get(oldClass), signatures.get(newClass)] as const;
    if (!oldSignature || !newSignature) return false;
    const shared = [...oldSignature].filter((member) => newSignature.has(member)).length;
    // One shared field is not enough, because every class has an id.
    return shared > 1 && shared * 2 > Math.max(oldSignature.size, newSignature.size);
  };
  for (const old of removed) {
    const [candidate, secondCandidate] = added.filter((cls) => isSimilar(old, cls));
    if (candidate && !secondCandidate && removed.filter((cls) => isSimilar(cls, candidate)).length === 1)
      yield { old: old.name, new: candidate.name, oldIri: old.iri, newIri: candidate.iri };
  }
}

function* similarFields(matching: Matching, changes: readonly Change[]): Iterable<Suggestion> {
  const propertiesInUse = new Set(matching.new.classes.flatMap((cls) => cls.fields.flatMap(({ iri }) => iri ?? [])));
  for (const { removed, added } of fieldChangesByClass(changes)) {
    if (removed.length > MAX_CANDIDATES || added.length > MAX_CANDIDATES) continue;
    for (const old of removed) {
      // A property that still exists was not renamed.
      if (propertiesInUse.has(matching.iri(old.iri as string))) continue;
      const [candidate, secondCandidate] = added.filter(({ after }) => after === old.before);
      if (!candidate || secondCandidate || removed.filter(({ before }) => before === old.before).length > 1) continue;
      yield { old: old.element, new: candidate.element, oldIri: old.iri as string, newIri: candidate.iri as string };
    }
  }
}

function fieldChangesByClass(changes: readonly Change[]): Iterable<{ readonly removed: Change[]; readonly added: Change[] }> {
  const byClass = new Map<string, { readonly removed: Change[]; readonly added: Change[] }>();
  for (const change of changes) {
    if (change.kind !== 'field-added' && change.kind !== 'field-removed') continue;
    if (change.iri === undefined || change.group === undefined) continue;
    const fields = byClass.get(change.group) ?? { removed: [], added: [] };
    byClass.set(change.group, fields);
    (change.kind === 'field-added' ? fields.added : fields.removed).push(change);
  }
  return byClass.values();
}
