/** Prints diagnostics as SARIF 2.1.0, which GitHub reads: https://docs.oasis-open.org/sarif/sarif/v2.1.0/sarif-v2.1.0.html */

import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Place } from './diagnostic.ts';

export type SarifLevel = 'error' | 'warning' | 'note';

export interface SarifRule {
  readonly id: string;
  readonly title?: string;
  readonly remedy?: string;
  readonly level: SarifLevel;
  readonly properties?: Readonly<Record<string, unknown>>;
}

export interface SarifResult {
  /** The `id` of its rule. */
  readonly rule: string;
  readonly level: SarifLevel;
  readonly message: string;
  /** Its file is relative to the `base` of the run. */
  readonly place?: Place;
  /** The silence of this result: its reason and source location (3.35). */
  readonly suppressed?: { readonly reason: string; readonly place: Place };
}

export interface SarifRun {
  readonly version: string;
  /** Files below this folder are printed relative to it. */
  readonly root: string;
  /** The folder that files of results are relative to; the working directory if absent. */
  readonly base?: string;
  readonly rules: readonly SarifRule[];
  readonly results: readonly SarifResult[];
  /** Exit status of the program, if it is reported. */
  readonly exitCode?: number;
}

/** Prints one run of this program as a SARIF log that ends with a line break. */
export function sarifLog({ version, root, base = '', rules, results, exitCode }: SarifRun): string {
  const ids = rules.map(({ id }) => id);
  const located = (place: Place) => ({ physicalLocation: locationData(place, path.resolve(base), path.resolve(root)) });
  const log = {
    $schema: 'https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: { driver: { name: 'codegen', semanticVersion: version, rules: rules.map(ruleData) } },
        columnKind: 'utf16CodeUnits',
        originalUriBaseIds: { PROJECT: { uri: `${pathToFileURL(root)}/`.replace(/\/\/$/, '/') } },
        ...(exitCode !== undefined && { invocations: [{ executionSuccessful: exitCode === 0, exitCode }] }),
        results: results.map(({ rule, level, message, place, suppressed }) => ({
          ruleId: rule,
          ruleIndex: ids.indexOf(rule),
          level,
          message: { text: message },
          ...(place && { locations: [located(place)] }),
          ...(suppressed && { suppressions: [suppressionData(suppressed, located)] }),
        })),
      },
    ],
  };
  return `${JSON.stringify(log, undefined, 2)}\n`;
}

function ruleData({ id, title, remedy, level, properties }: SarifRule) {
  return {
    id,
    ...(title !== undefined && { shortDescription: { text: title } }),
    ...(remedy !== undefined && { help: { text: remedy } }),
    defaultConfiguration: { level },
    ...(properties && { properties }),
  };
}

/** The suppression is external: it is in the settings, not in the file of the result. */
function suppressionData({ reason, place }: NonNullable<SarifResult['suppressed']>, located: (place: Place) => object) {
  return { kind: 'external', status: 'accepted', justification: reason, location: located(place) };
}

/** Locates a file below the root by a relative URI, and any other file by its absolute URI (3.4.3 and 3.4.4). */
function locationData({ file, line, column }: Place, base: string, root: string) {
  const absolute = path.resolve(base, file);
  const relative = path.relative(root, absolute);
  const isBelow = relative !== '' && relative !== '..' && !relative.startsWith(`..${path.sep}`) && !path.isAbsolute(relative);
  return {
    artifactLocation: isBelow
      ? { uri: relative.split(path.sep).map(encodeURIComponent).join('/'), uriBaseId: 'PROJECT' }
      : { uri: pathToFileURL(absolute).href },
    ...(line !== undefined && { region: { startLine: line, ...(column !== undefined && { startColumn: column }) } }),
  };
}
