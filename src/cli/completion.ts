import type { Argument, Command, Option } from 'commander';
import { eventNames } from '../hooks/index.ts';
import { policyNames } from '../model/index.ts';
import { assumptionKinds } from '../report/index.ts';
import { loadTarget, templateNames } from '../targets/index.ts';
import type { Io } from './io.ts';
import { valuesOf } from './policies.ts';

/** What can stand in a place of the command line. */
type Values =
  | { readonly kind: 'words'; readonly words: readonly string[] }
  /** A name, `=` and one of the words that it has. */
  | { readonly kind: 'pairs'; readonly pairs: Readonly<Record<string, readonly string[]>> }
  | { readonly kind: 'files' | 'folders' | 'hooks' | 'text' };

interface Described {
  readonly name: string;
  readonly description: string;
}

interface Flag {
  /** Such as `-h` and `--help`. */
  readonly names: readonly string[];
  readonly description: string;
  /** Undefined if it takes none. */
  readonly values: Values | undefined;
  /** Whether the value stands behind `=` only, and not in the next word. */
  readonly attached: boolean;
}

/** A command as completion sees it. */
interface Place {
  /** The names of the commands that lead to it, without the program: `graph query`; empty for the program itself. */
  readonly path: string;
  readonly commands: readonly Described[];
  readonly flags: readonly Flag[];
  readonly arguments: readonly Values[];
  /** Whether the last argument may be repeated. */
  readonly variadic: boolean;
}

export type Shell = 'bash' | 'zsh' | 'fish';

/** `completion` */
export async function completion(io: Io, program: Command, shell: Shell): Promise<number> {
  io.stdout.write(await completionScript(program, shell));
  return 0;
}

/** The script that lets a shell complete the commands, options and values that a program declares. */
export async function completionScript(program: Command, shell: Shell): Promise<string> {
  const targets = await Promise.all(templateNames.map(loadTarget));
  const categories = [...new Set(targets.map(({ category }) => category))];
  const places = placesOf(program, categories);
  switch (shell) {
    case 'bash':
      return bash(places);
    case 'zsh':
      return zsh(places);
    case 'fish':
      return fish(places);
    default:
      return shell satisfies never;
  }
}

function placesOf(
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
  if (option.long === '--template') return { kind: 'words', words: [...templateNames, 'all'] };
  if (option.long === '--output-dir' || option.long === '--project') return { kind: 'folders' };
  return valuesOfName(/[<[]([^\]>.]+)/.exec(option.flags)?.[1] ?? '');
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
    case 'hook-id':
      return { kind: 'hooks' };
    case 'path':
    case 'ontology-file':
    case 'arguments':
      return { kind: 'files' };
    case 'target':
      return { kind: 'folders' };
    default:
      return { kind: 'text' };
  }
}

/** Prints the ids of the hooks, whatever the program was called as. */
const hookIds = (program: string) => `${program} hook list 2>/dev/null | sed -n 's/.*"id": "\\([^"]*\\)".*/\\1/p'`;

/** A string in single quotes, as bash and zsh read it. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/** Strings that a `case` of bash or zsh takes as alternatives. */
function patterns(cases: readonly string[]): string {
  return cases.map(quoted).join(' | ');
}

const takingValue = (places: readonly Place[]) =>
  places.flatMap(({ path, flags }) =>
    flags.filter(({ values, attached }) => values && !attached).flatMap(({ names }) => names.map((name) => `${path}:${name}`)),
  );

const leadingOn = (places: readonly Place[]) =>
  places.flatMap(({ path, commands }) => commands.map(({ name }) => `${path}:${name}`));

/**
 * The part that bash and zsh have in common: from the words before the one to complete, `command` becomes the path of
 * the command, and `place` the number of its arguments that are there already.
 */
const walk = (places: readonly Place[], word: string): string => `\
    if [[ $skip == 1 ]]; then
      skip=0
      continue
    fi
    case "$command:${word}" in
      ${patterns(takingValue(places))}) skip=1 ;;
      ${patterns(leadingOn(places))}) command="\${command:+$command }${word}" ;;
      *:-*) ;;
      *) place=$((place + 1)) ;;
    esac`;

/** One branch of a `case "$command:…"` for each place that has something to offer. */
function branches(places: readonly Place[], of: (place: Place) => readonly (readonly [string, string])[]): string {
  return places
    .flatMap((place) =>
      of(place).map(([key, action]) => `    ${key.endsWith(':*') ? `${quoted(key.slice(0, -1))}*` : quoted(key)}) ${action} ;;`),
    )
    .join('\n');
}

