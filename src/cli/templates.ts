import { diagnostic } from '../diagnostics/index.ts';
import { loadTarget, type Target, templateNames } from '../targets/index.ts';
import { columns } from './columns.ts';
import { customTemplates } from './custom-templates.ts';
import { type Io, widthOf } from './io.ts';
import { settingsFor } from './ontology.ts';
import type { ListOptions } from './options.ts';
import { report } from './report.ts';

/** Runs `codegen template list`. */
export async function listTemplates(io: Io, options: ListOptions): Promise<number> {
  const custom = await customTemplates(await settingsFor(options));
  const pathOf = new Map<Target, string>(custom.map(({ path, target }) => [target, path]));
  const targets = [...(await Promise.all(templateNames.map(loadTarget))), ...pathOf.keys()];
  const listed = options.category === undefined ? targets : targets.filter((target) => target.category === options.category);
  if (listed.length === 0 && options.category !== undefined) {
    const known = [...new Set(targets.map((target) => target.category))];
    report(io, [diagnostic('unknown-category', { name: options.category, known })]);
  }
  const rows = listed.map((target) => {
    const { name, category, language, description } = target;
    const path = pathOf.get(target);
    return { name, category, language, description, ...(path !== undefined && { path }) };
  });
  if (options.json) {
    io.stdout.write(`${JSON.stringify({ templates: rows, total: rows.length }, undefined, 2)}\n`);
  } else if (rows.length > 0) {
    const table = [
      ['NAME', 'CATEGORY', 'LANGUAGE', 'DESCRIPTION'],
      ...rows.map(({ path, name, ...row }) => [path ?? name, ...Object.values(row)]),
    ];
    for (const line of columns(table, widthOf(io.stdout))) io.stdout.write(`${line}\n`);
  }
  return 0;
}
