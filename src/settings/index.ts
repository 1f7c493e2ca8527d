/** The front door. Finding out that there is no settings file takes nothing but this; reading one is loaded when there is. */

import type { Diagnostic } from '../diagnostics/index.ts';
import { findSettings } from './find.ts';
import type { Settings } from './types.ts';

export { findSettings, isOfGraphql, passedOver, SETTINGS_FILES, settingsIn } from './find.ts';
export type { Output, Path, Settings } from './types.ts';

/**
 * Reads a settings file.
 *
 * @throws DiagnosticError with the place of each thing that is wrong
 */
export async function readSettings(file: string): Promise<Settings> {
  return (await import('./read.ts')).readSettings(file);
}

/**
 * The settings that hold in a folder; undefined if there are none.
 *
 * @throws DiagnosticError with the place of each thing that is wrong
 */
export async function settingsOf(folder: string): Promise<Settings | undefined> {
  const file = findSettings(folder);
  return file === undefined ? undefined : readSettings(file);
}

/** What is wrong with the outputs of settings beside those of others that are generated with them: see `outputs.ts`. */
export async function sharedFolders(settings: Settings, others: readonly Settings[]): Promise<readonly Diagnostic[]> {
  return (await import('./outputs.ts')).sharedFolders(settings, others);
}

/** To write the first settings of a project. */
export const beginning = () => import('./first-settings.ts');

/** To publish what may stand in a settings file. */
export const describingSettings = () => import('./schema.ts');
