/** Formats options and commands in the help of a command. */

import { Help } from 'commander';

/** The minimum width of a description in the second column. `codegen.yaml` and most words fit into it. */
const MIN_DESCRIPTION_WIDTH = 15;

/** Formats a term with its description in the second column, or on the next lines if the terminal is too narrow. */
export function helpItem(term: string, width: number, description: string, help: Help): string {
  const all = help.helpWidth ?? 80;
  if (description === '' || all - width - 4 >= MIN_DESCRIPTION_WIDTH) {
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
