/** Command lines that go astray. */

import type { Command } from 'commander';

const HELP: ReadonlySet<string> = new Set(['-h', '--help']);

/**
 * The command line that commander is given: a command that a group does not have is told, where commander would show the
 * help of the group. `help graph load` asks for what `graph load --help` does; commander knows one name behind `help`.
 */
export function straight(program: Command, argv: readonly string[]): string[] {
  return leadsNowhere(program, argv) ? argv.filter((word) => !HELP.has(word)) : [...argv];
}

function leadsNowhere(program: Command, argv: readonly string[]): boolean {
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
