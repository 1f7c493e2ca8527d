import { existsSync } from 'node:fs';
import { generateText, type Request, readSettings } from '../ai/generate/index.ts';
import { fail } from '../diagnostics/index.ts';
import { type Io, readAll } from './io.ts';
import { namedOntology } from './ontology.ts';
import type { AiGenerateOptions } from './options.ts';
import { parsePolicies } from './policies.ts';
import { report } from './report.ts';

/** Runs `codegen ai generate`. */
export async function aiGenerate(io: Io, prompt: string, options: AiGenerateOptions): Promise<number> {
  if (prompt.trim() === '') {
    fail('usage', {
      message: 'the prompt is empty',
      help: 'say what to write, such as: codegen ai generate "Write a README" --project .',
    });
  }
  const settings = readSettings(options, io.env);
  const code = options.code === '-' ? (await readAll(process.stdin)).toString('utf8') : options.code;
  let last = '\n';
  const { project, showContext } = options;
  const configured = project !== undefined && existsSync(project) ? await namedOntology(options, project) : undefined;
  const policies = await parsePolicies(options);
  const request: Request = { settings, prompt, code, project, showContext, policies, configured };
  const diagnostics = await generateText(request, (text) => {
    last = text.at(-1) ?? last;
    io.stdout.write(removeControlCharacters(text));
  });
  // Complete output ends with a line break. Incomplete output does not, except on a terminal, where the error message follows.
  const isWhole = diagnostics.every((d) => d.severity !== 'error');
  if (last !== '\n' && isWhole) io.stdout.write('\n');
  if (last !== '\n' && !isWhole && io.stderr.isTTY) io.stderr.write('\n');
  return report(io, diagnostics);
}

/** Removes control characters, so that the model's output cannot control a terminal, now or when a saved file is displayed. */
function removeControlCharacters(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these characters are removed
  return text.replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g, '');
}
