/** What ends a command before its work is done. */

import { type Command, CommanderError, type Option } from 'commander';
import { type Diagnostic, DiagnosticError, diagnostic, isSystemError } from '../diagnostics/index.ts';
import { type DiagnosticsFormat, diagnosticsFormats } from './diagnostics-format.ts';
import type { Io } from './io.ts';

/**
 * What there is to say of anything that was thrown.
 *
 * @param help what leads back from a command line that is none
 */
export function diagnosticsOf(error: unknown, env: Io['env'], help = ''): readonly Diagnostic[] {
  if (error instanceof DiagnosticError) return error.diagnostics;
  if (error instanceof CommanderError) {
    return [diagnostic('usage', { message: error.message.replace(/^error: /, ''), help })];
  }
  // Whatever is done with a path asks for it.
  if (isSystemError(error) && error.syscall === 'uv_cwd' && error.code === 'ENOENT') {
    return [diagnostic('file-unreadable', { file: 'the working directory', reason: 'it is not there any more' })];
  }
  const isDebugged = env['CODEGEN_DEBUG'] === '1';
  // Something recursed over what the user gave: no fault of the program that anybody could mend, but of the input.
  if (error instanceof RangeError && !isDebugged) {
    const reason = /call stack/.test(error.message) ? 'its stack is used up' : 'its memory is used up';
    return [diagnostic('engine-failed', { what: 'what was given', reason })];
  }
  const text = error instanceof Error ? error.message : String(error);
  return [diagnostic('internal-error', { reason: isDebugged && error instanceof Error ? `${text}\n${error.stack}` : text })];
}

/**
 * The form in which a command line asks for messages, as far as it can be understood: `--json` or `--format` where the
 * command that it names has it, or what that command prints if nobody asks.
 *
 * @param program with its commands
 */
export function askedFormat(program: Command, argv: readonly string[]): DiagnosticsFormat {
  let command = program;
  let format: string | undefined;
  for (let i = 0; i < argv.length; i++) {
    const word = argv[i] ?? '';
    if (word === '--') break;
    if (!word.startsWith('-')) {
      const inner = command.commands.find((each) => each.name() === word);
      // What follows the event of `hook run` belongs to the scripts.
      if (!inner && passesThrough(command)) break;
      command = inner ?? command;
      continue;
    }
    const { option, value } = optionOf(command, word);
    if (!option) continue;
    if (option.long === '--json') return 'json';
    if (option.long === '--format') format = value ?? argv[i + 1];
    if (option.required && value === undefined) i++;
  }
  format ??= command.options.find(({ long }) => long === '--format')?.defaultValue;
  return diagnosticsFormats.find((each) => each === format) ?? 'text';
}

/** The option of a command that a word of the command line names, with the value that stands in that word. */
function optionOf(command: Command, word: string): { readonly option: Option | undefined; readonly value: string | undefined } {
  const [, flag = word, value] = /^(--[^=]+)=(.*)$/s.exec(word) ?? [];
  return { option: command.options.find(({ long }) => long === flag), value };
}

/** Whether options that follow its first argument are not the command's own. */
export function passesThrough(command: Command): boolean {
  return '_passThroughOptions' in command && command._passThroughOptions === true;
}
