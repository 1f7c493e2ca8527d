import type { CommandCompletion, Values } from './positions.ts';
import { hookIds, namesCommand, optionsWithValue, settingPairs, subcommandPaths } from './script.ts';

/** Returns the completion script for fish. */
export function fish(places: readonly CommandCompletion[]): string {
  const single = (text: string) => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
  const action = (values: Values): string => {
    switch (values.kind) {
      case 'words':
        return `-x -a ${single(values.words.join(' '))}`;
      case 'words-or-files':
        return `-r -F -a ${single(values.words.join(' '))}`;
      case 'names':
        return `${values.of === 'elements' ? '-r -F' : '-x'} -a ${single(`(${namesCommand('codegen', values.of, '(commandline -ct)', '(commandline -opc)[2..-1]')})`)}`;
      case 'pairs':
        return `-x -a ${single(settingPairs(values.pairs).join(' '))}`;
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
        // The leading `-x` or `-r` states that an option takes a value; it is not valid for an argument.
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
            case ${optionsWithValue(places).map(single).join(' ')}
                set skip 1
            case ${subcommandPaths(places).map(single).join(' ')}
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
