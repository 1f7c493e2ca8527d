/** Decides which files are analysed, and with which grammar. */

/** The built-in grammars of ast-grep, and those that are registered with it. */
export type Grammar = 'TypeScript' | 'Tsx' | 'JavaScript' | 'python' | 'rust';

const languages = {
  typescript: ['ts', 'mts', 'cts', 'tsx'],
  javascript: ['js', 'mjs', 'cjs', 'jsx'],
  python: ['py', 'pyi'],
  rust: ['rs'],
  sql: ['sql'],
  graphql: ['graphql', 'gql', 'graphqls'],
  turtle: ['ttl'],
  shell: ['sh', 'bash', 'zsh', 'ksh'],
  // Searched for secrets only.
  json: ['json', 'jsonc'],
  yaml: ['yaml', 'yml'],
  toml: ['toml'],
  properties: ['env', 'ini', 'cfg', 'conf', 'properties', 'pem', 'key'],
} as const;

export type LanguageName = keyof typeof languages | 'dockerfile';

const languagesByExtension = new Map<string, LanguageName>(
  Object.entries(languages).flatMap(([name, extensions]) => extensions.map((each) => [each, name as LanguageName])),
);

/** Returns the language for the name of a file, or undefined if such files are not analysed. */
export function languageOf(fileName: string): LanguageName | undefined {
  if (/^(Dockerfile|Containerfile)(\..+)?$/.test(fileName)) return 'dockerfile';
  if (/^\.env(\..+)?$/.test(fileName)) return 'properties';
  const dot = fileName.lastIndexOf('.');
  return dot === -1 ? undefined : languagesByExtension.get(fileName.slice(dot + 1).toLowerCase());
}

/** Returns the language of a script without an extension, according to its `#!` line. */
export function languageOfScript(text: string): LanguageName | undefined {
  if (!text.startsWith('#!')) return undefined;
  const [first = '', ...words] = text.slice(2, 200).trim().split(/\s+/);
  const [argument = ''] = words[0] === '-S' ? words.slice(1) : words;
  const isEnv = /\benv$/.test(first) && /^[\w.]+$/.test(argument);
  const program = isEnv ? argument : (first.split(/[^\w.]/).at(-1) ?? '');
  if (/^(ba|z|k|da)?sh$/.test(program)) return 'shell';
  if (/^python[\d.]*$/.test(program)) return 'python';
  return program === 'node' ? 'javascript' : undefined;
}

/** Returns the grammar that parses a file, or undefined if its language needs none. */
export function grammarOf(language: LanguageName, path: string): Grammar | undefined {
  switch (language) {
    case 'typescript':
      return path.endsWith('.tsx') ? 'Tsx' : 'TypeScript';
    case 'javascript':
      return 'JavaScript';
    case 'python':
    case 'rust':
      return language;
    default:
      return undefined;
  }
}

/** True for test code, which runs on its author's machine with invented secrets. */
export function isTest(path: string): boolean {
  return (
    /(^|\/)(tests?|__tests__|testing|fixtures|__mocks__|benches)\//.test(path) ||
    /(^|\/)(test_[^/]*\.py|conftest\.py|[^/]*_tests?\.(py|rs|sh)|tests?\.rs|[^/]*\.(test|spec|bench)\.[^/.]+)$/.test(path)
  );
}
