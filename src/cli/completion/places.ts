/** What can be completed, place by place, from what the program declares. */

import type { Argument, Command, Option } from 'commander';
import { eventNames } from '../../hooks/index.ts';
import { policyNames } from '../../model/index.ts';
import { assumptionKinds } from '../../report/index.ts';
import { templateNames } from '../../targets/index.ts';
import type { NameKind } from '../completion-names.ts';
import { valuesOf } from '../policies.ts';

/** What can stand in a place of the command line. */
export type Values =
  | { readonly kind: 'words'; readonly words: readonly string[] }
  /** One of these words, or the path of a file or folder. */
  | { readonly kind: 'words-or-files'; readonly words: readonly string[] }
  /** Names of the ontology at hand, for which the program is asked; of what `explain` takes, paths of files, too. */
  | { readonly kind: 'names'; readonly of: NameKind }
  /** A name, `=` and one of the words that it has. */
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
  /** Undefined if it takes none. */
  readonly values: Values | undefined;
  /** Whether the value stands behind `=` only, and not in the next word. */
  readonly attached: boolean;
}

/** A command as completion sees it. */
export interface Place {
  /** The names of the commands that lead to it, without the program: `graph query`; empty for the program itself. */
  readonly path: string;
  readonly commands: readonly Described[];
  readonly flags: readonly Flag[];
  readonly arguments: readonly Values[];
  /** Whether the last argument may be repeated. */
  readonly variadic: boolean;
}

/** The places of a command and of all below it. */
export function placesOf(
  command: Command,
  categories: readonly string[],
  path: readonly string[] = [],
  siblings: readonly string[] = [],
): Place[] {
  const help = command.createHelp();
  const children = help.visibleCommands(command);
  const names = children.map((child) => child.name());
  const args = command.registeredArguments;
  const place: Place = {
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
  return [place, ...children.flatMap((child) => placesOf(child, categories, [...path, child.name()], names))];
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

/** Built-in templates where they are taken, and own ones by their paths. */
function templatesOf({ flags }: Option): Values {
  return flags.includes('<path>') ? { kind: 'files' } : { kind: 'words-or-files', words: [...templateNames, 'all'] };
}

function valuesOfArgument(argument: Argument, siblings: readonly string[]): Values {
  if (argument.argChoices !== undefined) return { kind: 'words', words: argument.argChoices };
  if (argument.name() === 'command') return { kind: 'words', words: siblings.filter((name) => name !== 'help') };
  return valuesOfName(argument.name());
}

/** By what the declaration calls a value between its angle brackets. */
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