const flagCases = ({ path, flags }: Place, action: (values: Values) => string) =>
  flags.flatMap(({ names, values, attached }) =>
    values && !attached ? names.map((name) => [`${path}:${name}`, action(values)] as const) : [],
  );

/**
 * Branches for what may stand behind `=` only, which means the same in all commands.
 *
 * @param pairs whether the shell takes `name=word` apart, so that the words of each name are offered behind it
 */
function attachedBranches(places: readonly Place[], action: (values: Values) => string, pairs: boolean): string {
  const found = new Map<string, Values>();
  for (const { names, values, attached } of places.flatMap(({ flags }) => flags)) {
    if (values && attached) for (const name of names) found.set(name, values);
    if (!pairs || values?.kind !== 'pairs') continue;
    for (const [name, words] of Object.entries(values.pairs)) found.set(name, { kind: 'words', words });
  }
  return [...found].map(([name, values]) => `    *${quoted(`:${name}=`)}) ${action(values)} ;;`).join('\n');
}

/** `unstated=required`, `unstated=optional`, …; of a name that takes any word, what stands before it. */
function wholePairs(pairs: Readonly<Record<string, readonly string[]>>): string[] {
  return Object.entries(pairs).flatMap(([name, words]) =>
    words.length === 0 ? [`${name}=`] : words.map((word) => `${name}=${word}`),
  );
}

const argumentCases = ({ path, variadic, ...place }: Place, action: (values: Values) => string) =>
  place.arguments.map(
    (values, i) => [`${path}:${variadic && i === place.arguments.length - 1 ? '*' : i}`, action(values)] as const,
  );

function bash(places: readonly Place[]): string {
  const action = (values: Values): string => {
    switch (values.kind) {
      case 'words':
        return `words=${quoted(values.words.join(' '))}`;
      case 'pairs':
        return `words=${quoted(
          Object.keys(values.pairs)
            .map((name) => `${name}=`)
            .join(' '),
        )}; compopt -o nospace 2>/dev/null`;
      case 'hooks':
        return `words=$(${hookIds('"$1"')})`;
      case 'folders':
        return 'compopt +o default -o dirnames 2>/dev/null; return';
      case 'files':
        return 'return';
      case 'text':
        return 'compopt +o default 2>/dev/null; return';
      default:
        return values satisfies never;
    }
  };
  // Files are left to readline, which knows how to quote their names.
  return `\
# Completion of codegen for bash. Load it in ~/.bashrc: source <(codegen completion bash)
_codegen() {
  local cur="\${COMP_WORDS[COMP_CWORD]}" prev="\${COMP_WORDS[COMP_CWORD - 1]}" command='' place=0 skip=0 words='' equals='' i
  COMPREPLY=()
  # Bash takes --option=value apart.
  if [[ $cur == '=' ]]; then
    cur='' equals='='
  elif [[ $prev == '=' ]]; then
    prev="\${COMP_WORDS[COMP_CWORD - 2]}" equals='='
  fi
  for ((i = 1; i < COMP_CWORD; i++)); do
    if [[ \${COMP_WORDS[i]} == '=' ]]; then
      skip=1
      continue
    fi
${walk(places, `\${COMP_WORDS[i]}`)}
  done
  case "$command:$prev$equals" in
${attachedBranches(places, action, true)}
    *) equals='' ;;
  esac
  [[ $equals ]] || case "$command:$prev" in
${branches(places, (place) => flagCases(place, action))}
    *)
      if [[ $cur == -* ]]; then
        case "$command" in
${places.map(({ path, flags }) => `          ${quoted(path)}) words=${quoted(flags.flatMap(({ names }) => names).join(' '))} ;;`).join('\n')}
        esac
      else
        case "$command:$place" in
${branches(places, (place) => [
  ...(place.commands.length > 0 ? [[`${place.path}:0`, action(wordsOf(place.commands))] as const] : []),
  ...argumentCases(place, action),
]).replaceAll(/^/gm, '      ')}
        esac
      fi
      ;;
  esac
  compopt +o default 2>/dev/null
  local IFS=$' \\t\\n'
  COMPREPLY=($(compgen -W "$words" -- "$cur"))
}
complete -o default -F _codegen codegen
`;
}

function wordsOf(commands: readonly Described[]): Values {
  return { kind: 'words', words: commands.map(({ name }) => name) };
}

