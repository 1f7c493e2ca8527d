import type { Command } from 'commander';

/** A row of two columns: what it is about, the gap, and what is said of it. */
const ROW = /^( +\S+(?: \S+)* {2,})(\S.*)$/;

/**
 * The text after the options of a command, with no line wider than there is room. Prose is broken anew, rows of two columns go on below their
 * second one; headings and examples stay as they are.
 *
 * @param wrap breaks a text into lines of a width
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
    const [, start, said] = (line.startsWith('  $ ') ? undefined : ROW.exec(line)) ?? [];
    if (start === undefined || said === undefined) lines.push(line);
    else lines.push(`${start}${wrap(said, width - start.length).replaceAll('\n', `\n${' '.repeat(start.length)}`)}`);
  }
  flush();
  return lines.join('\n');
}

/** Has a command print a text after its options, as wide as the place that help goes to. */
export function addHelpText(command: Command, text: string): Command {
  return command.addHelpText('after', ({ error }) => {
    const { getOutHelpWidth, getErrHelpWidth } = command.configureOutput();
    const help = command.createHelp();
    const width = (error ? getErrHelpWidth : getOutHelpWidth)?.() ?? Number.POSITIVE_INFINITY;
    return helpText(text, width, (each, room) => help.boxWrap(each, room));
  });
}
