/** The worker of the playground: builds the model and generates the files, with the library for browsers. */

import {
  type BrowserModel,
  CodegenError,
  complete,
  type Diagnostic,
  diagram,
  generate,
  hover,
  loadModel,
  templateNames,
} from '../../src/library/browser.ts';
import type { Assumption, Project, Reply, Request } from './protocol.ts';

/** The last model that could be built; it serves completion and hovers while the text has errors. */
let latest: BrowserModel | undefined;
/** The version that is generated now. */
let current = 0;

const send = (reply: Reply) => self.postMessage(reply);

/** Lets messages in, so that a newer version ends the work on this one. */
const messages = () => new Promise<void>((resolve) => setTimeout(resolve));

async function load({
  files,
  policies,
}: Project): Promise<{ readonly model?: BrowserModel; readonly found: readonly Diagnostic[] }> {
  try {
    const shapes = Object.keys(files).slice(1);
    const model = await loadModel(files, { shapes, policies });
    return { model, found: model.diagnostics };
  } catch (error) {
    if (!(error instanceof CodegenError)) throw error;
    return { found: error.diagnostics };
  }
}

async function run(version: number, project: Project, first: string): Promise<void> {
  const { model, found } = await load(project);
  if (model) latest = model;
  const assumptions = (model?.model.assumptions ?? []).map(
    ({ policy, element, decided, because, place }): Assumption => ({
      ...{ policy, element, decided, because, file: place?.file, line: place?.line },
    }),
  );
  send({ kind: 'model', version, diagnostics: found, assumptions, diagram: model && diagram(model.model) });
  const names = model ? [...templateNames].sort((a, b) => Number(b === first) - Number(a === first)) : [];
  for (const template of names) {
    if (!model || version !== current) return;
    const files = await generate(model, { templates: [template] });
    const sent = files.map(({ path, content, marks }) => ({ path, content, isOfModel: [...marks].length > 0 }));
    send({ kind: 'files', version, template, files: sent });
    await messages();
  }
}

self.addEventListener('message', async ({ data }: MessageEvent<Request>) => {
  if (data.kind === 'complete') {
    send({ kind: 'complete', id: data.id, suggestions: complete(latest, data.text, data.offset) });
    return;
  }
  if (data.kind === 'hover') {
    send({ kind: 'hover', id: data.id, hover: latest && (await hover(latest, data.text, data.offset)) });
    return;
  }
  const { version, project, first } = data;
  current = version;
  try {
    await run(version, project, first);
    send({ kind: 'done', version });
  } catch (error) {
    const failure =
      error instanceof CodegenError ? error.message : `This is a bug: ${error instanceof Error ? error.stack : error}`;
    send({ kind: 'done', version, failure });
  }
});
