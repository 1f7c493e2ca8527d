import type { Command } from 'commander';

/** A row of two columns: term, gap and description. */
const ROW = /^( +\S+(?: \S+)* {2,})(\S.*)$/;

/**
 * Wraps the text after the options of a command. Prose is rewrapped, the second column of a row is wrapped within its column,
 * headings and examples stay unchanged.
 *
 * @param wrap wraps a text to a width
 */
export function helpText(text: string, width: number, wrap: (text: string, width: number) => string): string {
  const lines: string[] = [];
  let prose: string[] = [];
  const flush = () => {
    if (prose.length > 0) lines.push(wrap(prose.join(' '), width));
    prose = [];
  };
  for (const line of text.split('\n')) {
    if (/^[^ ]/.test(line) && !line.endsWith(':')) {
      prose.push(line);
      continue;
    }
    flush();
    const [, start, description] = (line.startsWith('  $ ') ? undefined : ROW.exec(line)) ?? [];
    if (start === undefined || description === undefined) lines.push(line);
    else lines.push(`${start}${wrap(description, width - start.length).replaceAll('\n', `\n${' '.repeat(start.length)}`)}`);
  }
  flush();
  return lines.join('\n');
}

/** Adds a text after the options in the help of a command. It is wrapped to the width of the output. */
export function addHelpText(command: Command, text: string): Command {
  return command.addHelpText('after', ({ error }) => {
    const { getOutHelpWidth, getErrHelpWidth } = command.configureOutput();
    const help = command.createHelp();
    const width = (error ? getErrHelpWidth : getOutHelpWidth)?.() ?? Number.POSITIVE_INFINITY;
    return helpText(text, width, (each, maxWidth) => help.boxWrap(each, maxWidth));
  });
}
