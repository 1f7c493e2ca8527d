/** Documents of a class with one random change. */

import fc from 'fast-check';
import { type Instance, instanceOf } from '../../src/instances/index.ts';
import type { InstanceOptions } from '../../src/instances/instance.ts';
import { type DomainClass, type Field, kinds, variantOf } from '../../src/model/index.ts';
import { type DifficultTexts, difficultJson, difficultNonScalars, difficultScalars } from '../differential/difficult-values.ts';
import { type Document, type Entries, objectOf, omitEntry, roles } from '../differential/documents.ts';
import { drawn } from '../differential/random-values.ts';
import { validateDocument } from '../differential/referee.ts';
import { referenceClosure } from '../support/reference-closure.ts';

/** Makes an instance that differs from the first ones of its class, to which other objects refer. */
const INSTANCE_OPTIONS: InstanceOptions = { nth: 5, skippedValues: 0 };

type Change = (entries: Entries, field: Field) => { readonly about: string; readonly sample: string; readonly entries: Entries };

/** Draws documents of a class in a random role, undefined if no usable document results. */
export function mutations(cls: DomainClass): fc.Arbitrary<Document | undefined> {
  return fc
    .record({ role: fc.constantFrom(...roles), wanted: fc.infiniteStream(fc.boolean()), at: fc.nat(), change })
    .map(({ role, wanted, at, change: apply }) => {
      const one = instanceOf(cls, { ...INSTANCE_OPTIONS, isWanted: () => wanted.next().value });
      const variant = variantOf(cls, role);
      const { field } = variant.members[at % Math.max(1, variant.members.length)] ?? {};
      const referred = one && referenceClosure(one);
      if (!one || !field || !referred) return undefined;
      const names = new Set(variant.members.map((member) => member.field.name));
      const entries = entriesOf(one, (name) => (role === 'update' ? name === field.name : names.has(name)));
      const { about, sample, entries: changed } = apply(entries, field);
      const text = objectOf(changed);
      if (role === 'update' && Object.keys(changed).length === 0) return undefined;
      // A valid document with another id, kind or reference is left out: a database does not have the rows for it.
      const isKey = field.type.kind === 'reference' || field.type.kind === 'id' || field.discriminator;
      if (isKey && text !== objectOf(entries) && validateDocument(variant, text).broken.length === 0) return undefined;
      const kind = about === 'unknown keys' ? 'object' : kindOf(field);
      return { variant, kind, cardinality: field.cardinality, about, sample, text, others: referred.slice(0, -1) };
    });
}

const kindOf = ({ type }: Field): string => {
  if (type.kind === 'id') return 'uuid';
  return type.kind === 'scalar' ? type.scalar : type.kind;
};

const entriesOf = ({ value }: Instance, isWanted: (name: string) => boolean): Entries =>
  Object.fromEntries(Object.entries(value).flatMap(([name, json]) => (isWanted(name) ? [[name, JSON.stringify(json)]] : [])));

/** Returns texts of JSON values for a field, each with a category: texts for its kind, and texts for any kind. */
function textsFor(field: Field): readonly (readonly [about: string, sample: string])[] {
  const kind = kindOf(field);
  const own = ({ ...difficultScalars, ...difficultNonScalars } as Readonly<Record<string, DifficultTexts>>)[kind] ?? {};
  const random = kind in kinds ? drawn(kind as keyof typeof kinds) : [];
  // The prepared texts for enumerations and unions belong to other ones.
  const picked = Object.entries(kind === 'enumeration' || kind === 'union' ? {} : own);
  return [
    ...[...picked, ...Object.entries(difficultJson)].flatMap(([about, samples]) =>
      samples.map((sample) => [about, sample] as const),
    ),
    ...random.map((sample) => ['drawn', sample] as const),
  ];
}

const mutationOf = (entries: Entries, { name }: Field, about: string, sample: string) => ({
  about,
  sample,
  entries: { ...entries, [name]: sample },
});

const change: fc.Arbitrary<Change> = fc.oneof(
  // Unchanged.
  fc.constant<Change>((entries) => ({ about: 'kept', sample: objectOf(entries), entries })),
  fc.constant<Change>((entries, field) => ({ about: 'absent', sample: '', entries: omitEntry(entries, field.name) })),
  fc.constant<Change>((entries, field) => mutationOf(entries, field, 'null', 'null')),
  {
    weight: 5,
    arbitrary: fc.nat().map(
      (n): Change =>
        (entries, field) => {
          const all = textsFor(field);
          const [about, sample] = all[n % all.length] ?? ['null', 'null'];
          return mutationOf(
            entries,
            field,
            about,
            field.cardinality === 'many' && !(about in difficultJson) ? `[${sample}]` : sample,
          );
        },
    ),
  },
  // The value of another field.
  fc.nat().map(
    (n): Change =>
      (entries, field) => {
        const values = Object.values(entries);
        return mutationOf(entries, field, 'another type', values[n % Math.max(1, values.length)] ?? 'null');
      },
  ),
  // Lists in lists, lists of one, lists of more.
  fc.constantFrom('[*]', '[*,*]', '[[*]]', '{"0":*}', '[*,null]').map(
    (form): Change =>
      (entries, field) =>
        mutationOf(entries, field, 'values of a list', form.replaceAll('*', entries[field.name] ?? 'null')),
  ),
  fc.constantFrom('unknown', '', '__proto__', 'toString', 'Id', ' id').map(
    (key): Change =>
      (entries) => ({
        about: 'unknown keys',
        sample: key,
        entries: Object.fromEntries([...Object.entries(entries), [key === '__proto__' ? 'proto' : key, '1']]),
      }),
  ),
);
