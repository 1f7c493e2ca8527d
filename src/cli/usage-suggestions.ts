/** Suggestions for invalid command lines. */

import type { Command, CommanderError, Option } from 'commander';
import { suggest } from '../diagnostics/index.ts';
import { templateNames } from '../targets/index.ts';
import { COMMAND_SYNONYMS, LANGUAGES, OPTION_SYNONYMS, type SynonymSuggestion, UNNECESSARY_OPTIONS } from './command-synonyms.ts';
import { passesThrough } from './failure.ts';
import { shellWord } from './ontology.ts';

/** Commander's error code for too many arguments. */
const EXCESS_ARGUMENTS = 'commander.excessArguments';

/** Commander's error code for an invalid argument. */
const INVALID = 'commander.invalidArgument';

/** Matches words that look like a file. */
const FILE = /^[^-].*\.\w+$/;

/** The command that generates with settings. */
const GENERATE = 'codegen generate';

/** The command that generates without settings. */
const BY_OPTIONS = 'codegen template generate-rdf';

/**
 * Returns the suggestion to print below the error, without brackets; undefined if the help is printed.
 *
 * @param program with all its commands and options
 */
export async function usageSuggestion(
  program: Command,
  argv: readonly string[],
  error: CommanderError,
): Promise<string | undefined> {
  if (error.code === 'commander.help') return undefined;
  const { command, remaining } = resolveCommand(program, argv);
  const path = pathOf(command);
  if (error.code === 'commander.unknownCommand') {
    return (await suggestCommands(program, command, remaining)) ?? `${path} --help lists the commands`;
  }
  const strange = unknownOptions(command, remaining);
  const needless = [GENERATE, BY_OPTIONS].includes(path)
    ? strange.find((flag) => Object.hasOwn(UNNECESSARY_OPTIONS, flag))
    : undefined;
  if (needless !== undefined) return UNNECESSARY_OPTIONS[needless];
  if (path === GENERATE && (error.code === INVALID || strange.some(isGenerateOption))) {
    return `codegen generate follows codegen.yaml, which codegen init creates; without one: ${generateCommandLine(remaining)}`;
  }
  const suggestion = (await suggestOptions(command, strange)) ?? suggestArguments(command, remaining, error.code);
  if (suggestion !== undefined) return suggestion;
  const isIncomplete = error.code === EXCESS_ARGUMENTS || error.code === 'commander.missingMandatoryOptionValue';
  if (path === BY_OPTIONS && strange.length === 0 && isIncomplete) return `it may be ${generateCommandLine(remaining)}`;
  return 'add --help for the options';
}

/** Returns how to name the ontology, if a file is among too many arguments. */
function suggestArguments(command: Command, rest: readonly string[], code: string): string | undefined {
  return code === EXCESS_ARGUMENTS && rest.some((word) => FILE.test(word)) ? ontologyHint(command, code) : undefined;
}

/** Returns the command that a command line calls, as far as it exists, and the remaining words. */
function resolveCommand(
  program: Command,
  argv: readonly string[],
): { readonly command: Command; readonly remaining: readonly string[] } {
  let command = program;
  let remaining = argv.filter((word) => word !== '-h' && word !== '--help');
  for (;;) {
    const inner = command.commands.find((each) => each.name() === remaining[0]);
    if (!inner) return { command, remaining };
    command = inner;
    remaining = remaining.slice(1);
  }
}

/** Returns the full name of a command: `codegen graph load`. */
function pathOf(command: Command): string {
  return command.parent ? `${pathOf(command.parent)} ${command.name()}` : command.name();
}

/** Suggests commands for an unknown word: the name in another tool, a command of another group, or a misspelt name. */
async function suggestCommands(program: Command, command: Command, [word = '', ...others]: readonly string[]) {
  const isTop = command === program;
  const [group, inGroup] = isTop ? [word, others[0] ?? ''] : [command.name(), word];
  const exact = synonymOf(`${group} ${inGroup}`);
  const { remark, calls = [] } = exact ?? synonymOf(word) ?? {};
  if (remark !== undefined) return remark;
  const takesTemplates = isTop || pathOf(command) === 'codegen template';
  const isTemplate = templateOf(word.replace(/^gen(erate)?-/, '')) !== undefined;
  if (takesTemplates && (isTemplate || FILE.test(word))) return `it may be ${generateCommandLine([word, ...others])}`;
  const longer = program.commands.filter((each) => isTop && word.length > 2 && each.name().startsWith(word));
  const sameName = program.commands.flatMap(({ commands }) => commands).filter((each) => each.name() === word);
  const matches = [...calls, ...(exact ? [] : [...longer, ...sameName].map(pathOf))];
  const known = new Set(matches.length > 0 ? matches : await correctSpelling(command, word, others));
  if (known.size > 0) return `it may be ${[...known].slice(0, 3).join(', or ')}`;
  return groupSuggestion(group);
}

/** Returns the suggestion for any other command of a group. */
function groupSuggestion(group: string): string | undefined {
  const { remark, calls = [] } = synonymOf(`${group} *`) ?? {};
  return remark ?? (calls.length > 0 ? `it may be ${calls.join(', or ')}` : undefined);
}

function synonymOf(words: string): SynonymSuggestion | undefined {
  return Object.hasOwn(COMMAND_SYNONYMS, words) ? COMMAND_SYNONYMS[words] : undefined;
}

