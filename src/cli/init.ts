import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { DiagnosticError, escapeControlCharacters, fail } from '../diagnostics/index.ts';
import { buildModel } from '../model/index.ts';
import { loadOntology } from '../ontology/index.ts';
import { isOfGraphql, loadFirstSettings, SETTINGS_FILES } from '../settings/index.ts';
import { domainlessProperties } from './domainless-properties.ts';
import { type Io, printSuccess } from './io.ts';
import type { InitOptions } from './options.ts';

const EXAMPLE = fileURLToPath(new URL('../../examples/blog.ttl', import.meta.url));

/** Runs `codegen init`. */
export async function init(io: Io, options: InitOptions): Promise<number> {
  const settingsFile = SETTINGS_FILES.find((file) => existsSync(file));
  if (settingsFile !== undefined) fail('settings-exist', { file: settingsFile, isOfGraphql: isOfGraphql(settingsFile) });
  const { detectProject, settingsText, shapesOf, writeSettings } = await loadFirstSettings();
  const detected = detectProject('.');
  const ontology = chooseOntology(options, detected);
  const { outputs } = detected;
  const shapes = shapesOf(ontology, detected);
  const text = settingsText({ ontology, shapes, outputs, domainless: await readDomainlessProperties(ontology, shapes) });
  if (options.dryRun) {
    io.stdout.write(escapeControlCharacters(text));
    return 0;
  }
  const file = writeSettings('.', text);
  if (io.level === 'quiet') return 0;
  const withShapes = shapes.length === 0 ? '' : ` with the shapes ${shapes.join(', ')}`;
  printSuccess(
    io,
    `wrote ${file}: ${outputs.length} ${outputs.length === 1 ? 'output' : 'outputs'} from ${ontology}${withShapes}`,
  );
  for (const { template, folder, because } of outputs) {
    io.stdout.write(`  ${template} in ${folder}${because === undefined ? '' : `, because of ${because}`}\n`);
  }
  const omitted = detected.shapes.filter((each) => each !== ontology && !shapes.includes(each));
  if (omitted.length > 0)
    io.stdout.write(`not used: ${omitted.join(', ')}; add shapes that belong to ${ontology} under ontology.shapes\n`);
  io.stdout.write('next: codegen generate; while you edit: codegen generate --watch\n');
  return 0;
}

function chooseOntology({ ontology }: InitOptions, { ontologies: candidates, shapes, others }: DetectedProject): string {
  if (ontology !== undefined) {
    if (!existsSync(ontology)) fail('file-not-found', { file: ontology });
    return ontology.split(path.sep).join('/');
  }
  const [first] = candidates;
  if (first === undefined)
    return fail('no-ontology-found', { example: existsSync(EXAMPLE) ? EXAMPLE : undefined, others: [...shapes, ...others] });
  return candidates.length === 1 ? first : fail('ontologies-found', { files: candidates });
}

/** Returns the properties without a class. Errors of the ontology are ignored here, because generation reports them. */
async function readDomainlessProperties(file: string, shapes: readonly string[]): Promise<string[]> {
  try {
    const ontology = await loadOntology(file, { shapes });
    return domainlessProperties((await buildModel(ontology)).diagnostics);
  } catch (error) {
    if (error instanceof DiagnosticError) return [];
    throw error;
  }
}

type DetectedProject = ReturnType<Awaited<ReturnType<typeof loadFirstSettings>>['detectProject']>;
