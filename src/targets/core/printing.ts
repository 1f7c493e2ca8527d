import type { GeneratedFile, Printing } from '../target.ts';

/** Prints the files in order, each when it is requested. */
export function* printEach({ files, last }: Printing): Iterable<GeneratedFile> {
  for (const { path, print } of files) yield { path, ...print() };
  if (last) yield* last();
}

/** Wraps files that are already printed. */
export function printingOf(files: readonly GeneratedFile[]): Printing {
  return { files: files.map((file) => ({ path: file.path, print: () => file })) };
}