function zsh(places: readonly Place[]): string {
  const action = (values: Values): string => {
    switch (values.kind) {
      case 'words':
        return `compadd -- ${values.words.join(' ')}; return`;
      case 'pairs':
        return `compadd -- ${wholePairs(values.pairs).join(' ')}; return`;
      case 'hooks':
        return `compadd -- \${(f)"$(${hookIds('$words[1]')})"}; return`;
      case 'folders':
        return '_files -/; return';
      case 'files':
        return '_files; return';
      case 'text':
        return 'return';
      default:
        return values satisfies never;
    }
  };
  /** `_describe` takes a colon as the end of the name. */
  const described = (rows: readonly Described[]) =>
    rows.map(({ name, description }) => quoted(`${name}:${description.replaceAll(':', '\\:')}`)).join(' ');
  return `\
#compdef codegen
# Completion of codegen for zsh. Load it in ~/.zshrc, after compinit: source <(codegen completion zsh)
_codegen() {
  local command='' place=0 skip=0 prev="$words[CURRENT-1]" equals='' i
  local -a known
  if [[ $words[CURRENT] == --*=* ]]; then
    prev="\${words[CURRENT]%%=*}" equals='='
    compset -P 1 '*='
  fi
  for ((i = 2; i < CURRENT; i++)); do
${walk(places, '$words[i]')}
  done
  case "$command:$prev$equals" in
${attachedBranches(places, action, false)}
  esac
  case "$command:$prev" in
${branches(places, (place) => flagCases(place, action))}
  esac
  if [[ $PREFIX == -* ]]; then
    case "$command" in
${places
  .map(({ path, flags }) => {
    const rows = flags.flatMap(({ names, description }) => names.map((name) => ({ name, description })));
    return `      ${quoted(path)}) known=(${described(rows)}) ;;`;
  })
  .join('\n')}
    esac
    _describe -o option known
    return
  fi
  case "$command:$place" in
${branches(places, (place) => [
  ...(place.commands.length > 0
    ? [[`${place.path}:0`, `known=(${described(place.commands)}); _describe command known`] as const]
    : []),
  ...argumentCases(place, action),
])}
  esac
}
# The file is either sourced, or autoloaded as the function itself.
if [[ $funcstack[1] == _codegen ]]; then
  _codegen "$@"
else
  compdef _codegen codegen
fi
`;
}

function fish(places: readonly Place[]): string {
  const single = (text: string) => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
  const action = (values: Values): string => {
    switch (values.kind) {
      case 'words':
        return `-x -a ${single(values.words.join(' '))}`;
      case 'pairs':
        return `-x -a ${single(wholePairs(values.pairs).join(' '))}`;
      case 'hooks':
        return `-x -a ${single(`(${hookIds('codegen')})`)}`;
      case 'folders':
        return "-x -a '(__fish_complete_directories)'";
      case 'files':
        return '-r -F';
      case 'text':
        return '-x';
      default:
        return values satisfies never;
    }
  };
  const lines = places.flatMap((place) => {
    const at = (position: string) => `-n ${single(`__codegen_at "${place.path}" ${position}`.trim())}`;
    return [
      ...place.commands.map(
        ({ name, description }) => `complete -c codegen ${at('0')} -a ${single(name)} -d ${single(description)}`,
      ),
      ...place.arguments.flatMap((values, i) => {
        if (values.kind === 'text') return [];
        const position = place.variadic && i === place.arguments.length - 1 ? '' : String(i);
        // What stands before `-a` and `-F` says that an option takes a value.
        return [`complete -c codegen ${at(position)} ${action(values).replace(/^-[xr] /, '')}`];
      }),
      ...place.flags.map(({ names, description, values, attached }) => {
        const flags = names.map((name) => (name.startsWith('--') ? `-l ${name.slice(2)}` : `-s ${name.slice(1)}`)).join(' ');
        return `complete -c codegen ${at('')} ${flags} ${values ? `${attached ? action(values).replace(/^-x /, '-f ') : action(values)} ` : ''}-d ${single(description)}`;
      }),
    ];
  });
  return `\
# Completion of codegen for fish. Write it to ~/.config/fish/completions/codegen.fish

# Whether the words before the cursor lead to a command, with so many arguments after it if a number is given.
function __codegen_at
    set -l words (commandline -opc)
    set -l path ''
    set -l place 0
    set -l skip 0
    for word in $words[2..-1]
        if test $skip = 1
            set skip 0
            continue
        end
        switch "$path:$word"
            case ${takingValue(places).map(single).join(' ')}
                set skip 1
            case ${leadingOn(places).map(single).join(' ')}
                set path (string trim "$path $word")
            case '*:-*'
            case '*'
                set place (math $place + 1)
        end
    end
    test "$path" = "$argv[1]"; or return 1
    set -q argv[2]; or return 0
    test $place = $argv[2]
end

complete -c codegen -f
${lines.join('\n')}
`;
}
