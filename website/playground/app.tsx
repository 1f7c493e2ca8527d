/** The playground: an ontology on the left, the files of every template on the right. */

import { render } from 'preact';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { Diagnostic, Diagram } from '../../src/library/browser.ts';
import { changedLines, changedPaths } from './changes.ts';
import { Client, type Update } from './client.ts';
import { OutputView, SourceView } from './editor.ts';
import { examples } from './examples.ts';
import { Picture } from './picture.tsx';
import { Policies } from './policies.tsx';
import type { Assumption, OutputFile, Project } from './protocol.ts';
import { fragmentOf, KEY, projectOf } from './share.ts';
import { Tabs } from './tabs.tsx';

/** Names of templates that readers know better than those of the command line. */
const titles: Readonly<Record<string, string>> = {
  'rust-models': 'Rust',
  'typescript-models': 'TypeScript',
  'sql-schema': 'PostgreSQL',
  'graphql-schema': 'GraphQL',
  'openapi-spec': 'OpenAPI',
  'python-pydantic': 'Pydantic',
  'json-schema': 'JSON Schema',
  'shacl-shapes': 'SHACL',
  'jsonld-context': 'JSON-LD',
  r2rml: 'R2RML',
  'markdown-docs': 'Markdown',
};

const DIAGRAM = 'diagram';

type Outputs = Readonly<Record<string, readonly OutputFile[]>>;

/** What the worker found about the project. */
interface Result {
  readonly diagnostics: readonly Diagnostic[];
  readonly assumptions: readonly Assumption[];
  /** Of the last version without errors. */
  readonly diagram?: Diagram | undefined;
  readonly outputs: Outputs;
  /** The outputs before the last change, with which they are compared. */
  readonly before: Outputs;
  readonly failure?: string | undefined;
  /** Milliseconds until the last complete output. */
  readonly took?: number;
}

const NOTHING: Result = { diagnostics: [], assumptions: [], outputs: {}, before: {} };

/** Milliseconds without a change after which the next one starts a new comparison. */
const PAUSE = 1500;

const isEmpty = (outputs: Outputs): boolean => Object.keys(outputs).length === 0;
const countFiles = (outputs: Outputs): number => Object.values(outputs).reduce((sum, files) => sum + files.length, 0);
const plural = (count: number, one: string): string =>
  `${count} ${count === 1 ? one : one.replace(/s$/, 'se').replace(/$/, 's')}`;

function merge(result: Result, update: Update, started: number): Result {
  switch (update.kind) {
    case 'model': {
      const { diagnostics, assumptions, diagram } = update;
      // With errors, the last valid output stays.
      return diagram ? { ...result, diagnostics, assumptions, diagram, failure: undefined } : { ...result, diagnostics };
    }
    case 'files':
      return { ...result, outputs: { ...result.outputs, [update.template]: update.files } };
    case 'done':
      return { ...result, failure: update.failure, took: Math.round(performance.now() - started) };
    default:
      return update satisfies never;
  }
}

