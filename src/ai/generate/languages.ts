/** The programming languages that can be outlined. */
export type Language = 'Rust' | 'TypeScript' | 'Python';

const byExtension: Readonly<Record<string, Language>> = {
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

/** The language of a file by its name, if it can be outlined. */
export function languageOf(file: string): Language | undefined {
  return byExtension[file.slice(file.lastIndexOf('.') + 1).toLowerCase()];
}

const names: readonly (readonly [pattern: RegExp, language: Language])[] = [
  [/\brust(?:doc)?\b/i, 'Rust'],
  [/\b(?:typescript|javascript|[jt]sdoc)\b/i, 'TypeScript'],
  [/\b(?:python|docstrings?)\b/i, 'Python'],
];

/** The language that a prompt names, if it is one: code in one language may read as code in another, too. */
export function languageIn(prompt: string): Language | undefined {
  const named = names.filter(([pattern]) => pattern.test(prompt));
  return named.length === 1 ? named[0]?.[1] : undefined;
}
