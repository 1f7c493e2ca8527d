import type { CommandCompletion, Values } from './positions.ts';
import {
  argumentCases,
  attachedValueBranches,
  caseBranches,
  flagCases,
  hookIds,
  namesCommand,
  quoted,
  wordLoop,
  wordsOf,
} from './script.ts';

/** The words between the program and the word to complete. */
const PREVIOUS_WORDS = `"\${line[@]:1:last-1}"`;

/** Returns the completion script for bash. */
export function bash(places: readonly CommandCompletion[]): string {
  const action = (values: Values): string => {
    switch (values.kind) {
      case 'words':
        return `words=${quoted(values.words.join(' '))}`;
      case 'words-or-files':
        return `words=${quoted(values.words.join(' '))} files=1`;
      case 'names':
        // Adds each name directly, because compgen expands its word list.
        return `while IFS= read -r name; do COMPREPLY+=("$name"); done < <(${namesCommand('"$1"', values.of, '"$cur"', PREVIOUS_WORDS)})${values.of === 'elements' ? '; files=1' : ''}`;
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
  // readline completes file names, because it quotes them correctly.
  return `\
# Completion of codegen for bash. Load it in ~/.bashrc: source <(codegen completion bash)
_codegen() {
  local word name cur prev rest="$COMP_LINE" trimmed command='' place=0 skip=0 words='' files='' equals='' last i
  local -a line=()
  COMPREPLY=()
  # Bash takes ex:Post apart, too: what no blank parts is one word.
  for ((i = 0; i <= COMP_CWORD; i++)); do
    word="\${COMP_WORDS[i]}" last=$((\${#line[@]} - 1))
    trimmed="\${rest#"\${rest%%[![:space:]]*}"}"
    if [[ $last -ge 0 && $trimmed == "$rest" && ($word == :* || \${line[last]} == *:) ]]; then
      line[last]+="$word"
    else
      line+=("$word")
    fi
    rest="\${trimmed#"$word"}"
  done
  last=$((\${#line[@]} - 1))
  cur="\${line[last]}" prev="\${line[last - 1]}"
  # Bash takes --option=value apart.
  if [[ $cur == '=' ]]; then
    cur='' equals='='
  elif [[ $prev == '=' ]]; then
    prev="\${line[last - 2]}" equals='='
  fi
  for ((i = 1; i < last; i++)); do
    if [[ \${line[i]} == '=' ]]; then
      skip=1
      continue
    fi
${wordLoop(places, `\${line[i]}`)}
  done
  case "$command:$prev$equals" in
${attachedValueBranches(places, action, true)}
    *) equals='' ;;
  esac
  [[ $equals ]] || case "$command:$prev" in
${caseBranches(places, (place) => flagCases(place, action))}
    *)
      if [[ $cur == -* ]]; then
        case "$command" in
${places.map(({ path, flags }) => `          ${quoted(path)}) words=${quoted(flags.flatMap(({ names }) => names).join(' '))} ;;`).join('\n')}
        esac
      else
        case "$command:$place" in
${caseBranches(places, (place) => [
  ...(place.commands.length > 0 ? [[`${place.path}:0`, action(wordsOf(place.commands))] as const] : []),
  ...argumentCases(place, action),
]).replaceAll(/^/gm, '      ')}
        esac
      fi
      ;;
  esac
  [[ $files ]] || compopt +o default 2>/dev/null
  local IFS=$' \\t\\n'
  [[ $words ]] && COMPREPLY=($(compgen -W "$words" -- "$cur"))
  # Only what stands behind the last colon is replaced.
  if [[ $cur == *:* && $COMP_WORDBREAKS == *:* ]]; then
    rest="\${cur%"\${cur##*:}"}"
    for ((i = 0; i < \${#COMPREPLY[@]}; i++)); do COMPREPLY[i]="\${COMPREPLY[i]#"$rest"}"; done
  fi
}
complete -o default -F _codegen codegen
`;
}
