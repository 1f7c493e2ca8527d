/** Writes the first `codegen.yaml` of a project. Decisions that the user should make are comments in it. */

import path from 'node:path';
import { stringify } from 'yaml';
import manifest from '../../package.json' with { type: 'json' };
import { createFile, fail, isSystemError, reasonOf } from '../diagnostics/index.ts';
import type { SuggestedOutput } from './detect-project.ts';
import { SETTINGS_FILES } from './settings-files.ts';

export interface NewSettings {
  readonly ontology: string;
  readonly shapes: readonly string[];
  readonly outputs: readonly Pick<SuggestedOutput, 'template' | 'folder'>[];
  /** Names of the properties without a domain. */
  readonly domainless: readonly string[];
}

/** The JSON Schema is published with each version of `codegen`. */
const SCHEMA_URL = `https://unpkg.com/${manifest.name}@${manifest.version}/docs/codegen.schema.json`;

export function settingsText({ ontology, shapes, outputs, domainless }: NewSettings): string {
  const data = {
    ontology: shapes.length === 0 ? ontology : { file: ontology, shapes },
    outputs: outputs.map(({ template, folder }) => ({ template, folder })),
  };
  return `# yaml-language-server: $schema=${SCHEMA_URL}\n${stringify(data, { lineWidth: 0 })}${commentedDomainBlock(domainless)}`;
}

/** The user activates the block by removing the comment signs. */
function commentedDomainBlock(domainless: readonly string[]): string {
  if (domainless.length === 0) return '';
  const heading = '## Properties without a domain: name the classes that have them.';
  return `\n${heading}\n${domainBlock(domainless)
    .map((line) => `# ${line}\n`)
    .join('')}`;
}

/**
 * Returns a block for `codegen.yaml` with a decision for each property without a domain. Until the user names classes in it, no
 * class has them.
 *
 * @param properties as messages show them: `ex:title`
 * @returns lines without line ends
 */
export function domainBlock(properties: readonly string[]): string[] {
  return ['elements:', ...properties.map((name) => `  ${stringify(name, { lineWidth: 0 }).trimEnd()}: { domain: [] }`)];
}

/**
 * Creates a settings file.
 *
 * @returns its path
 * @throws DiagnosticError if it exists, or the system rejects the operation
 */
export function writeSettings(folder: string, text: string): string {
  const file = path.join(folder, SETTINGS_FILES[0]);
  try {
    createFile(file, text);
    return file;
  } catch (error) {
    if (!isSystemError(error)) throw error;
    if (error.code === 'EEXIST') fail('settings-exist', { file, isOfGraphql: false });
    return fail('write-failed', { path: file, reason: reasonOf(error) });
  }
}
