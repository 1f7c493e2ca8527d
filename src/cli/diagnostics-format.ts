/** Formats diagnostics for other programs. `report.ts` formats them for a terminal. */

import path from 'node:path';
import manifest from '../../package.json' with { type: 'json' };
import { type Diagnostic, escapeControlCharacters, type SarifLevel, type Silence, sarifLog } from '../diagnostics/index.ts';
import type { Io } from './io.ts';

/** `text` is for a terminal, the others are for programs. */
export const diagnosticsFormats = ['text', 'json', 'github', 'sarif'] as const;
export type DiagnosticsFormat = (typeof diagnosticsFormats)[number];

export function formatOf<F extends string>({ json, format }: { readonly json: boolean; readonly format: F }): F | 'json' {
  return json ? 'json' : format;
}

/** Returns whether standard output is a single document in this format. */
export function isDocumentFormat(format: DiagnosticsFormat): format is 'json' | 'sarif' {
  return format === 'json' || format === 'sarif';
}

/** An item to report to programs: a diagnostic, or anything else with a location and a kind. */
export interface ReportItem extends Pick<Diagnostic, 'message' | 'help' | 'place'> {
  readonly code: string;
  readonly severity: SarifLevel;
  /** The rule that silences this warning, if any. */
  readonly by?: Pick<Silence, 'reason' | 'place'>;
}

export function diagnosticData(d: Diagnostic) {
  return {
    code: d.code,
    severity: d.severity,
    message: d.message,
    ...(d.place && { file: d.place.file }),
    ...(d.place?.line !== undefined && { line: d.place.line }),
    ...(d.place?.column !== undefined && { column: d.place.column }),
    ...(d.help !== undefined && { help: d.help }),
  };
}

/**
 * Formats diagnostics as SARIF for code scanning. Silenced diagnostics are included with the reason.
 *
 * @param status the exit status of the program
 */
export function toSarif(diagnostics: readonly ReportItem[], status: number, env: Io['env']): string {
  const byCode = new Map(diagnostics.map((d) => [d.code, d]));
  return sarifLog({
    version: manifest.version,
    root: checkoutFolder(env),
    rules: [...byCode.values()]
      .map(({ code, severity }) => ({ id: code, title: code.replaceAll('-', ' '), level: severity }))
      .sort((a, b) => (a.id < b.id ? -1 : 1)),
    results: diagnostics.map(({ code, severity, message, help, place, by }) => ({
      rule: code,
      level: severity,
      message: help === undefined ? message : `${message}\nhelp: ${help}`,
      ...(place && { place }),
      ...(by && { suppressed: by }),
    })),
    exitCode: status,
  });
}

/** Returns the base folder of file names for a hosted service: the checkout of GitHub, or else the working directory. */
function checkoutFolder(env: Io['env']): string {
  return env['GITHUB_WORKSPACE'] || process.cwd();
}

/**
 * Formats a diagnostic as a workflow command, with which GitHub annotates the line in the changes:
 * https://docs.github.com/actions/reference/workflows-and-actions/workflow-commands#setting-an-error-message
 */
export function toGithub({ code, severity, message, help, place }: ReportItem, env: Io['env']): string {
  const properties = [
    ...(place ? [`file=${escapeProperty(checkoutRelativePath(place.file, env))}`] : []),
    ...(place?.line === undefined ? [] : [`line=${place.line}`]),
    ...(place?.column === undefined ? [] : [`col=${place.column}`]),
    `title=${escapeProperty(code)}`,
  ];
  return `::${severity === 'note' ? 'notice' : severity} ${properties.join(',')}::${escapeData(help === undefined ? message : `${message}\nhelp: ${help}`)}`;
}

/** Formats a notice without a source location. */
export function githubNotice(message: string): string {
  return `::notice title=codegen::${escapeData(message)}`;
}

function checkoutRelativePath(file: string, env: Io['env']): string {
  const workspace = env['GITHUB_WORKSPACE'];
  if (!workspace) return file;
  const relative = path.relative(workspace, path.resolve(file));
  return relative.startsWith('..') || path.isAbsolute(relative) ? path.resolve(file) : relative.split(path.sep).join('/');
}

/** Escapes the text of a command as GitHub's toolkit does (actions/toolkit, packages/core/src/command.ts). */
function escapeData(text: string): string {
  return escapeControlCharacters(text).replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function escapeProperty(text: string): string {
  return escapeData(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