function Playground({ initial, isLinkDamaged }: { initial: Project; isLinkDamaged: boolean }) {
  const [project, setProject] = useState(initial);
  const [file, setFile] = useState(Object.keys(initial.files)[0] ?? '');
  const [result, setResult] = useState(NOTHING);
  const [chosen, setChosen] = useState('typescript-models');
  const [paths, setPaths] = useState<Readonly<Record<string, string>>>({});
  const [shared, setShared] = useState('');
  const source = useRef<SourceView>(null);
  const sourceHost = useRef<HTMLDivElement>(null);
  const times = useRef({ started: 0, changed: 0 });
  const latest = useRef(project);
  const template = useRef(chosen);

  const client = useMemo(() => new Client((update) => setResult((known) => merge(known, update, times.current.started))), []);
  const generate = (next: Project) => {
    const now = performance.now();
    const isAfterPause = now - times.current.changed > PAUSE;
    // The first output is compared with the next one, also without a pause.
    setResult((known) => (isAfterPause || isEmpty(known.before) ? { ...known, before: known.outputs } : known));
    times.current = { started: now, changed: now };
    latest.current = next;
    setProject(next);
    setShared('');
    client.generate(next, template.current);
  };
  const open = (next: Project) => {
    source.current?.open(next.files);
    setFile(Object.keys(next.files)[0] ?? '');
    setResult(NOTHING);
    generate(next);
  };

  useEffect(() => {
    if (!sourceHost.current) return;
    source.current = new SourceView(sourceHost.current, client, (changed, text) =>
      generate({ ...latest.current, files: { ...latest.current.files, [changed]: text } }),
    );
    const follow = async () => {
      const linked = await projectOf(location.hash);
      if (linked) open(linked);
      else if (location.hash.startsWith(KEY)) setShared('The link is damaged or incomplete.');
    };
    open(initial);
    window.addEventListener('hashchange', follow);
    if (isLinkDamaged) setShared('The link is damaged or incomplete. This is an example.');
  }, []);

  useEffect(() => {
    source.current?.show(file);
    source.current?.mark(result.diagnostics);
  }, [file, result.diagnostics]);

  const goTo = (where: string, line: number) => {
    setFile(where);
    source.current?.show(where);
    source.current?.goTo(line);
  };
  const choosePolicy = (policy: string, value: string | undefined) => {
    const { [policy]: _, ...others } = project.policies;
    generate({ ...project, policies: value === undefined ? others : { ...others, [policy]: value } });
  };
  const share = async () => {
    history.replaceState(null, '', await fragmentOf(project));
    try {
      await navigator.clipboard.writeText(location.href);
      setShared('The link is in your clipboard.');
    } catch {
      setShared('The link is in the address bar.');
    }
  };

  const [example = ''] = Object.entries(examples).find(([, files]) => files === project.files) ?? [];
  const errors = result.diagnostics.filter(({ severity }) => severity === 'error').length;
  const warnings = result.diagnostics.length - errors;
  const isComparable = !isEmpty(result.before);
  const changed = useMemo(() => {
    const compared = Object.entries(isComparable ? result.outputs : {});
    return new Map(compared.map(([id, files]) => [id, changedPaths(result.before[id] ?? [], files)]));
  }, [result.outputs, result.before]);
  const templates = Object.keys(titles).map((id) => ({
    ...{ id, text: titles[id] ?? id },
    isChanged: (changed.get(id)?.size ?? 0) > 0,
  }));
  const chooseTemplate = (id: string) => {
    template.current = id;
    setChosen(id);
  };

  return (
    <>
      <header>
        <h1>codegen playground</h1>
        <label>
          Example{' '}
          <select
            value={example}
            onChange={({ currentTarget }) => {
              const files = examples[currentTarget.value];
              if (files) open({ files, policies: {} });
            }}
          >
            {example === '' && <option value="">your text</option>}
            {Object.keys(examples).map((name) => (
              <option key={name} value={name}>
                {name}
              </option>
            ))}
          </select>
        </label>
        <button type="button" onClick={share}>
          Copy a link
        </button>
        <span role="status" class="soft">
          {shared}
        </span>
        <a href="../">Documents</a>
      </header>
      <main>
        <section aria-label="Ontology" class="source">
          <Tabs
            label="Files of the ontology"
            panel="source"
            chosen={file}
            onChoose={setFile}
            tabs={Object.keys(project.files).map((id) => ({ id, text: id }))}
          />
          <div id="source" role="tabpanel" aria-label={file} class="editor" ref={sourceHost} />
          <div class="below">
            <Problems of={result.diagnostics} onGoTo={goTo} />
            <Policies assumptions={result.assumptions} policies={project.policies} onChoose={choosePolicy} onGoTo={goTo} />
          </div>
        </section>
        <section aria-label="Output" class="output">
          <Tabs
            label="Templates"
            panel="output"
            chosen={chosen}
            onChoose={chooseTemplate}
            tabs={[...templates, { id: DIAGRAM, text: 'Diagram' }]}
          />
          <div id="output" role="tabpanel" aria-label={titles[chosen] ?? 'Diagram'}>
            {chosen === DIAGRAM ? (
              // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable area must be reachable by keyboard (WCAG 2.1.1)
              <section class="picture" tabIndex={0} aria-label="Class diagram">
                {result.diagram && <Picture of={result.diagram} />}
              </section>
            ) : (
              <Files
                files={result.outputs[chosen] ?? []}
                before={isComparable ? result.before[chosen] : undefined}
                changed={changed.get(chosen)}
                chosen={paths[chosen]}
                onChoose={(path) => setPaths({ ...paths, [chosen]: path })}
              />
            )}
          </div>
          <p role="status" class="state">
            {result.failure ??
              (errors > 0
                ? `${plural(errors, 'error')}: the output is that of the last version without errors`
                : [
                    plural(result.diagram?.classes.length ?? 0, 'class'),
                    plural(countFiles(result.outputs), 'file'),
                    plural(warnings, 'warning'),
                    ...(result.took === undefined ? [] : [`${result.took} ms`]),
                  ].join(' · '))}
          </p>
        </section>
      </main>
    </>
  );
}

