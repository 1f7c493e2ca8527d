import type { GeneratedFile, Printing } from '../target.ts';

/** All files of a printing, in their order. */
export function printAll({ files, last }: Printing): readonly GeneratedFile[] {
  const printed = files.map(({ path, print }) => ({ path, ...print() }));
  return last ? [...printed, ...last()] : printed;
}

/** What is printed already, as a printing. */
export function printingOf(files: readonly GeneratedFile[]): Printing {
  return { files: files.map((file) => ({ path: file.path, print: () => file })) };
}
