import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Change, compareModels, type Level, type Surface } from '../../src/diff/index.ts';
import { instanceOf } from '../../src/instances/index.ts';
import { type DomainClass, type DomainModel, type Field, type Role, variantOf } from '../../src/model/index.ts';
import { type Document, roles } from '../differential/documents.ts';
import { formDocuments } from '../differential/forms.ts';
import { judgeDocument } from '../differential/judge-forms.ts';
import { invalidInstances } from '../support/invalid-instances.ts';
import { drawCount, isFullRun, modelOfTurtle } from '../support/ontologies.ts';
import { editedHistories } from './edits.ts';
import { mutations } from './mutations.ts';
import { versions } from './ontologies.ts';

/**
 * Compares the verdicts of a diff about JSON and REST with documents: those that are valid in one version are judged by the
 * other one. If a document is rejected, the diff must report a breaking change of its class; and for each breaking change,
 * a document must be rejected.
 */

const seed = Number(process.env['RANDOM_SEED'] ?? 3);
const numRuns = Number(process.env['RANDOM_MODELS'] ?? (isFullRun ? drawCount(12, 25) : 3));

interface Pair {
  readonly old: string;
  readonly now: string;
  readonly renamed: (iri: string) => string;
}

const pairs: readonly Pair[] = [
  ...fc
    .sample(editedHistories, { numRuns, seed })
    .flatMap((all) => all.slice(1).map(({ text, renamed }, i) => ({ old: all[i]?.text ?? '', now: text, renamed }))),
  ...fc.sample(versions, { numRuns, seed }).map(([old, now]) => ({ old, now, renamed: (iri: string) => iri })),
];

type About = Pick<Document, 'variant' | 'form' | 'text'>;
type Members = Readonly<Record<string, unknown>>;

/** Yields documents of a class in a role: valid ones, with a member left out, null or of another value, and broken ones. */
function* textsOf(cls: DomainClass, role: Role): Generator<string> {
  const { members } = variantOf(cls, role);
  const names = new Set(members.map(({ field }) => field.name));
  const textOf = (value: Members) =>
    JSON.stringify(Object.fromEntries(Object.entries(value).filter(([name]) => names.has(name))));
  const sound = [true, false].flatMap((isWanted) => instanceOf(cls, { isWanted: () => isWanted }) ?? []);
  for (const { value } of sound) {
    yield textOf(value);
    for (const { field } of members) {
      const { [field.name]: own = null, ...rest } = value;
      yield textOf(rest);
      for (const other of [own, null, ...enumerationValues(field)]) {
        yield textOf({ ...value, [field.name]: other });
        yield textOf({ [field.name]: other });
      }
    }
  }
  for (const { value } of invalidInstances(cls)) {
    yield textOf(value);
    for (const [name, other] of Object.entries(value)) yield textOf({ [name]: other });
  }
  for (const one of fc.sample(mutations(cls), { numRuns: 15, seed })) if (one?.variant.role === role) yield one.text;
}

function enumerationValues({ type, cardinality }: Field): readonly unknown[] {
  if (type.kind !== 'enumeration') return [];
  const values = type.enumeration.values.map(({ value }) => value);
  return cardinality === 'many' ? values.map((value) => [value]) : values;
}

const classAndDescendants = (cls: DomainClass): readonly DomainClass[] => [cls, ...cls.children.flatMap(classAndDescendants)];

/** Returns the groups of changes that affect a class: itself, its hierarchy, its targets and its enumerations. */
function groupsOf(cls: DomainClass): readonly string[] {
  const held = cls.allRelations.flatMap(({ target }) => [target, ...target.ancestors]);
  const enumerations = cls.allFields.flatMap(({ type }) => (type.kind === 'enumeration' ? [type.enumeration.name] : []));
  return [...[...classAndDescendants(cls), ...cls.ancestors, ...held].map(({ name }) => name), ...enumerations];
}

/** True if the document contains only members that its writer knows, as documents of real clients do. */
function isWritten({ variant, form, text }: About): boolean {
  if (form !== undefined || variant.role === 'related') return true;
  const known = new Set(variant.members.map(({ field }) => field.name));
  try {
    return Object.keys(JSON.parse(text)).every((key) => known.has(key));
  } catch {
    return false;
  }
}

/** A document of one version that the other one rejects, with the surfaces that must report it and the possible causes. */
interface Refused {
  readonly surfaces: readonly Surface[];
  readonly because: readonly Change[];
  readonly levels: readonly Level[];
  readonly document: About;
}

