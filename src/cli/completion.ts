/**
 * Completes command lines: `codegen graph lo` becomes `codegen graph load`. The script of each shell runs
 * `codegen completion words`, so that one implementation serves all shells.
 */

import type { Argument, Command, Option } from 'commander';
import { eventNames, findProject, readHooks } from '../hooks/index.ts';
import { policyNames } from '../model/index.ts';
import { assumptionKinds } from '../report/index.ts';
import { templateNames } from '../targets/index.ts';
import type { Io } from './io.ts';
import { valuesOf } from './policies.ts';

/** The scripts of the shells. Where the program offers no word, the shell completes file names. */
const scripts = {
  // Bash splits words at `=`, and replaces only the part after the last one.
  bash: `\
# Completion of codegen for bash. Load it in ~/.bashrc: source <(codegen completion bash)
_codegen() {
  local IFS=$'\\n' cur="\${COMP_WORDS[COMP_CWORD]}"
  COMPREPLY=($("$1" completion words "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null))
  if [[ $cur == '=' || \${COMP_WORDS[COMP_CWORD - 1]} == '=' ]]; then COMPREPLY=("\${COMPREPLY[@]##*=}"); fi
  if [[ \${COMPREPLY[0]} == *= ]]; then compopt -o nospace 2>/dev/null; fi
}
complete -o default -F _codegen codegen
`,
  zsh: `\
#compdef codegen
# Completion of codegen for zsh. Load it in ~/.zshrc, after compinit: source <(codegen completion zsh)
_codegen() {
  local -a known=(\${(f)"$("$words[1]" completion words "\${(@Q)words[2,CURRENT]}" 2>/dev/null)"})
  if (($#known)); then compadd -- $known; else compset -P '--*='; _files; fi
}
# The file is either sourced, or autoloaded as the function itself.
if [[ $funcstack[1] == _codegen ]]; then _codegen "$@"; else compdef _codegen codegen; fi
`,
  fish: `\
# Completion of codegen for fish. Write it to ~/.config/fish/completions/codegen.fish
complete -c codegen -a '(codegen completion words (commandline -opc)[2..-1] (commandline -ct) 2>/dev/null)'
`,
} as const;

export type Shell = keyof typeof scripts;

/** Runs `codegen completion`. */
export function completion(io: Io, shell: Shell): number {
  io.stdout.write(scripts[shell]);
  return 0;
}

/**
 * Returns the words that can stand in place of the last one.
 *
 * @param words the command line up to the cursor, without the program; bash passes `=` as a word of its own
 */
export async function completeWords(program: Command, words: readonly string[]): Promise<readonly string[]> {
  const joinedWords = joinAtEquals(words);
  const typed = joinedWords.at(-1) ?? '';
  const { command, argumentIndex, option } = positionOf(program, joinedWords.slice(0, -1));
  const [, flag, attached] = /^(--[\w-]+)=(.*)$/s.exec(typed) ?? [];
  if (flag !== undefined && attached !== undefined) {
    const known = optionsOf(command).find((each) => each.long === flag);
    return startingWith(known ? await wordsOfOption(known) : [], attached).map((word) => `${flag}=${word}`);
  }
  if (option) return startingWith(await wordsOfOption(option), typed);
  if (typed.startsWith('-')) return startingWith(flagsOf(command), typed);
  const commands = argumentIndex === 0 ? namesOf(command) : [];
  const { registeredArguments: operands } = command;
  const argument = operands[argumentIndex] ?? (operands.at(-1)?.variadic ? operands.at(-1) : undefined);
  return startingWith([...commands, ...(argument ? wordsOfArgument(argument, command) : [])], typed);
}

const startingWith = (words: readonly string[], typed: string) => words.filter((word) => word.startsWith(typed));
const optionsOf = (command: Command) => command.createHelp().visibleOptions(command);
const namesOf = (command: Command) =>
  command
    .createHelp()
    .visibleCommands(command)
    .map((each) => each.name());
const flagsOf = (command: Command) => optionsOf(command).flatMap(({ long }) => long ?? []);

/** Joins the words that bash splits at `=`: `--format`, `=`, `json` become `--format=json`. */
function joinAtEquals(words: readonly string[]): string[] {
  const all: string[] = [];
  let isOpen = false;
  for (const word of words) {
    if (word === '=' || isOpen) all.push(`${all.pop() ?? ''}${word}`);
    else all.push(word);
    isOpen = word === '=';
  }
  return all;
}

/** Returns the command that the words lead to, the number of its arguments so far, and the option that expects a value. */
function positionOf(program: Command, words: readonly string[]) {
  let [command, argumentIndex]: [Command, number] = [program, 0];
  let option: Option | undefined;
  for (const word of words) {
    if (option) {
      option = undefined;
      continue;
    }
    option = command.options.find((each) => each.required && (each.long === word || each.short === word));
    if (word.startsWith('-')) continue;
    const inner = argumentIndex === 0 ? command.commands.find((each) => each.name() === word) : undefined;
    // `help` takes the name of a command of the same group.
    if (inner) command = inner;
    else if (word !== 'help' || command.commands.length === 0) argumentIndex++;
  }
  return { command, argumentIndex, option };
}

async function wordsOfOption({ long, argChoices, flags }: Option): Promise<readonly string[]> {
  if (argChoices !== undefined) return argChoices;
  switch (long) {
    case '--policy':
      return policyNames.flatMap((name) => {
        const values = valuesOf(name);
        return values.length === 0 ? [`${name}=`] : values.map((value) => `${name}=${value}`);
      });
    case '--strict':
      return assumptionKinds;
    case '--template':
      return flags.includes('<path>') ? [] : [...templateNames, 'all'];
    default:
      return flags.includes('<event>') ? eventNames : flags.includes('<hook-id>') ? hookIds() : [];
  }
}

function wordsOfArgument(argument: Argument, { parent }: Command): readonly string[] {
  if (argument.argChoices !== undefined) return argument.argChoices;
  if (argument.name() === 'event') return eventNames;
  if (argument.name() === 'hook-id') return hookIds();
  return argument.name() === 'command' && parent ? namesOf(parent) : [];
}

function hookIds(): readonly string[] {
  return readHooks(findProject(process.cwd())).map(({ id }) => id);
}
