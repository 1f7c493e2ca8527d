import type { CommandCompletion, Described, Values } from './positions.ts';
import {
  argumentCases,
  attachedValueBranches,
  caseBranches,
  flagCases,
  hookIds,
  namesCommand,
  quoted,
  settingPairs,
  wordLoop,
} from './script.ts';

/** Returns the completion script for zsh. */
export function zsh(places: readonly CommandCompletion[]): string {
  const action = (values: Values): string => {
    switch (values.kind) {
      case 'words':
        return `compadd -- ${values.words.join(' ')}; return`;
      case 'words-or-files':
        return `compadd -- ${values.words.join(' ')}; _files; return`;
      case 'names':
        return `known=(\${(f)"$(${namesCommand('$words[1]', values.of, '"$PREFIX"', '$words[2,CURRENT-1]')})"}); compadd -- $known;${values.of === 'elements' ? ' _files;' : ''} return`;
      case 'pairs':
        return `compadd -- ${settingPairs(values.pairs).join(' ')}; return`;
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
  /** Escapes colons, because `_describe` ends the name at the first one. */
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
${wordLoop(places, '$words[i]')}
  done
  case "$command:$prev$equals" in
${attachedValueBranches(places, action, false)}
  esac
  case "$command:$prev" in
${caseBranches(places, (place) => flagCases(place, action))}
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
${caseBranches(places, (place) => [
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
