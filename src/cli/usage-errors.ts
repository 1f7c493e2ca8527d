/** Prepares invalid command lines for commander. */

import type { Command } from 'commander';

const HELP: ReadonlySet<string> = new Set(['-h', '--help']);

/**
 * Returns the command line for commander. If a command does not exist, help flags are removed, so that commander reports the
 * unknown command instead of printing the help of its group.
 */
export function normalizeArguments(program: Command, argv: readonly string[]): string[] {
  return hasUnknownCommand(program, argv) ? argv.filter((word) => !HELP.has(word)) : [...argv];
}

/** Returns the message and the help for an error of commander. Users often forget the option before a file. */
export function usageParams(error: string): { readonly message: string; readonly help: string } {
  const [text = '', suggestion] = error.replace(/^error: /, '').split(/\n\(Did you mean (.*?)\?\)/s);
  const message = text
    .replace(
      /too many arguments for '([^']+)'\. Expected 0 arguments but got \d+\.?/,
      '$1 accepts no arguments; give its input with options',
    )
    .replace(
      /too many arguments for '([^']+)'\. Expected (\d+) arguments? but got (\d+)\.?/,
      '$1: the command line has $3 arguments, but the limit is $2',
    )
    .replace(/missing required argument '([^']+)'/, 'the argument <$1> is missing')
    .replace(/required option '([^']+)' not specified/, 'the required option $1 is missing')
    .replace(/option '([^']+)' argument missing/, 'the option $1 has no value')
    .replace(/option '([^']+)' argument '(.*)' is invalid\./s, 'the value "$2" of $1 is invalid.');
  if (suggestion !== undefined) return { message, help: `did you mean ${suggestion}?` };
  const [, invalid = message, rule] = /^(.* is invalid.*?)\. (?:Allowed choices are|It must be) (.*)\.$/s.exec(message) ?? [];
  return {
    message: invalid,
    help: rule === undefined ? 'add --help for the options' : `it must be ${rule.replace(/, ([^,]+)$/, ' or $1')}`,
  };
}

function hasUnknownCommand(program: Command, argv: readonly string[]): boolean {
  let command = program;
  for (const word of argv) {
    if (HELP.has(word)) continue;
    if (word.startsWith('-') || word === 'help' || command.commands.length === 0) return false;
    const inner = command.commands.find((each) => each.name() === word);
    if (!inner) return true;
    command = inner;
  }
  return false;
}
