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

/** Replaces the text of commander about an argument for a command that has none. Users often forget the option before a file. */
export function explainExcessArguments(message: string): string {
  return message.replace(
    /too many arguments for '([^']+)'\. Expected 0 arguments but got \d+\.?/,
    '$1 accepts no arguments; give its input with options',
  );
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
