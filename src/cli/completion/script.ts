/** Parts that the completion scripts of all shells share. */

import type { NameKind } from '../completion-names.ts';
import type { CommandCompletion, Described, Values } from './positions.ts';

/** Returns a shell command that prints the ids of the hooks. `program` is the name by which the program was called. */
export const hookIds = (program: string) => `${program} hook list 2>/dev/null | sed -n 's/.*"id": "\\([^"]*\\)".*/\\1/p'`;

/**
 * Returns a shell command that prints names of the ontology.
 *
 * @param typed the word to complete
 * @param before the words before it
 */
export const namesCommand = (program: string, of: NameKind, typed: string, before: string) =>
  `${program} completion names ${of} ${typed} ${before} 2>/dev/null`;

/** Quotes a string for bash and zsh. */
export function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/** Joins strings as alternatives of a `case` in bash or zsh. */
export function casePattern(cases: readonly string[]): string {
  return cases.map(quoted).join(' | ');
}

/** Returns `path:option` for each option whose value is a word of its own, so that scripts skip that word. */
export const optionsWithValue = (places: readonly CommandCompletion[]) =>
  places.flatMap(({ path, flags }) =>
    flags.filter(({ values, attached }) => values && !attached).flatMap(({ names }) => names.map((name) => `${path}:${name}`)),
  );

/** Returns `path:name` for each command within another one. */
export const subcommandPaths = (places: readonly CommandCompletion[]) =>
  places.flatMap(({ path, commands }) => commands.map(({ name }) => `${path}:${name}`));

/**
 * Returns a loop body for bash and zsh. From the words before the one to complete, it sets `command` to the path of the command
 * and `place` to the number of arguments that are already present.
 */
export const wordLoop = (places: readonly CommandCompletion[], word: string): string => `\
    if [[ $skip == 1 ]]; then
      skip=0
      continue
    fi
    case "$command:${word}" in
      ${casePattern(optionsWithValue(places))}) skip=1 ;;
      ${casePattern(subcommandPaths(places))}) command="\${command:+$command }${word}" ;;
      *:-*) ;;
      *) place=$((place + 1)) ;;
    esac`;

/** One branch of a `case "$command:…"` for each place that has something to offer. */
export function caseBranches(
  places: readonly CommandCompletion[],
  of: (place: CommandCompletion) => readonly (readonly [string, string])[],
): string {
  return places
    .flatMap((place) =>
      of(place).map(([key, action]) => `    ${key.endsWith(':*') ? `${quoted(key.slice(0, -1))}*` : quoted(key)}) ${action} ;;`),
    )
    .join('\n');
}

/** Returns a pattern `path:option` and the shell code for the value after it, for each option of a command. */
export const flagCases = ({ path, flags }: CommandCompletion, action: (values: Values) => string) =>
  flags.flatMap(({ names, values, attached }) =>
    values && !attached ? names.map((name) => [`${path}:${name}`, action(values)] as const) : [],
  );

/**
 * Branches for what may stand behind `=` only, which means the same in all commands.
 *
 * @param pairs whether the shell takes `name=word` apart, so that the words of each name are offered behind it
 */
export function attachedValueBranches(
  places: readonly CommandCompletion[],
  action: (values: Values) => string,
  pairs: boolean,
): string {
  const byName = new Map<string, Values>();
  for (const { names, values, attached } of places.flatMap(({ flags }) => flags)) {
    if (values && attached) for (const name of names) byName.set(name, values);
    if (!pairs || values?.kind !== 'pairs') continue;
    for (const [name, words] of Object.entries(values.pairs)) byName.set(name, { kind: 'words', words });
  }
  return [...byName].map(([name, values]) => `    *${quoted(`:${name}=`)}) ${action(values)} ;;`).join('\n');
}

/** `unstated=required`, `unstated=optional`, …; of a name that takes any word, what stands before it. */
export function settingPairs(pairs: Readonly<Record<string, readonly string[]>>): string[] {
  return Object.entries(pairs).flatMap(([name, words]) =>
    words.length === 0 ? [`${name}=`] : words.map((word) => `${name}=${word}`),
  );
}

/**
 * Returns a pattern `path:index` and the shell code, for each argument of a command. The index of a repeatable argument is
 * `*`.
 */
export const argumentCases = ({ path, variadic, ...place }: CommandCompletion, action: (values: Values) => string) =>
  place.arguments.map(
    (values, i) => [`${path}:${variadic && i === place.arguments.length - 1 ? '*' : i}`, action(values)] as const,
  );

/** Returns the names of commands as words to complete. */
export function wordsOf(commands: readonly Described[]): Values {
  return { kind: 'words', words: commands.map(({ name }) => name) };
}