interface Sides {
  readonly from: DomainModel;
  readonly other: (cls: DomainClass) => DomainClass | undefined;
  readonly changes: readonly Change[];
}

function* refused({ from, other, changes }: Sides, isOld: boolean): Generator<Refused> {
  const all: Iterable<About> = [...formDocuments(from), ...from.classes.flatMap((cls) => documentsOf(cls, other(cls), isOld))];
  const groups = new Map<DomainClass, readonly Change[]>();
  const changesOf = (cls: DomainClass, now: DomainClass) => {
    const names = new Set([...groupsOf(cls), ...groupsOf(now)]);
    const found = groups.get(cls) ?? changes.filter(({ group }) => group !== undefined && names.has(group));
    groups.set(cls, found);
    return found;
  };
  for (const document of all) {
    const { class: cls, role } = document.variant;
    const now = other(cls);
    // Clients never send objects with related objects, and servers send no documents of removed classes.
    if (!now || (role === 'related' && (isOld || now.relationsName === undefined))) continue;
    if (!isWritten(document) || judgeDocument(document, document.text).broken.length > 0) continue;
    const form = document.form === 'any' && now.children.length === 0 ? undefined : document.form;
    if (judgeDocument({ variant: variantOf(now, role), ...(form && { form }) }, document.text).broken.length === 0) continue;
    const isRequest = role === 'create' || role === 'update';
    yield {
      surfaces: isOld ? ['json-in', ...(isRequest ? (['rest'] as const) : [])] : ['json-out', 'rest'],
      because: changesOf(cls, now),
      // A new class is only dangerous where documents of several classes are read.
      levels: hasDiscriminator(document) && !isOld ? ['breaking', 'dangerous'] : ['breaking'],
      document,
    };
  }
}

const hasDiscriminator = ({ variant }: About): boolean => variant.class.allFields.some(({ discriminator }) => discriminator);

function documentsOf(cls: DomainClass, other: DomainClass | undefined, isOld: boolean): readonly About[] {
  if (!other) return [];
  return roles
    .filter((role) => isOld || role === 'entity')
    .flatMap((role) => {
      const texts = new Set([...textsOf(cls, role), ...textsOf(other, role)]);
      return [...texts].map((text) => ({ variant: variantOf(cls, role), text }));
    });
}

/** Kinds of changes that give an element another meaning, even if no reader rejects a document for it. */
const semanticChanges = new Set(['field-renamed', 'class-renamed', 'class-removed', 'relation-renamed', 'relation-removed']);

test('the diff reports a breaking change exactly if documents of the other version are rejected', async () => {
  const kept: string[] = [];
  const unproven: string[] = [];
  for (const { old, now, renamed } of pairs) {
    const [a, b] = [(await modelOfTurtle(old)).model, (await modelOfTurtle(now)).model];
    const { changes } = compareModels(a, b, renamed);
    const before = new Map(a.classes.map((cls) => [renamed(cls.iri), cls]));
    const after = new Map(b.classes.map((cls) => [cls.iri, cls]));
    const proven = { 'json-in': new Set<Change>(), 'json-out': new Set<Change>() };
    const found = [
      ...refused({ from: a, other: (cls) => after.get(renamed(cls.iri)), changes }, true),
      ...refused({ from: b, other: (cls) => before.get(cls.iri), changes }, false),
    ];
    for (const { surfaces, because, levels, document } of found) {
      for (const surface of surfaces) {
        // Clients send create and update bodies; other documents are stored records, and old ones lack a new member.
        const isRecord = surface === 'json-in' && document.variant.role !== 'create' && document.variant.role !== 'update';
        const causes = because.filter(({ kind, effects }) => {
          const { level } = effects[surface];
          return levels.includes(level) || (isRecord && kind === 'field-added' && level === 'dangerous');
        });
        if (surface !== 'rest') for (const change of causes) proven[surface as 'json-in'].add(change);
        if (causes.length === 0)
          kept.push(
            `${surface}: ${document.variant.class.name} ${document.text}\n${because.map(({ says }) => says)}\n${old}\n---\n${now}`,
          );
      }
    }
    for (const surface of ['json-in', 'json-out'] as const) {
      for (const change of changes) {
        const isElse = changes.some(({ kind, element }) => semanticChanges.has(kind) && element === change.element);
        if (change.effects[surface].level === 'breaking' && !isElse && !proven[surface].has(change))
          unproven.push(`${surface}: ${change.element} ${change.says}: ${change.effects[surface].because}\n${old}\n---\n${now}`);
      }
    }
  }
  expect(kept.slice(0, 3).join('\n\n'), `RANDOM_SEED=${seed} RANDOM_MODELS=${numRuns} draws them again`).toBe('');
  expect(unproven.slice(0, 3).join('\n\n'), `RANDOM_SEED=${seed} RANDOM_MODELS=${numRuns} draws them again`).toBe('');
}, 600_000);

