import type { Place, Values } from './places.ts';
import { argumentCases, attachedBranches, branches, flagCases, hookIds, quoted, walk, wordsOf } from './script.ts';

/** The script for bash. */
export function bash(places: readonly Place[]): string {
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
