import type { GeneratedFile, Printing } from '../target.ts';

/** Prints all files in order. */
export function printAll({ files, last }: Printing): readonly GeneratedFile[] {
  const printed = files.map(({ path, print }) => ({ path, ...print() }));
  return last ? [...printed, ...last()] : printed;
}

/** Wraps files that are already printed. */
export function printingOf(files: readonly GeneratedFile[]): Printing {
  return { files: files.map((file) => ({ path: file.path, print: () => file })) };
}
