/** Languages that `outlineOf` can parse. */
export type Language = 'Rust' | 'TypeScript' | 'Python';

const languagesByExtension: Readonly<Record<string, Language>> = {
  rs: 'Rust',
  ts: 'TypeScript',
  mts: 'TypeScript',
  cts: 'TypeScript',
  js: 'TypeScript',
  mjs: 'TypeScript',
  cjs: 'TypeScript',
  py: 'Python',
  pyi: 'Python',
};

/** Returns the language for the extension of a file, or undefined if it cannot be outlined. */
export function languageOf(file: string): Language | undefined {
  return languagesByExtension[file.slice(file.lastIndexOf('.') + 1).toLowerCase()];
}

const names: readonly (readonly [pattern: RegExp, language: Language])[] = [
  [/\brust(?:doc)?\b/i, 'Rust'],
  [/\b(?:typescript|javascript|[jt]sdoc)\b/i, 'TypeScript'],
  [/\b(?:python|docstrings?)\b/i, 'Python'],
];

/** Returns the language that a prompt names, if it names exactly one. It decides when code parses in several languages. */
export function namedLanguage(prompt: string): Language | undefined {
  const named = names.filter(([pattern]) => pattern.test(prompt));
  return named.length === 1 ? named[0]?.[1] : undefined;
}
