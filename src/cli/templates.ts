import { diagnostic } from '../diagnostics/index.ts';
import { loadTarget, templateNames } from '../targets/index.ts';
import { columns } from './columns.ts';
import { type Io, widthOf } from './io.ts';
import type { ListOptions } from './options.ts';
import { report } from './report.ts';

/** `template list` */
export async function listTemplates(io: Io, options: ListOptions): Promise<number> {
  const all = await Promise.all(templateNames.map(loadTarget));
  const shown = options.category === undefined ? all : all.filter((target) => target.category === options.category);
  if (shown.length === 0 && options.category !== undefined) {
    const known = [...new Set(all.map((target) => target.category))];
    report(io, [diagnostic('unknown-category', { name: options.category, known })]);
  }
  const rows = shown.map(({ name, category, language, description }) => ({ name, category, language, description }));
  if (options.json) {
    io.stdout.write(`${JSON.stringify({ templates: rows, total: rows.length }, undefined, 2)}\n`);
  } else if (rows.length > 0) {
    const table = [['NAME', 'CATEGORY', 'LANGUAGE', 'DESCRIPTION'], ...rows.map((row) => Object.values(row))];
    for (const line of columns(table, widthOf(io.stdout))) io.stdout.write(`${line}\n`);
  }
  return 0;
}
