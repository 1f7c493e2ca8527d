/** Compares what the REST service accepts with what the models accept. */

import { parseJson, type Tree } from '../../src/diagnostics/index.ts';
import { type Instance, instanceOf } from '../../src/instances/index.ts';
import { type DomainClass, type DomainModel, type Field, type Role, variantOf } from '../../src/model/index.ts';
import { type EnforcingName, loadTarget } from '../../src/targets/index.ts';
import { describeApi } from '../../src/targets/openapi-spec/index.ts';
import { type Deviation, deviationsOf, joinVerdicts } from '../differential/deviations.ts';
import { isDeclared } from '../differential/differences.ts';
import { type DifficultTexts, difficultJson, difficultNonScalars, difficultScalars } from '../differential/difficult-values.ts';
import { type Document, membersOf, objectOf, omitEntry } from '../differential/documents.ts';
import { type Answer, type Layer, layers } from '../differential/layers/index.ts';
import { ofInstances } from '../differential/ontology-documents.ts';
import { referenceClosure } from '../support/reference-closure.ts';

/** Sends a request with a JSON text. */
export type Send = (
  method: string,
  place: string,
  body?: string,
) => Promise<{ readonly status: number; readonly location: string; readonly text: string }>;

/** The answers of a layer, as {@link joinVerdicts} expects them. */
type Answers = Awaited<ReturnType<Layer>>;

/** The variants of a class that are bodies of requests. */
const bodies = ['create', 'update'] as const satisfies readonly Role[];

const difficult: Readonly<Record<string, DifficultTexts | undefined>> = { ...difficultScalars, ...difficultNonScalars };

/** Returns the kind of a field's values, as the corpus names it. */
const kindOf = ({ type }: Field): string => (type.kind === 'scalar' ? type.scalar : type.kind);

/** Returns bodies that differ from a valid one in one member: difficult values of its kind, other JSON, and no value. */
function memberDocuments(cls: DomainClass, base: Instance): readonly Document[] {
  const others = (referenceClosure(base) ?? []).slice(0, -1);
  const complete = Object.fromEntries(Object.entries(base.value).map(([name, value]) => [name, JSON.stringify(value)]));
  return bodies.flatMap((role) => {
    const variant = variantOf(cls, role);
    const entries = membersOf(variant, complete);
    return variant.members.flatMap(({ field }) => {
      const { name, cardinality } = field;
      // The superclass has the same documents.
      if (cls.ancestors.some(({ abstract, allFields }) => !abstract && allFields.some((one) => one.name === name))) return [];
      const kind = kindOf(field);
      const about = (topic: string, sample: string, text: string): Document => {
        return { variant, kind, cardinality, about: topic, sample, text, others };
      };
      const put = (topic: string, sample: string) => about(topic, sample, objectOf({ ...entries, [name]: sample }));
      const topics = [...Object.entries(difficult[kind] ?? {}), ...Object.entries(difficultJson)];
      const values = topics.flatMap(([topic, samples]) =>
        samples.map((sample) => put(topic, cardinality === 'many' && !(topic in difficultJson) ? `[${sample}]` : sample)),
      );
      const absent = role === 'create' ? [about('absent', '', objectOf(omitEntry(entries, name)))] : [];
      return [...absent, put('null', 'null'), ...values];
    });
  });
}

/** Sends the documents of a class, one after the other. Returns the answer to each one. */
async function answersOf(
  documents: readonly Document[],
  send: Send,
  pathOf: (cls: DomainClass) => string,
): Promise<readonly (Answer | undefined)[]> {
  const stored = new Map<unknown, { readonly id: string; readonly location: string }>();
  const translated = (text: string) => [...stored].reduce((all, [old, { id }]) => all.replaceAll(String(old), id), text);
  const translatedBack = (text: string) => [...stored].reduce((all, [old, { id }]) => all.replaceAll(id, String(old)), text);
  const store = async (one: Instance) => {
    const names = new Set(variantOf(one.class, 'create').members.map(({ field: { name } }) => name));
    const body = Object.entries(one.value).filter(([name]) => names.has(name));
    const { status, text, location } = await send(
      'POST',
      pathOf(one.class),
      translated(JSON.stringify(Object.fromEntries(body))),
    );
    if (status !== 201) throw new Error(`${one.class.name}: ${status} ${text}`);
    stored.set(one.value['id'], { id: (JSON.parse(text) as { id: string }).id, location });
  };
  const answers: (Answer | undefined)[] = [];
  let target: string | undefined;
  for (const { variant, text, others = [] } of documents) {
    for (const one of others) if (!stored.has(one.value['id'])) await store(one);
    if (variant.role === 'create') {
      const made = await send('POST', pathOf(variant.class), translated(text));
      answers.push(answerOf(made.status, translatedBack(made.text)));
      if (made.status === 201) await send('DELETE', made.location);
    } else {
      target ??= (await send('POST', pathOf(variant.class), translated(createBody(variant.class)))).location;
      const { status, text: written } = await send('PATCH', target, translated(text));
      answers.push(answerOf(status, status === 200 ? sentMembers(text, translatedBack(written)) : written));
    }
  }
  for (const { location } of [{ location: target ?? '' }, ...[...stored.values()].reverse()]) {
    if (location !== '') await send('DELETE', location);
  }
  return answers;
}

