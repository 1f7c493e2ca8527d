/** Which files are looked at, and how. */

/** The grammars that come with ast-grep, and those that are registered with it. */
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
  // Looked through for secrets only.
  json: ['json', 'jsonc'],
  yaml: ['yaml', 'yml'],
  toml: ['toml'],
  properties: ['env', 'ini', 'cfg', 'conf', 'properties', 'pem', 'key'],
} as const;

export type LanguageName = keyof typeof languages | 'dockerfile';

const byExtension = new Map<string, LanguageName>(
  Object.entries(languages).flatMap(([name, extensions]) => extensions.map((each) => [each, name as LanguageName])),
);

/** The language of a file, by its name; undefined if it is none that is looked at. */
export function languageOf(fileName: string): LanguageName | undefined {
  if (/^(Dockerfile|Containerfile)(\..+)?$/.test(fileName)) return 'dockerfile';
  if (/^\.env(\..+)?$/.test(fileName)) return 'properties';
  const dot = fileName.lastIndexOf('.');
  return dot === -1 ? undefined : byExtension.get(fileName.slice(dot + 1).toLowerCase());
}

/** The language of a script without an extension, by its first line. */
export function languageOfScript(text: string): LanguageName | undefined {
  if (!text.startsWith('#!')) return undefined;
  const [first = '', ...rest] = text.slice(2, 200).trim().split(/\s+/);
  const [argument = ''] = rest[0] === '-S' ? rest.slice(1) : rest;
  const isEnv = /\benv$/.test(first) && /^[\w.]+$/.test(argument);
  const program = isEnv ? argument : (first.split(/[^\w.]/).at(-1) ?? '');
  if (/^(ba|z|k|da)?sh$/.test(program)) return 'shell';
  if (/^python[\d.]*$/.test(program)) return 'python';
  return program === 'node' ? 'javascript' : undefined;
}

/** The grammar that a file is parsed with; undefined if its language needs none. */
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

/** Tests run on their author's machine, with secrets made up for them. */
export function isTest(path: string): boolean {
  return (
    /(^|\/)(tests?|__tests__|testing|fixtures|__mocks__|benches)\//.test(path) ||
    /(^|\/)(test_[^/]*\.py|conftest\.py|[^/]*_tests?\.(py|rs|sh)|tests?\.rs|[^/]*\.(test|spec|bench)\.[^/.]+)$/.test(path)
  );
}
