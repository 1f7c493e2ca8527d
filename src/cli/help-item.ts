/** How the help of a command shows its options and commands. */

import { Help } from 'commander';

/** The least width beside a column of terms in which a description can be read; `codegen.yaml` and most words have room in it. */
const LEAST_BESIDE = 15;

/** A term of the help with its description beside it, or below it where the terminal is too narrow for both. */
export function helpItem(term: string, width: number, description: string, help: Help): string {
  const all = help.helpWidth ?? 80;
  if (description === '' || all - width - 4 >= LEAST_BESIDE) {
    return Help.prototype.formatItem.call(help, term, width, description, help);
  }
  return [
    `  ${term}`,
    ...help
      .boxWrap(description, all - 4)
      .split('\n')
      .map((line) => `    ${line}`),
  ].join('\n');
}
