import { existsSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { fail, suggest } from '../diagnostics/index.ts';
import { notFound } from '../ontology/index.ts';
import { beginning, isOfGraphql, SETTINGS_FILES } from '../settings/index.ts';
import { templateNames } from '../targets/index.ts';
import type { Io } from './io.ts';
import type { InitOptions } from './options.ts';

/** An ontology to begin with, which the package brings. */
const EXAMPLE = fileURLToPath(new URL('../../examples/blog.ttl', import.meta.url));

/** `init` */
export async function init(io: Io, options: InitOptions): Promise<number> {
  const there = SETTINGS_FILES.find((file) => existsSync(file));
  if (there !== undefined) fail('settings-exist', { file: there, isOfGraphql: isOfGraphql(there) });
  const { lookAround, settingsText, shapesOf, writeSettings } = await beginning();
  const found = lookAround('.');
  const asks = !options.yes && process.stdin.isTTY === true;
  const questions = asks ? new Questions(io) : undefined;
  try {
    const ontology = await ontologyOf(options, found.ontologies, questions);
    const outputs = questions ? await chosenOutputs(questions, found.outputs) : found.outputs;
    const text = settingsText({ ontology, shapes: shapesOf(ontology, found), outputs });
    if (questions && !(await questions.confirm(`\n${text}\nWrite this to codegen.yaml?`))) {
      io.stderr.write('nothing was written\n');
      return 1;
    }
    const file = writeSettings('.', text);
    if (io.level === 'quiet') return 0;
    io.stdout.write(`wrote ${file}: ${outputs.length} ${outputs.length === 1 ? 'output' : 'outputs'} from ${ontology}\n`);
    for (const { template, folder, because } of outputs) {
      io.stdout.write(`  ${template} in ${folder}${because === undefined ? '' : `, because of ${because}`}\n`);
    }
    io.stdout.write('next: codegen generate; while you edit: codegen generate --watch\n');
    return 0;
  } finally {
    questions?.end();
  }
}

async function ontologyOf(
  { ontology }: InitOptions,
  found: readonly string[],
  questions: Questions | undefined,
): Promise<string> {
  if (ontology !== undefined) {
    if (!existsSync(ontology)) notFound(ontology);
    return ontology.split(path.sep).join('/');
  }
  const [first] = found;
  if (first === undefined) return fail('no-ontology-found', { example: existsSync(EXAMPLE) ? EXAMPLE : undefined });
  if (found.length === 1) return first;
  if (!questions) return fail('ontologies-found', { files: found });
  const list = found.map((file, i) => `  ${i + 1}) ${file}`).join('\n');
  for (;;) {
    const answer = await questions.ask(`Which ontology?\n${list}\n[1] `);
    const chosen = answer === '' ? first : (found[Number(answer) - 1] ?? found.find((file) => file === answer));
    if (chosen !== undefined) return chosen;
  }
}

type Outputs = ReturnType<Awaited<ReturnType<typeof beginning>>['lookAround']>['outputs'];

/** The outputs whose templates the user wants; one that was not suggested goes below `generated/`. */
async function chosenOutputs(questions: Questions, suggested: Outputs): Promise<Outputs> {
  const names = suggested.map(({ template }) => template).join(', ');
  for (;;) {
    const answer = await questions.ask(`Which templates? (${templateNames.join(', ')})\n[${names}] `);
    if (answer === '') return suggested;
    const wanted = answer.split(/[\s,]+/).filter((word) => word !== '');
    const unknown = wanted.find((word) => !templateNames.some((name) => name === word));
    if (unknown === undefined) {
      return templateNames
        .filter((name) => wanted.includes(name))
        .map((name) => {
          const known = suggested.find(({ template }) => template === name);
          return known ?? { template: name, folder: `generated/${name}`, because: undefined };
        });
    }
    const meant = await suggest(unknown, templateNames);
    questions.say(`there is no template ${unknown}${meant === undefined ? '' : `; did you mean ${meant}?`}\n`);
  }
}

/** Asks on standard error, and reads lines from standard input. */
class Questions {
  readonly #io: Io;
  readonly #lines = createInterface({ input: process.stdin });
  readonly #answers: AsyncIterator<string>;

  constructor(io: Io) {
    this.#io = io;
    this.#answers = this.#lines[Symbol.asyncIterator]();
  }

  say(text: string): void {
    this.#io.stderr.write(text);
  }

  /** @throws DiagnosticError if the input ends */
  async ask(question: string): Promise<string> {
    this.say(question);
    const { value, done } = await this.#answers.next();
    if (done) fail('usage', { message: 'the input ended before all was answered', help: 'codegen init --yes asks nothing' });
    return (value as string).trim();
  }

  async confirm(question: string): Promise<boolean> {
    return /^(y(es)?)?$/i.test(await this.ask(`${question} [Y/n] `));
  }

  end(): void {
    this.#lines.close();
  }
}
