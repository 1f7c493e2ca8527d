/**
 * Reads `codegen.yaml`: which ontology is read, what is generated from it into which folders, and what the user decides. Every
 * command loads this module, so the validator and the YAML parser are loaded only if a settings file exists.
 */

import type { Diagnostic } from '../diagnostics/index.ts';
import { findSettings } from './settings-files.ts';
import type { Settings } from './types.ts';

export { findSettings, findSkippedSettings, isOfGraphql, SETTINGS_FILES, settingsIn } from './settings-files.ts';
export type { Output, Settings } from './types.ts';

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

/** See `outputs.ts`. */
export async function folderOverlapErrors(settings: Settings, others: readonly Settings[]): Promise<readonly Diagnostic[]> {
  return (await import('./outputs.ts')).folderOverlapErrors(settings, others);
}

export const loadFirstSettings = () => import('./first-settings.ts');

export const loadSettingsSchema = () => import('./schema.ts');
