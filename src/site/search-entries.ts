/** Lists what the search of a site finds: `{ kind: 'field', name: 'title', of: 3 }` is a field of the class with index 3. */

import type { DomainModel } from '../model/index.ts';
import type { SearchEntry } from './data.ts';
import { omitUndefined } from './numbers.ts';
import { firstSentence } from './prose.ts';

/** Returns entries for classes, enumerations, the fields and relations that classes add, and the values of enumerations. */
export function searchEntries(model: DomainModel): SearchEntry[] {
  const entries: SearchEntry[] = [];
  /** @param of the number of the class or enumeration whose page has the element */
  const add = (
    kind: SearchEntry['kind'],
    of: number,
    { name, label, iri, doc }: { name: string; label?: string; iri?: string; doc?: string },
  ) => entries.push(omitUndefined({ kind, name, label: label === name ? undefined : label, iri, about: firstSentence(doc), of }));
  for (const [classNumber, cls] of model.classes.entries()) {
    add('class', classNumber, cls);
    for (const field of cls.fields) if (field.iri !== undefined) add('field', classNumber, field);
    const fieldIris = new Set(cls.fields.map(({ iri }) => iri));
    for (const relation of cls.relations)
      if (relation.declared && !fieldIris.has(relation.iri)) add('field', classNumber, relation);
  }
  for (const [number, enumeration] of model.enumerations.entries()) {
    add('enumeration', number, enumeration);
    for (const value of enumeration.values) add('value', number, { ...value, name: value.value });
  }
  return entries;
}