/** Returns the command with a similar name, with its subcommand if the next word names one. */
async function correctSpelling(command: Command, word: string, [after]: readonly string[]): Promise<readonly string[]> {
  const name = await suggest(word, word === '' ? [] : command.commands.map((each) => each.name()));
  const match = command.commands.find((each) => each.name() === name);
  return match ? [pathOf(match.commands.find((each) => each.name() === after) ?? match)] : [];
}

/** Returns the options on a command line that its command does not declare. */
function unknownOptions(command: Command, words: readonly string[]): readonly string[] {
  const known = new Map(command.options.flatMap((option) => [option.long, option.short].map((flag) => [flag, option])));
  const strange: string[] = [];
  for (let i = 0; i < words.length; i++) {
    const word = words[i] ?? '';
    if (word === '--' || (!word.startsWith('-') && passesThrough(command))) break;
    if (!/^-./.test(word)) continue;
    const flag = word.split('=', 1)[0] ?? '';
    if (!known.has(flag)) strange.push(flag);
    else if (known.get(flag)?.required === true && flag === word) i++;
  }
  return strange;
}

/** Suggests options for unknown ones: equivalents of other tools, and similar names. */
async function suggestOptions(command: Command, strange: readonly string[]): Promise<string | undefined> {
  const corrections: string[] = [];
  for (const flag of new Set(strange)) {
    const same = command.options.filter(({ long }) => long !== flag && isSame(flag, long ?? ''));
    const hint = same.length <= 1 && isSame(flag, '--ontology') ? ontologyHint(command) : undefined;
    if (hint !== undefined) return hint;
    const options = same.length > 0 ? same : await similarOptions(command, flag);
    const behind = strange.length > 1 ? ` for ${flag}` : '';
    if (options.length > 0) corrections.push(`${options.map((option) => option.flags).join(' or ')}${behind}`);
  }
  if (command.parent === null && strange.includes('-v')) return 'it may be codegen --version';
  return corrections.length === 0 ? undefined : `it may be ${corrections.join(', ')}`;
}

async function similarOptions(command: Command, flag: string): Promise<readonly Option[]> {
  if (!/^--../.test(flag)) return [];
  const similar = await suggest(
    flag.slice(2),
    command.options.map(({ long }) => long?.slice(2) ?? ''),
  );
  return command.options.filter(({ long }) => long === `--${similar}`);
}

/** Returns whether two options have the same meaning, in this program or in another. */
function isSame(one: string, other: string): boolean {
  return OPTION_SYNONYMS.some((flags) => flags.includes(one) && flags.includes(other));
}

function isGenerateOption(flag: string): boolean {
  return ['--ontology', '--template', '--output-dir'].some((each) => isSame(flag, each));
}

/** Returns how a command receives its ontology, if the user gave it in the way of another command. */
function ontologyHint(command: Command, code?: string): string | undefined {
  const option = command.options.find(({ long }) => long === '--ontology' || long === '--graph');
  if (option) return `here the ontology is named by ${option.flags}`;
  if (!command.registeredArguments.some((each) => each.name() === 'ontology-file')) return undefined;
  if (code !== EXCESS_ARGUMENTS) return `here the ontology is named without an option: ${pathOf(command)} blog.ttl`;
  const query = command.options.find(({ long }) => long === '--sparql');
  return query && `here the query is given by ${query.flags}`;
}

/** Returns the template that a word names. */
function templateOf(word: string): string | undefined {
  const given = word.toLowerCase();
  if (Object.hasOwn(LANGUAGES, given)) return LANGUAGES[given];
  return templateNames.find((name) => name === given) ?? templateNames.find((name) => name.split('-', 1)[0] === given);
}

/** Returns a valid command line that generates what an invalid one requests, as far as it can be parsed. */
function generateCommandLine(words: readonly string[]): string {
  const { templates, ontologies, folders } = parseGenerateWords(words);
  const names = templates.flatMap((each) => each.split(',')).map((name) => templateOf(name) ?? '<name>');
  const [ontology] = ontologies;
  const options = [
    `--ontology ${ontology === undefined ? '<path>' : shellWord(ontology)}`,
    ...(names.length === 0 ? ['all'] : names).map((name) => `--template ${name}`),
    `--output-dir ${shellWord(folders[0] ?? 'generated')}`,
  ];
  return [BY_OPTIONS, ...options].join(' ');
}

/** Sorts the words of a command line into templates, ontologies and output folders; options of other tools are known, too. */
function parseGenerateWords(words: readonly string[]) {
  const [templates, ontologies, folders]: [string[], string[], string[]] = [[], [], []];
  const byFlag: [flag: string, values: string[]][] = [
    ['--template', templates],
    ['--ontology', ontologies],
    ['--output-dir', folders],
  ];
  for (let i = 0; i < words.length; i++) {
    const word = words[i] ?? '';
    const [flag = '', ...value] = word.split('=');
    const template = flag.replace(/^gen(erate)?-/, '');
    if (flag.startsWith('-')) {
      const values = byFlag.find(([each]) => isSame(flag, each))?.[1];
      const next = words[i + 1] ?? '';
      if (value.length > 0) values?.push(value.join('='));
      else if (values && /^[^-]/.test(next)) {
        values.push(next);
        i++;
      }
    } else if (FILE.test(flag)) ontologies.push(word);
    else if (templateOf(template)) templates.push(template);
  }
  return { templates, ontologies, folders };
}