function Problems({ of, onGoTo }: { of: readonly Diagnostic[]; onGoTo: (file: string, line: number) => void }) {
  if (of.length === 0) return null;
  return (
    <section aria-labelledby="problems">
      <h2 id="problems">{`Problems (${of.length})`}</h2>
      <ul class="problems">
        {of.map(({ severity, message, help, place }, i) => (
          <li key={i} class={severity}>
            <b>{severity}</b>{' '}
            {place?.line !== undefined && (
              <button type="button" class="link" onClick={() => onGoTo(place.file, place.line ?? 1)}>
                {`${place.file}:${place.line}`}
              </button>
            )}{' '}
            {message}
            {help !== undefined && help !== '' && <span class="soft">{` ${help}`}</span>}
          </li>
        ))}
      </ul>
    </section>
  );
}

const NO_FILE: OutputFile = { path: '', content: '', isOfModel: false };

interface FilesGiven {
  readonly files: readonly OutputFile[];
  /** The previous files; undefined if there is nothing to compare with. */
  readonly before: readonly OutputFile[] | undefined;
  readonly changed: ReadonlySet<string> | undefined;
  readonly chosen: string | undefined;
  readonly onChoose: (path: string) => void;
}

/** The files of a template. First, the longest one with code for classes is shown. */
function Files({ files, before, changed, chosen, onChoose }: FilesGiven) {
  const host = useRef<HTMLDivElement>(null);
  const view = useRef<OutputView>(null);
  const ofClasses = files.filter(({ isOfModel }) => isOfModel);
  const longest = (ofClasses.length > 0 ? ofClasses : files).reduce(
    (a, b) => (b.content.length > a.content.length ? b : a),
    NO_FILE,
  );
  const shown = files.find(({ path }) => path === chosen) ?? longest;
  const linesOf = ({ path, content }: OutputFile): readonly number[] =>
    before ? changedLines(before.find((each) => each.path === path)?.content ?? '', content) : [];
  useEffect(() => {
    if (!host.current) return;
    view.current ??= new OutputView(host.current);
    view.current.show(shown.path, shown.content, linesOf(shown));
  }, [shown.path, shown.content, before]);
  return (
    <>
      <Tabs
        label="Generated files"
        panel="file"
        chosen={shown.path}
        onChoose={onChoose}
        tabs={files.map(({ path }) => ({ id: path, text: path, isChanged: changed?.has(path) === true }))}
      />
      <div id="file" role="tabpanel" aria-label={shown.path} class="editor" ref={host} />
    </>
  );
}

async function start(): Promise<void> {
  const [first = {}] = Object.values(examples);
  const linked = await projectOf(location.hash);
  const isLinkDamaged = !linked && location.hash.startsWith(KEY);
  const root = document.querySelector('#playground');
  if (root) render(<Playground initial={linked ?? { files: first, policies: {} }} isLinkDamaged={isLinkDamaged} />, root);
}

start();
