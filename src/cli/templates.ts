import { diagnostic } from '../diagnostics/index.ts';
import { loadTarget, type OptionSpec, type Target, templateNames } from '../targets/index.ts';
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
  const rows = listed.map((target): Row => {
    const { name, category, language, description, options } = target;
    const path = pathOf.get(target);
    return { name, category, language, description, ...(path !== undefined && { path }), ...(options && { options }) };
  });
  if (options.json) io.stdout.write(`${JSON.stringify({ templates: rows, total: rows.length }, undefined, 2)}\n`);
  else if (rows.length > 0) printTables(io, rows);
  return 0;
}

interface Row extends Pick<Target, 'name' | 'category' | 'language' | 'description' | 'options'> {
  /** Of a custom template. */
  readonly path?: string;
}

/** Prints a table of the templates, and one of their options. */
function printTables(io: Io, rows: readonly Row[]): void {
  const print = (table: readonly (readonly string[])[]) => {
    for (const line of columns(table, widthOf(io.stdout))) io.stdout.write(`${line}\n`);
  };
  print([
    ['NAME', 'CATEGORY', 'LANGUAGE', 'DESCRIPTION'],
    ...rows.map(({ path, name, category, language, description }) => [path ?? name, category, language, description]),
  ]);
  const options = rows.flatMap(({ path, name, options = {} }) =>
    Object.entries(options).map(([option, spec]) => [path ?? name, option, valuesText(spec), spec.about]),
  );
  if (options.length === 0) return;
  io.stdout.write('\n');
  print([['TEMPLATE', 'OPTION', 'VALUES', 'MEANING'], ...options]);
}

/** Returns the values of an option, the default first. */
function valuesText(spec: OptionSpec): string {
  if (spec.type === 'choice') return [...new Set([spec.default, ...spec.values])].join(', ');
  return spec.type === 'boolean' ? [spec.default, !spec.default].join(', ') : spec.type;
}
