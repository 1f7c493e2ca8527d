/** Converts errors that end a command to diagnostics, and finds the format in which to report them. */

import { type Command, CommanderError, type Option } from 'commander';
import { type Diagnostic, DiagnosticError, diagnostic, isSystemError } from '../diagnostics/index.ts';
import { type DiagnosticsFormat, diagnosticsFormats } from './diagnostics-format.ts';
import type { Io } from './io.ts';
import { usageParams } from './usage-errors.ts';

/** Converts anything that was thrown to diagnostics. */
export function diagnosticsOf(error: unknown, env: Io['env']): readonly Diagnostic[] {
  if (error instanceof DiagnosticError) return error.diagnostics;
  if (error instanceof CommanderError) return [diagnostic('usage', usageParams(error.message))];
  // Node.js needs the working directory for every relative path.
  if (isSystemError(error) && error.syscall === 'uv_cwd' && error.code === 'ENOENT') {
    return [diagnostic('file-unreadable', { file: 'the working directory', reason: 'it does not exist any more' })];
  }
  const isDebugged = env['CODEGEN_DEBUG'] === '1';
  // Recursion over the input used up the stack or the memory: the input is the cause, not a bug of the program.
  if (error instanceof RangeError && !isDebugged) {
    const reason = /call stack/.test(error.message) ? 'the call stack overflowed' : 'the memory is exhausted';
    return [diagnostic('engine-failed', { what: 'the input', reason })];
  }
  const text = error instanceof Error ? error.message : String(error);
  return [diagnostic('internal-error', { reason: isDebugged && error instanceof Error ? `${text}\n${error.stack}` : text })];
}

/**
 * Returns the message format of a command line, as far as it can be parsed: the one that `--json` or `--format` selects if the
 * named command has the option, or else the default of that command.
 */
export function requestedFormat(program: Command, argv: readonly string[]): DiagnosticsFormat {
  const { command, format } = parseFormat(program, argv);
  const selected = format ?? command.options.find(({ long }) => long === '--format')?.defaultValue;
  return diagnosticsFormats.find((each) => each === selected) ?? 'text';
}

/** Returns the command that a command line names, and the format that its options select. */
function parseFormat(
  program: Command,
  argv: readonly string[],
): { readonly command: Command; readonly format?: string | undefined } {
  let command = program;
  let format: string | undefined;
  for (let i = 0; i < argv.length; i++) {
    const word = argv[i] ?? '';
    if (word === '--') break;
    if (!word.startsWith('-')) {
      const subcommand = command.commands.find((each) => each.name() === word);
      // Words after the event of `hook run` are arguments of the scripts.
      if (!subcommand && passesThrough(command)) break;
      command = subcommand ?? command;
      continue;
    }
    const { option, value } = optionOf(command, word);
    if (!option) continue;
    if (option.long === '--json') return { command, format: 'json' };
    if (option.long === '--format') format = value ?? argv[i + 1];
    // In Commander, `required` means that the option needs a value: it is the next word.
    if (option.required && value === undefined) i++;
  }
  return { command, format };
}

/** Returns the option that a word of the command line names, and the value after `=` in that word. */
function optionOf(command: Command, word: string): { readonly option: Option | undefined; readonly value: string | undefined } {
  const [, flag = word, value] = /^(--[^=]+)=(.*)$/s.exec(word) ?? [];
  return { option: command.options.find(({ long }) => long === flag), value };
}

/** Returns whether the command passes options after its first argument to other programs. Commander has no public getter. */
export function passesThrough(command: Command): boolean {
  return '_passThroughOptions' in command && command._passThroughOptions === true;
}
