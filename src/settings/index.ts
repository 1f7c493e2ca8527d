/** Entry of this folder. It only contains what is needed to find a settings file; the reader is loaded if there is one. */

import type { Diagnostic } from '../diagnostics/index.ts';
import { findSettings } from './settings-files.ts';
import type { Settings } from './types.ts';

export { findSettings, findSkippedSettings, isOfGraphql, SETTINGS_FILES, settingsIn } from './settings-files.ts';
export type { Output, Path, Settings } from './types.ts';

/**
 * Reads a settings file.
 *
 * @throws DiagnosticError with the source location of each error
 */
export async function readSettings(file: string): Promise<Settings> {
  return (await import('./read.ts')).readSettings(file);
}

/**
 * Returns the settings for a folder; undefined if none exist.
 *
 * @throws DiagnosticError with the source location of each error
 */
export async function settingsOf(folder: string): Promise<Settings | undefined> {
  const file = findSettings(folder);
  return file === undefined ? undefined : readSettings(file);
}

/** Reports outputs whose folders overlap those of other settings that are generated together: see `outputs.ts`. */
export async function sharedFolders(settings: Settings, others: readonly Settings[]): Promise<readonly Diagnostic[]> {
  return (await import('./outputs.ts')).sharedFolders(settings, others);
}

/** Loads the code that writes the first settings of a project. */
export const loadFirstSettings = () => import('./first-settings.ts');

/** Loads the code that publishes the JSON Schema and the reference of settings files. */
export const loadSettingsSchema = () => import('./schema.ts');
