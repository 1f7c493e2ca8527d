/** Messages about files, the command line and own templates. */

import { remedyOfReason } from '../system.ts';
import { countOf, entry, joinWithOr } from './entry.ts';

export const outputMessages = {
  // Writing
  'output-is-file': entry<{ path: string }>({
    severity: 'error',
    message: (p) => `the output directory ${p.path} is a file; nothing was written`,
    help: () => 'choose another output directory, or move the file',
  }),
  'output-conflict': entry<{ paths: readonly string[] }>({
    severity: 'error',
    message: (p) =>
      `${p.paths.length === 1 ? 'a file exists' : 'files exist'} that codegen did not write; nothing was written:\n${p.paths.map((x) => `  ${x}`).join('\n')}`,
    help: (p) => `move ${p.paths.length === 1 ? 'it' : 'them'}, or choose another output directory`,
  }),
  'output-symlink': entry<{ path: string; nowhere?: string }>({
    severity: 'error',
    message: ({ path, nowhere }) =>
      `${path} is a symbolic link${nowhere === undefined ? '' : ` to ${nowhere}, which does not exist`}; nothing was written`,
    help: ({ nowhere }) =>
      nowhere === undefined
        ? 'codegen does not write through links inside the output directory; remove the link'
        : 'create the folder that it points to, or remove the link',
  }),
  'output-interrupted': entry<{ path: string; files: number }>({
    severity: 'error',
    message: (p) => `an interrupted run left incomplete changes of ${countOf(p.files, 'file')} in ${p.path}`,
    help: () => 'run the interrupted command again: codegen first reverts these changes',
  }),
  'output-recovered': entry<{ path: string; files: number }>({
    severity: 'warning',
    message: (p) => `codegen reverts the incomplete changes of an interrupted run: ${countOf(p.files, 'file')} in ${p.path}`,
    help: () => 'run the interrupted command again if you still need its output',
  }),
  'output-is-input': entry<{ path: string }>({
    severity: 'error',
    message: (p) => `${p.path} is an input file; nothing was written`,
    help: () => 'choose another file',
  }),
  'output-foreign': entry<{ path: string }>({
    severity: 'error',
    message: (p) => `${p.path} exists; nothing was written`,
    help: () => 'choose another file, or replace it with --force',
  }),
  'output-failed': entry<{ path: string; reason: string; lost?: readonly string[] }>({
    severity: 'error',
    message: (p) =>
      `cannot write ${p.path}: ${p.reason}; ${p.lost?.length ? `these files could not be restored:\n${p.lost.map((x) => `  ${x}`).join('\n')}` : 'nothing was changed'}`,
    help: (p) => remedyOfReason(p.reason) ?? '',
  }),
  'output-edited': entry<{ path: string }>({
    severity: 'warning',
    message: (p) => `${p.path} was edited by hand since it was generated; this run overwrites the edits`,
    help: () => 'restore the edits from version control, and move them to a file that codegen does not generate',
  }),
  'output-edited-removed': entry<{ path: string }>({
    severity: 'warning',
    message: (p) => `${p.path} was edited by hand; this run deletes it, because the ontology no longer has its class`,
    help: () => 'restore the edits from version control, and move them to a file that codegen does not generate',
  }),
  'output-renamed': entry<{ path: string; file: string }>({
    severity: 'warning',
    message: (p) => `${p.path} is a copy of the generated file ${p.file}; codegen does not update it`,
    help: () => 'delete it',
  }),
  'output-stale': entry<{ count: number; force?: boolean; settings?: string | undefined }>({
    severity: 'error',
    message: ({ count, settings }) => {
      const of = settings === undefined ? '' : ` of ${settings}`;
      return `${countOf(count, 'generated file')}${of} ${count === 1 ? 'is' : 'are'} out of date`;
    },
    help: (p) => `run the same command ${p.force ? 'with --force in place of' : 'without'} --check`,
  }),
  // The command line
  'unknown-template': entry<{ name: string; known: readonly string[]; suggestion: string | undefined }>({
    severity: 'error',
    exit: 2,
    message: (p) => `there is no template "${p.name}"${p.suggestion ? `; did you mean ${p.suggestion}?` : ''}`,
    help: (p) => `the templates are ${p.known.join(', ')}`,
  }),
  'unknown-policy': entry<{ name: string; known: readonly string[]; suggestion: string | undefined }>({
    severity: 'error',
    exit: 2,
    message: (p) => `there is no policy "${p.name}"${p.suggestion ? `; did you mean ${p.suggestion}?` : ''}`,
    help: (p) => `the policies are ${p.known.join(', ')}; codegen help policies explains them`,
  }),
  'unknown-policy-value': entry<{ name: string; value: string; known: readonly string[]; suggestion: string | undefined }>({
    severity: 'error',
    exit: 2,
    message: (p) =>
      p.value === ''
        ? `the policy ${p.name} has no value`
        : `the policy ${p.name} has no value "${p.value}"${p.suggestion ? `; did you mean ${p.suggestion}?` : ''}`,
    help: (p) =>
      `give ${p.known.length === 0 ? `a tag: ${p.name}=en` : joinWithOr(p.known.map((value) => `${p.name}=${value}`))}`,
  }),
  'unknown-assumption': entry<{ name: string; known: readonly string[]; suggestion: string | undefined }>({
    severity: 'error',
    exit: 2,
    message: (p) =>
      `the value "${p.name}" of --strict is not a kind of assumption${p.suggestion ? `; did you mean ${p.suggestion}?` : ''}`,
    help: (p) => `the kinds are ${p.known.join(', ')}`,
  }),
  assumed: entry<{
    element: string;
    decided: string;
    because: string;
    otherwise: string;
    policy: string;
  }>({
    severity: 'error',
    message: (p) => `codegen assumes that ${p.element} ${p.decided}, because ${p.because}`,
    help: (p) => `${p.otherwise === '' ? '' : `state it with ${p.otherwise}; or `}choose ${p.policy}`,
  }),
  'unknown-category': entry<{ name: string; known: readonly string[] }>({
    severity: 'warning',
    message: (p) => `the value "${p.name}" of --category is not a category of templates`,
    help: (p) => `the categories are ${p.known.join(', ')}`,
  }),
  usage: entry<{ message: string; help?: string }>({
    severity: 'error',
    exit: 2,
    message: (p) => p.message,
    help: (p) => p.help ?? '',
  }),
  'internal-error': entry<{ reason: string }>({
    severity: 'error',
    message: (p) => `codegen itself failed: ${p.reason}`,
    help: () => 'this is a bug: run the command again with CODEGEN_DEBUG=1, and report the output',
  }),
  // Own templates
  'template-missing': entry<{ path: string; reason: string }>({
    severity: 'error',
    message: (p) => `there is no template at ${p.path}: ${p.reason}`,
    help: () => 'give a folder with a template.yaml, or a JavaScript module; codegen template new <name> creates one',
  }),
  'template-invalid': entry<{ reason: string; help?: string }>({
    severity: 'error',
    message: (p) => p.reason,
    help: (p) => p.help ?? '',
  }),
  'template-failed': entry<{ template: string; reason: string; help?: string | undefined }>({
    severity: 'error',
    message: (p) => `the template ${p.template} failed: ${p.reason}`,
    help: (p) => p.help ?? '',
  }),
  'template-option': entry<{ template: string; problem: string; help?: string | undefined }>({
    severity: 'error',
    exit: 2,
    message: (p) => `the template ${p.template} ${p.problem}`,
    help: (p) => p.help ?? '',
  }),
  'template-exists': entry<{ path: string }>({
    severity: 'error',
    message: (p) => `${p.path} exists already`,
    help: () => 'choose another name, or remove it',
  }),
  'template-claims': entry<{ template: string; demand: string; members: readonly string[] }>({
    severity: 'error',
    message: (p) => {
      const why = p.members.length > 0 ? `never uses its value (${joinWithOr(p.members)})` : 'prints nothing for it';
      return `the template ${p.template} declares that it enforces ${p.demand}, but it ${why}`;
    },
    help: () => 'use the value, or remove the declaration from the answers of the template',
  }),
} as const;
