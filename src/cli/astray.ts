/** Command lines that go astray, and what leads back. */

import { type Command, CommanderError } from 'commander';

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

/** How ontologies are named, which commands have in different ways: by an option, or by an argument. */
const WAYS = ['--ontology', '--graph'];

/** Commander's code of words that no argument takes. */
const TOO_MANY = 'commander.excessArguments';

/** What looks like a file in a command line. */
const FILE = /^[^-].*\.\w+$/;

/** What leads back from a command line that is none; nothing where nobody knows. */
export function wayBack(program: Command, argv: readonly string[], error: unknown): string | undefined {
  return commandMeant(program, error) ?? otherWay(program, argv, error);
}

/** The command that was meant by a word which is none there: one of a group, or one that begins so. */
function commandMeant(program: Command, error: unknown): string | undefined {
  if (!(error instanceof CommanderError)) return undefined;
  const [first = '', more = ''] = error.message.split('\n');
  const word = /^error: unknown (?:command|option) '([^']+)'/.exec(first)?.[1] ?? '';
  if (word === 'version' || word === '-v') return '(it may be codegen --version)';
  if (error.code !== 'commander.unknownCommand') return undefined;
  const inner = program.commands.flatMap(({ commands }) => commands).filter((each) => each.name() === word);
  // Commander tells what is spelt nearly so.
  const longer = program.commands.filter((each) => more === '' && word.length > 2 && each.name().startsWith(word));
  const calls = [...longer, ...inner].slice(0, 3).map((each) => `codegen ${pathOf(each)}`);
  return calls.length === 0 ? undefined : `(it may be ${calls.join(', or ')})`;
}

/** How the ontology is named in a command that was given it in the way of another one. */
function otherWay(program: Command, argv: readonly string[], error: unknown): string | undefined {
  if (!(error instanceof CommanderError) || !isGivenOntology(argv, error)) return undefined;
  let command = program;
  for (const word of argv) command = command.commands.find((each) => each.name() === word) ?? command;
  const option = command.options.find(({ long }) => long !== undefined && long !== null && WAYS.includes(long));
  if (option) return `(here the ontology is named by ${option.flags})`;
  const argument = command.registeredArguments.find((each) => each.name() === 'ontology-file');
  if (argument && error.code === TOO_MANY) {
    const query = command.options.find(({ long }) => long === '--sparql');
    return query && `(here the query is given by ${query.flags})`;
  }
  if (argument) return `(here the ontology is named without an option: codegen ${pathOf(command)} blog.ttl)`;
  const isSet = command.options.some(({ long }) => long === '--config');
  return isSet ? '(here the ontology is named in codegen.yaml, which codegen init writes)' : undefined;
}

function isGivenOntology(argv: readonly string[], { code, message }: CommanderError): boolean {
  if (code === TOO_MANY) return argv.some((word) => FILE.test(word));
  return code === 'commander.unknownOption' && WAYS.some((way) => message.includes(`'${way}'`) || message.includes(`'${way}=`));
}

/** The words that call a command, without the program. */
function pathOf(command: Command): string {
  return command.parent ? `${pathOf(command.parent)} ${command.name()}`.trim() : '';
}
