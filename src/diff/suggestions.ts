/** Suggests renames of similar elements; only the user knows whether they are correct. */

import type { Field } from '../model/index.ts';
import type { Change, Matching, Suggestion } from './types.ts';
import { typeText } from './values.ts';

/** If more elements were added or removed, none are compared: each would be compared with each. */
const MOST = 200;

/**
 * Returns pairs of a removed and an added element that are similar: classes with mostly the same fields, or fields of one
 * class with the same type. Each has exactly one candidate.
 */
export function suggestionsOf(matching: Matching, changes: readonly Change[]): readonly Suggestion[] {
  return mergeNamespaceRenames([...similarClasses(matching), ...similarFields(matching, changes)]);
}

/** Replaces renames of several terms that differ only in their namespace by one rename of the namespace. */
function mergeNamespaceRenames(suggestions: readonly Suggestion[]): readonly Suggestion[] {
  const spaces = new Map<string, { readonly old: string; readonly new: string; count: number }>();
  const spaceOf = ({ oldIri, newIri }: Suggestion) => {
    const [old, now] = [namespaceOf(oldIri), namespaceOf(newIri)];
    if (old === now || oldIri.slice(old.length) !== newIri.slice(now.length)) return undefined;
    const key = `${old} ${now}`;
    const space = spaces.get(key) ?? { old, new: now, count: 0 };
    spaces.set(key, space);
    return space;
  };
  const each = suggestions.map((suggestion) => [suggestion, spaceOf(suggestion)] as const);
  for (const [, space] of each) if (space) space.count++;
  const several = [...spaces.values()].filter(({ count }) => count > 1);
  return [
    ...several.map(({ old, new: now }) => ({ old, new: now, oldIri: old, newIri: now })),
    ...each.flatMap(([suggestion, space]) => (space && space.count > 1 ? [] : [suggestion])),
  ];
}

/** An IRI up to its last # or /. */
const namespaceOf = (iri: string): string => iri.slice(0, Math.max(iri.lastIndexOf('#'), iri.lastIndexOf('/')) + 1);

/** Returns the names and types of fields, as strings to compare. */
function signatureOf(fields: readonly Field[]): ReadonlySet<string> {
  return new Set(fields.map((field) => `${field.name} ${typeText(field.type)}`));
}

function* similarClasses(matching: Matching): Iterable<Suggestion> {
  const removed = matching.old.classes.filter((cls) => !matching.newClass(cls));
  const added = matching.new.classes.filter((cls) => !matching.oldClass(cls));
  if (removed.length > MOST || added.length > MOST) return;
  const forms = new Map([...removed, ...added].map((cls) => [cls, signatureOf(cls.allFields)]));
  const isAlike = (a: (typeof removed)[number], b: (typeof added)[number]) => {
    const [x, y] = [forms.get(a), forms.get(b)] as const;
    if (!x || !y) return false;
    const shared = [...x].filter((each) => y.has(each)).length;
    // One shared field is not enough, because every class has an id.
    return shared > 1 && shared * 2 > Math.max(x.size, y.size);
  };
  for (const old of removed) {
    const [like, other] = added.filter((cls) => isAlike(old, cls));
    if (like && !other && removed.filter((cls) => isAlike(cls, like)).length === 1)
      yield { old: old.name, new: like.name, oldIri: old.iri, newIri: like.iri };
  }
}

function* similarFields(matching: Matching, changes: readonly Change[]): Iterable<Suggestion> {
  const known = new Set(matching.new.classes.flatMap((cls) => cls.fields.flatMap(({ iri }) => iri ?? [])));
  for (const { removed, added } of fieldChangesByClass(changes)) {
    if (removed.length > MOST || added.length > MOST) continue;
    for (const old of removed) {
      // A property that still exists was not renamed.
      if (known.has(matching.iri(old.iri as string))) continue;
      const [like, other] = added.filter(({ after }) => after === old.before);
      if (!like || other || removed.filter(({ before }) => before === old.before).length > 1) continue;
      yield { old: old.element, new: like.element, oldIri: old.iri as string, newIri: like.iri as string };
    }
  }
}

/** Returns the removed and added fields of each class. */
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