/** Returns the kind and level of each change that is not safe for a surface. */
async function unsafeChanges(surface: Surface, old: string, now: string): Promise<readonly string[]> {
  const { changes } = compareModels((await modelOfTurtle(old)).model, (await modelOfTurtle(now)).model);
  return changes.flatMap(({ kind, effects }) => (effects[surface].level === 'safe' ? [] : [`${kind} ${effects[surface].level}`]));
}

const POSTS = `:User a owl:Class . :Post a owl:Class . :Tag a owl:Class .
:author a owl:ObjectProperty , owl:FunctionalProperty ; rdfs:domain :Post ; rdfs:range :User .`;

test('a removed reference breaks responses that include its object; an additional one breaks none', async () => {
  const more = `${POSTS} :mainTag a owl:ObjectProperty , owl:FunctionalProperty ; rdfs:domain :Post ; rdfs:range :Tag .`;
  // The types PostWithAuthor become PostWithRelations.
  expect(await unsafeChanges('typescript', POSTS, more)).toContain('class-renamed breaking');
  expect(await unsafeChanges('rest', POSTS, more)).toEqual([]);
  expect(await unsafeChanges('rest', more, POSTS)).toContain('field-removed breaking');
  const [classes = ''] = POSTS.split('\n');
  expect(await unsafeChanges('rest', POSTS, classes)).toEqual(['field-removed breaking']);
  expect(await unsafeChanges('rest', classes, POSTS)).toEqual([]);
});

test('a relation to another class breaks objects with their related objects', async () => {
  const now = POSTS.replace('rdfs:range :User', 'rdfs:range :Tag').replace(':author a', ':author rdfs:label "author" ; a');
  expect(await unsafeChanges('json-out', POSTS, now)).toContain('type-changed breaking');
});

test('a removed name of an inverse breaks objects with their related objects', async () => {
  const named = `${POSTS} :posts a owl:ObjectProperty ; rdfs:domain :User ; rdfs:range :Post ; owl:inverseOf :author .`;
  expect(await unsafeChanges('rest', named, POSTS)).toContain('relation-changed breaking');
  expect(await unsafeChanges('rest', POSTS, named)).toEqual([]);
});

test('a class that joins a hierarchy is dangerous for readers, and one that leaves it is breaking for writers', async () => {
  const apart = ':A a owl:Class . :B a owl:Class ; rdfs:subClassOf :A . :C a owl:Class .';
  const joined = `${apart} :C rdfs:subClassOf :A .`;
  expect(await unsafeChanges('json-out', apart, joined)).toContain('parent-added dangerous');
  expect(await unsafeChanges('json-in', joined, apart)).toContain('parent-removed breaking');
  // No client reads an entirely new class yet.
  expect(await unsafeChanges('json-out', ':C a owl:Class .', apart)).toEqual([]);
});

test('values of an enumeration that no field uses affect no surface', async () => {
  const of = (values: string) => `:E a owl:Class ; owl:oneOf ( ${values} ) . :A a owl:Class .`;
  for (const surface of ['json-in', 'json-out', 'rest', 'rows'] as const) {
    expect(await unsafeChanges(surface, of(':red'), of(':red :green'))).toEqual([]);
    expect(await unsafeChanges(surface, of(':red :green'), of(':red'))).toEqual([]);
  }
});

test('old documents satisfy a choice between an existing and a new field', async () => {
  const of = (range: string) => `:A a owl:Class . :B a owl:Class .
    :p a owl:ObjectProperty , owl:FunctionalProperty ; rdfs:domain :A ; rdfs:range ${range} .`;
  const both = '[ a owl:Class ; owl:unionOf ( :A :B ) ]';
  const tightened = (await unsafeChanges('json-in', of(':B'), of(both))).filter((each) => each.startsWith('rule-'));
  expect(tightened).toEqual([]);
});
