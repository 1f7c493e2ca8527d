/** Collects what can be completed at each position of a command line, from the declarations of the program. */

import type { Argument, Command, Option } from 'commander';
import { eventNames } from '../../hooks/index.ts';
import { policyNames } from '../../model/index.ts';
import { assumptionKinds } from '../../report/index.ts';
import { templateNames } from '../../targets/index.ts';
import type { NameKind } from '../completion-names.ts';
import { valuesOf } from '../policies.ts';

/** The values that can be completed at a position of the command line. */
export type Values =
  | { readonly kind: 'words'; readonly words: readonly string[] }
  /** One of these words, or the path of a file or folder. */
  | { readonly kind: 'words-or-files'; readonly words: readonly string[] }
  /** Names of the ontology, which the script requests from the program. With `elements`, paths of files are also offered. */
  | { readonly kind: 'names'; readonly of: NameKind }
  /** A name, `=` and one of the words that the name allows. */
  | { readonly kind: 'pairs'; readonly pairs: Readonly<Record<string, readonly string[]>> }
  | { readonly kind: 'files' | 'folders' | 'hooks' | 'text' };

export interface Described {
  readonly name: string;
  readonly description: string;
}

export interface Flag {
  /** Such as `-h` and `--help`. */
  readonly names: readonly string[];
  readonly description: string;
  /** Undefined if the flag takes no value. */
  readonly values: Values | undefined;
  /** Whether the value must follow `=` and cannot be the next word. */
  readonly attached: boolean;
}

/** A command with everything that completion offers for it. */
export interface CommandCompletion {
  /** The command path without the program, for example `graph query`; empty for the program itself. */
  readonly path: string;
  readonly commands: readonly Described[];
  readonly flags: readonly Flag[];
  readonly arguments: readonly Values[];
  /** Whether the last argument may be repeated. */
  readonly variadic: boolean;
}

/** Returns entries for a command and all its subcommands. */
export function completionsOf(
  command: Command,
  categories: readonly string[],
  path: readonly string[] = [],
  siblings: readonly string[] = [],
): CommandCompletion[] {
  const help = command.createHelp();
  const children = help.visibleCommands(command);
  const names = children.map((child) => child.name());
  const args = command.registeredArguments;
  const place: CommandCompletion = {
    path: path.join(' '),
    commands: children.map((child) => ({ name: child.name(), description: child.description() })),
    flags: help.visibleOptions(command).map((option) => ({
      names: [option.short, option.long].filter((name) => name !== undefined),
      description: option.description,
      values: option.required || option.optional ? valuesOfOption(option, categories) : undefined,
      attached: option.optional,
    })),
    arguments: args.map((argument) => valuesOfArgument(argument, siblings)),
    variadic: args.at(-1)?.variadic ?? false,
  };
  return [place, ...children.flatMap((child) => completionsOf(child, categories, [...path, child.name()], names))];
}

function valuesOfOption(option: Option, categories: readonly string[]): Values {
  if (option.argChoices !== undefined) return { kind: 'words', words: option.argChoices };
  if (option.long === '--policy') {
    return { kind: 'pairs', pairs: Object.fromEntries(policyNames.map((name) => [name, valuesOf(name)])) };
  }
  if (option.long === '--strict') return { kind: 'words', words: assumptionKinds };
  if (option.long === '--category') return { kind: 'words', words: categories };
  if (option.long === '--template') return templatesOf(option);
  if (option.long === '--select' || option.long === '--exclude') return { kind: 'names', of: 'classes' };
  if (option.long === '--output-dir' || option.long === '--project') return { kind: 'folders' };
  return valuesOfName(/[<[]([^\]>.]+)/.exec(option.flags)?.[1] ?? '');
}

/** Returns the built-in templates and paths, or only paths if the option accepts no built-in template. */
function templatesOf({ flags }: Option): Values {
  return flags.includes('<path>') ? { kind: 'files' } : { kind: 'words-or-files', words: [...templateNames, 'all'] };
}

function valuesOfArgument(argument: Argument, siblings: readonly string[]): Values {
  if (argument.argChoices !== undefined) return { kind: 'words', words: argument.argChoices };
  if (argument.name() === 'command') return { kind: 'words', words: siblings.filter((name) => name !== 'help') };
  return valuesOfName(argument.name());
}

/** Chooses the values by the name between the angle brackets of the declaration, such as `path` in `<path>`. */
function valuesOfName(name: string): Values {
  switch (name) {
    case 'event':
      return { kind: 'words', words: eventNames };
    case 'what':
      return { kind: 'names', of: 'elements' };
    case 'hook-id':
      return { kind: 'hooks' };
    case 'path':
    case 'ontology-file':
    case 'arguments':
    case 'projects':
      return { kind: 'files' };
    case 'target':
      return { kind: 'folders' };
    default:
      return { kind: 'text' };
  }
}