/** Returns the body of an instance that the updates change. */
function createBody(cls: DomainClass): string {
  const value = instanceOf(cls, { nth: 5, isWanted: () => false })?.value ?? {};
  const { members } = variantOf(cls, 'create');
  const names = new Set(members.map(({ field: { name } }) => name));
  return JSON.stringify(Object.fromEntries(Object.entries(value).filter(([name]) => names.has(name))));
}

/** Returns the members of a written instance that an update has. */
function sentMembers(update: string, written: string): string {
  const sent = parseJson(update);
  const tree = parseJson(written);
  if (sent?.kind !== 'object' || tree?.kind !== 'object') return written;
  const names = new Set(sent.members.map(([name]) => name));
  return jsonOf({ kind: 'object', members: tree.members.filter(([name]) => names.has(name)) });
}

/** Returns a tree as JSON. Numbers keep their digits. */
function jsonOf(tree: Tree): string {
  switch (tree.kind) {
    case 'null':
      return 'null';
    case 'number':
      return tree.source;
    case 'array':
      return `[${tree.items.map(jsonOf).join(',')}]`;
    case 'object':
      return `{${tree.members.map(([name, value]) => `${JSON.stringify(name)}:${jsonOf(value)}`).join(',')}}`;
    default:
      return JSON.stringify(tree.value);
  }
}

/**
 * Converts a response; undefined if the service could read the body, but it refers to an instance that is not stored: the
 * models know no stored instances.
 */
function answerOf(status: number, text: string): Answer | undefined {
  if (status < 300) return { echo: text };
  const { errors = [] } = JSON.parse(text) as { errors?: readonly { constraint?: string }[] };
  const isMissing = errors.length > 0 && errors.every(({ constraint }) => constraint?.endsWith('_fkey'));
  if (status === 422 && isMissing) return undefined;
  return { fault: status === 400 || status === 422 ? text : `crash: ${status} ${text}` };
}

/** Returns the undeclared differences between the verdicts of the service and those of the models, and the number of documents. */
export async function differencesOf(model: DomainModel, send: Send): Promise<{ count: number; undeclared: readonly string[] }> {
  const { operations } = describeApi(model);
  const pathOf = (cls: DomainClass) => operations.find((one) => one.cls === cls && one.kind === 'list')?.path ?? '';
  const classes = model.classes.filter(({ abstract }) => !abstract);
  const documents = classes.map((cls) => {
    const base = instanceOf(cls, { nth: 5, skippedValues: 0, isWanted: () => true });
    const ofMembers = base ? memberDocuments(cls, base) : [];
    const all = [...ofInstances(cls), ...ofMembers].filter(({ variant: { role } }) => role !== 'entity');
    // The instance that updates change would have the same keys as new ones.
    return [...all].sort((one, other) => Number(one.variant.role === 'update') - Number(other.variant.role === 'update'));
  });
  const corpora = [{ slug: 'service', model, documents: documents.flat() }];
  const served: (Answer | undefined)[] = [];
  // One after the other, because instances of several classes refer to the same ones, which have keys.
  for (const all of documents) served.push(...(await answersOf(all, send, pathOf)));
  const answers = new Map<EnforcingName, Answers>([['rust-models', [served]]]);
  for (const name of ['typescript-models', 'python-pydantic'] as const) {
    answers.set(name, await layers[name].read(corpora, await loadTarget(name)));
  }
  const deviations = joinVerdicts(corpora, answers).flatMap(deviationsOf);
  const undeclared = deviations.filter((one) => !isOfService(one));
  return { count: served.length, undeclared: undeclared.map(described) };
}

/** Returns whether the model or the database of a layer declares a deviation. The service has both. */
function isOfService(one: Deviation): boolean {
  return isDeclared(one) || (one.layer === 'rust-models' && isDeclared({ ...one, layer: 'sql-schema' }));
}

const described = ({ layer, document: { variant, kind, about, sample }, does, because }: Deviation) =>
  `${layer} ${does} ${variant.class.name} ${variant.role} ${kind} (${about}) ${sample.slice(0, 200)}: ${because.slice(0, 300)}`;
