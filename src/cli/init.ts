import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { DiagnosticError, escapeControlCharacters, fail } from '../diagnostics/index.ts';
import { buildModel } from '../model/index.ts';
import { loadOntology, notFound } from '../ontology/index.ts';
import { isOfGraphql, loadFirstSettings, SETTINGS_FILES } from '../settings/index.ts';
import { templateNames } from '../targets/index.ts';
import { domainlessProperties } from './domainless-properties.ts';
import { canAsk, INTERRUPTED, type Io, printSuccess } from './io.ts';
import type { InitOptions } from './options.ts';

type Prompts = typeof import('./prompts.ts');

/** The example ontology in the package. */
const EXAMPLE = fileURLToPath(new URL('../../examples/blog.ttl', import.meta.url));

/** Runs `codegen init`. */
export async function init(io: Io, options: InitOptions): Promise<number> {
  const settingsFile = SETTINGS_FILES.find((file) => existsSync(file));
  if (settingsFile !== undefined) fail('settings-exist', { file: settingsFile, isOfGraphql: isOfGraphql(settingsFile) });
  const prompts = !options.yes && canAsk(io) ? await import('./prompts.ts') : undefined;
  try {
    return await initProject(io, options, prompts);
  } catch (error) {
    if (!prompts || !(error instanceof prompts.PromptCancelled)) throw error;
    if (error.isEnd)
      fail('usage', { message: 'the input ended before all was answered', help: 'codegen init --yes asks nothing' });
    io.stderr.write('cancelled: nothing was written\n');
    return INTERRUPTED;
  }
}

/** @param prompts undefined if the user must not be asked */
async function initProject(io: Io, options: InitOptions, prompts: Prompts | undefined): Promise<number> {
  const { detectProject, settingsText, shapesOf, writeSettings } = await loadFirstSettings();
  const detected = detectProject('.');
  const ontology = await ontologyOf(io, options, detected, prompts);
  const outputs = prompts ? await chosenOutputs(io, prompts, detected.outputs) : detected.outputs;
  const shapes = shapesOf(ontology, detected);
  const text = settingsText({ ontology, shapes, outputs, domainless: await domainlessOf(ontology, shapes) });
  if (options.dryRun) {
    io.stdout.write(escapeControlCharacters(text));
    return 0;
  }
  if (prompts) {
    io.stderr.write(`\n${escapeControlCharacters(text)}\n`);
    if (!(await prompts.confirm(io, 'Write this to codegen.yaml?', true))) {
      io.stderr.write('nothing was written\n');
      return 1;
    }
  }
  const file = writeSettings('.', text);
  if (io.level === 'quiet') return 0;
  printSuccess(io, `wrote ${file}: ${outputs.length} ${outputs.length === 1 ? 'output' : 'outputs'} from ${ontology}`);
  for (const { template, folder, because } of outputs) {
    io.stdout.write(`  ${template} in ${folder}${because === undefined ? '' : `, because of ${because}`}\n`);
  }
  io.stdout.write('next: codegen generate; while you edit: codegen generate --watch\n');
  return 0;
}

async function ontologyOf(
  io: Io,
  { ontology }: InitOptions,
  { ontologies: candidates, shapes, others }: Pick<DetectedProject, 'ontologies' | 'shapes' | 'others'>,
  prompts: Prompts | undefined,
): Promise<string> {
  if (ontology !== undefined) {
    if (!existsSync(ontology)) notFound(ontology);
    return ontology.split(path.sep).join('/');
  }
  const [first] = candidates;
  if (first === undefined)
    return fail('no-ontology-found', { example: existsSync(EXAMPLE) ? EXAMPLE : undefined, others: [...shapes, ...others] });
  if (candidates.length === 1) return first;
  if (!prompts) return fail('ontologies-found', { files: candidates });
  return prompts.choose(
    io,
    'Which ontology?',
    candidates.map((file) => ({ value: file, label: file })),
  );
}

/** Returns the properties without a class. Errors of the ontology are ignored here, because generation reports them. */
async function domainlessOf(file: string, shapes: readonly string[]): Promise<string[]> {
  try {
    const ontology = await loadOntology(file, { shapes });
    return domainlessProperties((await buildModel(ontology)).diagnostics);
  } catch (error) {
    if (error instanceof DiagnosticError) return [];
    throw error;
  }
}

type DetectedProject = ReturnType<Awaited<ReturnType<typeof loadFirstSettings>>['detectProject']>;
type Outputs = DetectedProject['outputs'];
type SuggestedOutput = Outputs[number];

/** Asks for the templates and their folders. The default folder is the suggested one, or a folder below `generated/`. */
async function chosenOutputs(io: Io, prompts: Prompts, suggested: Outputs): Promise<Outputs> {
  const choices = templateNames.map((template): SuggestedOutput => {
    const known = suggested.find((each) => each.template === template);
    return known ?? { template, folder: `generated/${template}`, because: undefined };
  });
  const chosen = await prompts.chooseSeveral(
    io,
    'What should be generated?',
    choices.map((each) => ({
      value: each,
      label: each.template,
      hint: `in ${each.folder}${each.because === undefined ? '' : `, because of ${each.because}`}`,
    })),
    choices.filter(({ template }) => suggested.some((each) => each.template === template)),
  );
  if (!(await prompts.confirm(io, 'Choose the folders yourself?', false))) return chosen;
  const outputs: SuggestedOutput[] = [];
  for (const output of chosen) {
    const folder = await prompts.ask(io, `Folder for ${output.template}:`, {
      fallback: output.folder,
      problem: (line) =>
        outputs.some((each) => path.resolve(each.folder) === path.resolve(line))
          ? 'another template is written there'
          : undefined,
    });
    outputs.push(folder === output.folder ? output : { ...output, folder: folder.split(path.sep).join('/'), because: undefined });
  }
  return outputs;
}
