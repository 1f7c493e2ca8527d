import path from 'node:path';
import { stringify } from 'yaml';
import manifest from '../../package.json' with { type: 'json' };
import { createFile, fail, isSystemError, reasonOf, sweep } from '../diagnostics/index.ts';
import { SETTINGS_FILES } from './find.ts';
import type { Suggested } from './look.ts';

/** What a new settings file is to say. */
export interface NewSettings {
  readonly ontology: string;
  readonly shapes: readonly string[];
  readonly outputs: readonly Pick<Suggested, 'template' | 'folder'>[];
}

/** Where the JSON Schema is published: with each version of this program. */
const SCHEMA = `https://unpkg.com/${manifest.name}@${manifest.version}/docs/codegen.schema.json`;

/** The text of a settings file. */
export function settingsText({ ontology, shapes, outputs }: NewSettings): string {
  const data = {
    ontology: shapes.length === 0 ? ontology : { file: ontology, shapes },
    outputs: outputs.map(({ template, folder }) => ({ template, folder })),
  };
  return `# yaml-language-server: $schema=${SCHEMA}\n${stringify(data, { lineWidth: 0 })}`;
}

/**
 * Writes a settings file where there is none.
 *
 * @returns its path
 * @throws DiagnosticError if there is one, or the system refuses
 */
export function writeSettings(folder: string, text: string): string {
  const file = path.join(folder, SETTINGS_FILES[0]);
  try {
    createFile(file, text);
    sweep(folder, SETTINGS_FILES[0]);
    return file;
  } catch (error) {
    if (isSystemError(error) && error.code === 'EEXIST') fail('settings-exist', { file, isOfGraphql: false });
    return fail('write-failed', { path: file, reason: reasonOf(error) });
  }
}
