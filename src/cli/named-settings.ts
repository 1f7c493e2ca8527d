/** Settings files that a command line names as arguments. */

import { realpathSync } from 'node:fs';
import path from 'node:path';
import { type Diagnostic, DiagnosticError, diagnostic, fail, statOf } from '../diagnostics/index.ts';
import { SETTINGS_FILES, settingsIn } from '../settings/index.ts';
import type { SettingsOptions } from './options.ts';

/**
 * Returns the named settings files without duplicates, in the order in which they are first named.
 *
 * @throws DiagnosticError if a file does not exist, a folder contains two, or `--config` is also given
 */
export function projectsOf(inputs: readonly string[], { config }: SettingsOptions): readonly string[] {
  if (config !== undefined) {
    fail('usage', { message: 'settings are named as arguments or by --config, and not by both', help: 'leave one of them out' });
  }
  const missing: Diagnostic[] = [];
  const files = new Map<string, string>();
  for (const input of inputs) {
    const file = statOf(input)?.isDirectory() ? (settingsIn(input) ?? path.join(input, SETTINGS_FILES[0])) : input;
    if (statOf(file) === undefined) missing.push(diagnostic('settings-not-found', { file }));
    else if (!files.has(realpathSync(file))) files.set(realpathSync(file), file);
  }
  if (missing.length > 0) throw new DiagnosticError(...missing);
  return [...files.values()];
}
