import type { Check, Status } from './check.ts';

type Paint = (style: 'red' | 'yellow' | 'bold' | 'dim' | 'cyan', text: string) => string;

const styles: Record<Status, 'red' | 'yellow' | 'dim'> = { ok: 'dim', warning: 'yellow', failed: 'red' };

/** One line for each check, and one that counts them. */
export function toText(checks: readonly Check[], paint: Paint): string {
  const width = Math.max(...checks.map((each) => each.name.length));
  const lines = checks.map(({ status, name, message, remedy }) => {
    const text = remedy === undefined ? message : `${message}; ${paint('cyan', 'remedy')}: ${remedy}`;
    return `${paint(styles[status], status.padEnd('warning'.length))}  ${name.padEnd(width)}  ${oneLine(text)}`;
  });
  const counts = (['ok', 'warning', 'failed'] as const).map(
    (status) => `${checks.filter((each) => each.status === status).length} ${status}`,
  );
  return `${[...lines, counts.join(', ')].join('\n')}\n`;
}

function oneLine(text: string): string {
  return text.replace(/\s*\n\s*/g, ' ');
}
