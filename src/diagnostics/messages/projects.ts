/** Messages about projects, language models and analysis. */

import { entry } from './entry.ts';

export const projectMessages = {
  // Projects
  'target-invalid': entry<{ target: string; reason: string }>({
    severity: 'error',
    exit: 2,
    message: (p) => `"${p.target}" cannot be the folder of a project: ${p.reason}`,
    help: () => 'name a folder with letters, digits, "-", "_" and ".", such as blog-app, or give "." for the current one',
  }),
  'output-exists': entry<{ paths: readonly string[] }>({
    severity: 'error',
    message: (p) =>
      `${p.paths.length === 1 ? 'a file exists' : `${p.paths.length} files exist`} with other content; nothing was written:\n${p.paths.map((x) => `  ${x}`).join('\n')}`,
    help: () => 'run it again with --force to replace generated files, and scaffold files without edits',
  }),
  'project-lock-broken': entry<{ path: string; reason: string }>({
    severity: 'error',
    message: (p) => `cannot read ${p.path}: ${p.reason}; nothing was written`,
    help: () => 'restore it from version control, or delete it: codegen then keeps each scaffold file that differs',
  }),
  'project-names': entry<{ name: string; names: readonly string[] }>({
    severity: 'warning',
    message: (p) => `the name "${p.name}" is not valid for every tool; codegen uses ${p.names.join(', and ')}`,
  }),
  'scaffold-lacks': entry<{ path: string; needs: readonly string[] }>({
    severity: 'warning',
    message: (p) =>
      `${p.path} was edited by hand and is kept, but the generated files need this in it:\n${p.needs.map((x) => `  ${x}`).join('\n')}`,
  }),
  'project-ontology-kept': entry<{ path: string; graph: string }>({
    severity: 'warning',
    message: (p) =>
      `${p.path} was edited by hand and is kept, so the project no longer contains the ontology that it was generated from`,
    help: (p) => `generate from the project's own ontology, or copy ${p.graph} over it`,
  }),
  'shapes-not-given': entry<{ files: readonly string[] }>({
    severity: 'warning',
    message: (p) =>
      `the project was generated with ${p.files.join(', ')}; this run does not read it, so its constraints are dropped`,
    help: (p) => `add ${p.files.map((file) => `--shapes ${file}`).join(' ')}; to generate without it, delete the file`,
  }),
  // Models and what is written without one
  'no-model-used': entry<{ lacks?: string }>({
    severity: 'warning',
    message: (p) => `no model was used: this text comes from the ontology and the sources alone${p.lacks ? `; ${p.lacks}` : ''}`,
    help: () => 'to use a model, set CODEGEN_AI_PROVIDER (openai-compatible, anthropic or ollama) and CODEGEN_AI_MODEL',
  }),
  'ontology-chosen': entry<{ file: string; others: readonly string[] }>({
    severity: 'warning',
    message: (p) => `the project has several ontologies; codegen uses ${p.file} and ignores ${p.others.join(', ')}`,
    help: (p) => `to use another, pass it on standard input: codegen ai generate "…" --code - < ${p.others[0]}`,
  }),
  'outline-unavailable': entry<{ reason: string }>({
    severity: 'warning',
    message: (p) => `codegen cannot outline the code, because its parsers do not load on this system: ${p.reason}`,
    help: () => 'reinstall codegen with its optional packages',
  }),
  'folder-unreadable': entry<{ folder: string; reason: string }>({
    severity: 'error',
    message: (p) => `cannot read the project folder ${p.folder}: ${p.reason}`,
  }),
  'model-unreachable': entry<{ model: string; reason: string }>({
    severity: 'error',
    message: (p) => `codegen cannot reach the AI model ${p.model}: ${p.reason}`,
    help: () => 'check that the server runs, and its address in CODEGEN_AI_BASE_URL or --base-url; then run the command again',
  }),
  'model-denied': entry<{ model: string; status: number; reason: string; hasKey: boolean }>({
    severity: 'error',
    message: (p) => `${p.model} denied access (${p.status}): ${p.reason}`,
    help: (p) => (p.hasKey ? 'check the key in CODEGEN_AI_API_KEY' : 'set CODEGEN_AI_API_KEY to a key of this provider'),
  }),
  'model-busy': entry<{ model: string; status: number; reason: string; retry: string | undefined }>({
    severity: 'error',
    message: (p) => `${p.model} rejects further requests at present (${p.status}): ${p.reason}`,
    help: (p) => `try again ${p.retry ?? 'later'}`,
  }),
  'model-failed': entry<{ model: string; status?: number; reason: string }>({
    severity: 'error',
    message: (p) => `the AI model ${p.model} failed${p.status === undefined ? '' : ` (${p.status})`}: ${p.reason}`,
    help: (p) =>
      p.status === undefined || p.status >= 500
        ? 'run the command again'
        : 'check the name of the model and the address of the server (--model, --base-url)',
  }),
  'model-silent': entry<{ model: string; seconds: number }>({
    severity: 'error',
    message: (p) => `the AI model ${p.model} did not answer within ${p.seconds} s`,
    help: () => 'increase --timeout (or CODEGEN_AI_TIMEOUT), in seconds; a large model on a slow machine needs more time',
  }),
  'answer-broken-off': entry<{ model: string; reason: string }>({
    severity: 'error',
    message: (p) => `the answer of the AI model ${p.model} is incomplete: ${p.reason}`,
    help: () => 'run the command again, or use another model with --model',
  }),
  'answer-incomplete': entry<{ characters: number }>({
    severity: 'warning',
    message: (p) => `the answer of the model on standard output is incomplete: it ends after ${p.characters} characters`,
    help: () => 'correct the error above, and run the command again',
  }),
  // Analysis
  'parser-missing': entry<{ platform: string; reason: string }>({
    severity: 'error',
    message: (p) => `the parsers of ai analyze cannot be loaded on ${p.platform}: ${p.reason}`,
    help: () =>
      'reinstall codegen with its optional packages; there are builds for Linux and macOS (x64, arm64) and Windows (x64)',
  }),
} as const;
