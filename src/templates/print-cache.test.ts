import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { drawCount, isFullRun, ontologyFile } from '../../test/support/ontologies.ts';
import { randomNumbers } from '../../test/support/random.ts';
import { buildModel, type DomainModel, type Policies, policiesOf } from '../model/index.ts';
import { loadOntology } from '../ontology/index.ts';
import { sketchOf, watchLabels } from '../targets/core/index.ts';
import { loadTarget, type PartCache, printWithoutMarks, type Target, templateNames, withPartCache } from '../targets/index.ts';
import { PrintedFileCache } from './print-cache.ts';

const targets = await Promise.all(templateNames.map(loadTarget));
const separateTargets = ['rust-models', 'typescript-models'];
const partTargets = ['graphql-schema', 'openapi-spec'];

async function modelOfText(text: string, policies?: Policies): Promise<DomainModel> {
  const folder = mkdtempSync(path.join(tmpdir(), 'codegen-kept-'));
  try {
    const file = path.join(folder, 'test.ttl');
    writeFileSync(file, text);
    return (await buildModel(await loadOntology(file), policies)).model;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Returns the text of an ontology as Turtle. Removing the graph from N-Quads gives Turtle. */
function turtleOf(file: string): string {
  const text = readFileSync(file, 'utf8');
  return file.endsWith('.nq') ? text.replace(/ <[^<>"]*> \.$/gm, ' .') : text;
}

const RDFS = 'http://www.w3.org/2000/01/rdf-schema#';
const OWL = 'http://www.w3.org/2002/07/owl#';
const XSD = 'http://www.w3.org/2001/XMLSchema#';

/** An ontology that is being edited. */
interface State {
  readonly text: string;
  readonly policies: Policies | undefined;
}

/** Random choices. */
interface Draw {
  readonly below: (count: number) => number;
  readonly of: <T>(all: readonly T[]) => T;
}

const quoted = /"(?:[^"\\\n]|\\.)+"(?=\s*(?:@en)?\s*[;.,])/g;

const addStatements = (state: State, ...statements: string[]): State => ({
  ...state,
  text: `${state.text}\n${statements.join(' .\n')} .\n`,
});

/** Edits of texts come first and are the most frequent, as in practice. */
const edits: Readonly<Record<string, (state: State, model: DomainModel, draw: Draw, nth: number) => State>> = {
  text: (state, _, draw, nth) => {
    const all = [...state.text.matchAll(quoted)];
    if (all.length === 0) return state;
    const { index, 0: found } = draw.of(all);
    const text = `${found.slice(0, -1)} ${nth}"`;
    return { ...state, text: state.text.slice(0, index) + text + state.text.slice(index + found.length) };
  },
  comment: (state, model, draw, nth) =>
    addStatements(state, `<${draw.of(model.classes).iri}> <${RDFS}comment> "Said of it: ${nth}."`),
  label: (state, model, draw, nth) =>
    addStatements(state, `<${draw.of(model.classes).iri}> <${RDFS}label> "another name ${nth}"`),
  range: (state, model, draw) => {
    const iris = model.classes.flatMap(({ fields }) => fields.flatMap(({ iri }) => iri ?? []));
    return addStatements(state, `<${draw.of(iris)}> <${RDFS}range> <${XSD}${draw.of(['integer', 'string', 'date'])}>`);
  },
  subclass: (state, model, draw, nth) =>
    addStatements(
      state,
      `<http://example.org/more#New${nth}> a <${OWL}Class> ; <${RDFS}subClassOf> <${draw.of(model.classes).iri}>`,
    ),
  restriction: (state, model, draw) => {
    const cls = draw.of(model.classes.filter(({ fields }) => fields.some(({ iri }) => iri !== undefined)));
    const { iri } = draw.of(cls.fields.filter((field) => field.iri !== undefined));
    const most = `[ a <${OWL}Restriction> ; <${OWL}onProperty> <${iri}> ; <${OWL}maxCardinality> ${draw.below(3)} ]`;
    return addStatements(state, `<${cls.iri}> <${RDFS}subClassOf> ${most}`);
  },
  collision: (state, model, draw, nth) => {
    const { name } = draw.of(model.classes);
    return addStatements(state, `<http://example.org/more${nth}#${name}> a <${OWL}Class> ; <${RDFS}label> "${name}"`);
  },
  header: (state, { iri }, _, nth) =>
    iri === undefined
      ? state
      : addStatements(state, `<${iri}> <${OWL}versionInfo> "${nth}" ; <${RDFS}comment> "The whole, ${nth}."`),
  policies: (state, _, draw) => ({
    ...state,
    policies: draw.of([
      policiesOf({}),
      policiesOf({ unstated: 'open' }),
      policiesOf({ iris: 'on' }),
      policiesOf({ order: 'iri' }),
    ]),
  }),
  nothing: (state) => ({ ...state, text: `\n${state.text}` }),
};

const ROUNDS = isFullRun ? drawCount(25, 60) : 8;

test.each(['blog', 'constraints', 'org', 'prov'])(
  'after any edits of %s, cached and printed files equal those of a new run',
  async (name) => {
    const numbers = randomNumbers(name.length * 7919);
    const below = (count: number) => Math.floor(numbers.next().value * count);
    const draw: Draw = { below, of: (all) => all[below(all.length)] as never };
    const kept = new PrintedFileCache();
    const named = Object.keys(edits);
    let state: State = { text: turtleOf(ontologyFile(name)), policies: undefined };
    let [again, failed] = [0, 0];
    for (let nth = 0; nth < ROUNDS; nth++) {
      const model = await modelOfText(state.text, state.policies);
      kept.begin(model);
      const earlier = new Set(cachedFiles(kept));
      const fresh = await modelOfText(state.text, state.policies);
      for (const target of targets) {
        const files = printWithoutMarks(() => [...kept.print(target, model, target.name)]).map(({ path, file: { content } }) => [
          path,
          content,
        ]);
        const expected = printWithoutMarks(() => target.generate(fresh)).map(({ path, content }) => [path, content]);
        expect(files.length).toBe(expected.length);
        for (const [i, file] of files.entries()) expect(file, `${target.name}, round ${nth}`).toEqual(expected[i]);
      }
      again += [...cachedFiles(kept)].filter((each) => earlier.has(each)).length;
      // Every other edit changes a text; the others take turns.
      const edit = nth % 2 === 0 ? 'text' : (named[(nth >> 1) % named.length] as string);
      const next = (edits[edit] as NonNullable<(typeof edits)[string]>)(state, fresh, draw, nth);
      try {
        await modelOfText(next.text, next.policies);
        state = next;
      } catch {
        failed++;
      }
    }
    expect(again).toBeGreaterThan(10);
    expect(failed).toBeLessThan(ROUNDS / 2);
  },
);

/** Returns the cached files of all outputs. A file that was not printed again is the same object. */
function cachedFiles(kept: PrintedFileCache): readonly object[] {
  return separateTargets.flatMap((key) => [...kept.filesOf(key)]);
}

/** Returns which texts each file reads, printed alone or with all others. */
function textsRead(target: Target, model: DomainModel, chosen?: number): ReadonlyMap<string, readonly number[]> {
  const { files, isApart } = target.emit(model).printing();
  expect(isApart).toBe(true);
  const found = new Map<string, readonly number[]>();
  for (const [i, file] of files.entries()) {
    if (!file.about || (chosen !== undefined && i !== chosen)) continue;
    read.clear();
    file.print();
    found.set(
      file.path,
      [...read].sort((a, b) => a - b),
    );
  }
  return found;
}

const read = new Set<number>();

test.each(separateTargets)('a file of %s reads the same texts alone as after other files', async (name) => {
  const target = targets.find((each) => each.name === name) as Target;
  for (const ontology of ['constraints', 'torture']) {
    const { model } = await buildModel(await loadOntology(ontologyFile(ontology)));
    const sketch = sketchOf(model);
    if (!sketch) throw new Error('there is no sketch of it');
    watchLabels(sketch, () => (number) => read.add(number));
    const all = textsRead(target, model);
    expect([...all.values()].flat().length).toBeGreaterThan(10);
    const { files } = target.emit(model).printing();
    const step = Math.ceil(files.length / 25);
    for (let i = 0; i < files.length; i += step) {
      for (const [file, texts] of textsRead(target, model, i)) expect(texts, file).toEqual(all.get(file));
    }
  }
});

/** Returns which texts each group of parts of a document reads, with all groups printed or only one. */
function textsOfGroups(target: Target, model: DomainModel, chosen?: string): ReadonlyMap<string, readonly number[]> {
  const groups = new Map<string, Set<number>>();
  const keeper: PartCache = (group, _, print) => {
    if (chosen !== undefined && group !== chosen) return { text: '', lines: 0 };
    const earlier = new Set(read);
    read.clear();
    const part = print();
    groups.set(group, new Set([...(groups.get(group) ?? []), ...read]));
    for (const each of earlier) read.add(each);
    return part;
  };
  printWithoutMarks(() => {
    for (const file of target.emit(model).printing().files) withPartCache(keeper, () => file.print());
  });
  return new Map([...groups].map(([group, texts]) => [group, [...texts].sort((a, b) => a - b)]));
}

test.each(partTargets)('a part of %s reads the same texts for its group alone as after other groups', async (name) => {
  const target = targets.find((each) => each.name === name) as Target;
  for (const ontology of ['constraints', 'torture']) {
    const { model } = await buildModel(await loadOntology(ontologyFile(ontology)));
    const sketch = sketchOf(model);
    if (!sketch) throw new Error('there is no sketch of it');
    watchLabels(sketch, () => (number) => read.add(number));
    const all = textsOfGroups(target, model);
    expect([...all.values()].flat().length).toBeGreaterThan(10);
    const groups = [...all.keys()];
    const step = Math.ceil(groups.length / 25);
    for (let i = 0; i < groups.length; i += step) {
      const group = groups[i] as string;
      expect(textsOfGroups(target, model, group).get(group), group).toEqual(all.get(group));
    }
  }
});

test.each(['blog', 'constraints'])('each text of %s that changes alone is printed again everywhere', async (ontology) => {
  const built = async () => (await buildModel(await loadOntology(ontologyFile(ontology)))).model;
  const kept = new PrintedFileCache();
  const changing = targets.filter(({ name }) => [...separateTargets, ...partTargets].includes(name));
  const count = sketchOf(await built())?.labelled.length ?? 0;
  const step = isFullRun ? 1 : Math.ceil(count / 25);
  let different = 0;
  for (let i = 0; i < count; i += step) {
    const model = await built();
    const element = sketchOf(model)?.labelled[i] as { label?: string; doc?: string };
    if (element.doc !== undefined) element.doc += ' And more.';
    if (element.label !== undefined) element.label += ' and more';
    const texts = [element.doc, element.label];
    kept.begin(model);
    for (const target of changing) {
      const contents = printWithoutMarks(() => [...kept.print(target, model, target.name)]).map(({ file }) => file.content);
      const expected = printWithoutMarks(() => target.generate(model)).map(({ content }) => content);
      expect(contents, `${target.name}: ${texts}`).toEqual(expected);
      if (expected.some((content) => content.includes('more'))) different++;
    }
  }
  expect(different).toBeGreaterThan(10);
});

test.each([...separateTargets, ...partTargets])('files of %s depend only on what the cache compares', async (name) => {
  const target = targets.find((each) => each.name === name) as Target;
  const { model } = await buildModel(await loadOntology(ontologyFile('torture')));
  const expected = target.generate(model);
  const axioms = model.axioms.map(({ constraints }) => ({ constraints }));
  const reported = Object.fromEntries(['assumptions', 'chosen', 'decided'].map((key) => [key, { get: refuse }]));
  const less = Object.create(Object.prototype, {
    ...Object.getOwnPropertyDescriptors(model),
    ...reported,
    axioms: { value: axioms },
  });
  expect(target.generate(less).map(({ content }) => content)).toEqual(expected.map(({ content }) => content));
});

function refuse(): never {
  throw new Error('this is not compared');
}

test('keeps nothing beyond the limit', async () => {
  const { model } = await buildModel(await loadOntology(ontologyFile('blog')));
  const target = targets.find(({ name }) => name === 'rust-models') as Target;
  const kept = new PrintedFileCache(5000);
  for (let i = 0; i < 3; i++) {
    kept.begin((await buildModel(await loadOntology(ontologyFile('blog')))).model);
    expect([...kept.print(target, model, 'one')].length).toBeGreaterThan(3);
    expect(kept.size).toBeGreaterThan(0);
    expect(kept.size).toBeLessThanOrEqual(5000);
  }
});

test('prints an output again that the previous generation skipped', async () => {
  const text = turtleOf(ontologyFile('blog'));
  const target = targets.find(({ name }) => name === 'rust-models') as Target;
  const kept = new PrintedFileCache();
  const said = (nth: number) => text.replace(/(rdfs:comment "[^"]*)"/g, `$1 ${nth}"`);
  for (const [nth, isPrinted] of [true, false, true, true].entries()) {
    // The second and third text are equal, but the cache only knows the first one.
    const model = await modelOfText(said(Math.min(nth, 1)));
    kept.begin(model);
    if (!isPrinted) continue;
    const contents = [...kept.print(target, model, 'one')].map(({ file }) => file.content);
    expect(contents).toEqual(target.generate(await modelOfText(said(Math.min(nth, 1)))).map(({ content }) => content));
  }
});
