/**
 * Records which monitor (a process that runs hooks when a graph changes) watches which graph, to warn if two watch the same one.
 * Processes of `codegen generate --watch` record the settings file that they watch in the same way.
 */

import { createHash } from 'node:crypto';
import { existsSync, rmSync } from 'node:fs';
import { hostname } from 'node:os';
import path from 'node:path';
import {
  type Diagnostic,
  DiagnosticError,
  diagnostic,
  isSystemError,
  makeFolder,
  readRegular,
  replaceFile,
} from '../diagnostics/index.ts';
import { type Project, rejectLinks } from './project.ts';

/** A graph that a monitor watches: its path as the user gave it, and its absolute path. */
interface WatchedGraph {
  readonly namedPath: string;
  readonly file: string;
}

/** The content of a record: the process that watches a graph. Process ids are unique only within one machine. */
interface PresenceRecord {
  readonly pid: number;
  readonly host: string;
}

function recordPath({ folder }: Project, { file }: WatchedGraph): string {
  return path.join(folder, 'monitors', `${createHash('sha256').update(file).digest('hex').slice(0, 16)}.json`);
}

function readRecord(recordFile: string): PresenceRecord | undefined {
  try {
    return JSON.parse(readRegular(recordFile).toString('utf8')) as PresenceRecord;
  } catch {
    return undefined;
  }
}

function isThisProcess({ pid, host }: PresenceRecord): boolean {
  return host === hostname() && pid === process.pid;
}

function isOtherRunningProcess({ pid, host }: PresenceRecord): boolean {
  // Nothing is known about processes of another machine that shares the disk.
  if (host !== hostname() || pid === process.pid) return false;
  try {
    // Signal 0 stops nothing: it only checks whether the process exists. EPERM: it exists, and belongs to another user.
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return isSystemError(error) && error.code === 'EPERM';
  }
}

/**
 * Writes the record that states that this process watches a graph. Errors of the system are ignored: the process works without a
 * record; a second one just gets no warning.
 *
 * @returns the id of another running process in the record; then the record does not change
 */
export function claimRecord(recordFile: string): number | undefined {
  const other = readRecord(recordFile);
  if (other && isOtherRunningProcess(other)) return other.pid;
  try {
    makeFolder(path.dirname(recordFile));
    replaceFile(recordFile, JSON.stringify({ pid: process.pid, host: hostname() } satisfies PresenceRecord));
  } catch (error) {
    if (!isSystemError(error)) throw error;
  }
  return undefined;
}

export function releaseRecord(recordFile: string): void {
  const record = readRecord(recordFile);
  if (record && isThisProcess(record)) rmSync(recordFile, { force: true });
}

/**
 * Announces to other monitors that this process watches graphs. A project without a folder of hooks has no hooks that could run
 * twice.
 *
 * @returns warnings about monitors that watch the same graphs
 */
export function announceGraphs(project: Project, graphs: readonly WatchedGraph[]): readonly Diagnostic[] {
  if (!existsSync(project.folder)) return [];
  return graphs.flatMap((graph) => {
    const recordFile = recordPath(project, graph);
    try {
      // A link could make codegen write a file outside of the project.
      rejectLinks(project, path.dirname(recordFile));
      rejectLinks(project, recordFile);
    } catch (error) {
      if (!(error instanceof DiagnosticError)) throw error;
      // The monitor works without a record; a second one just gets no warning.
      return [];
    }
    const pid = claimRecord(recordFile);
    return pid === undefined ? [] : [diagnostic('monitor-twice', { file: graph.namedPath, pid })];
  });
}

export function withdrawGraphs(project: Project, graphs: readonly WatchedGraph[]): void {
  for (const graph of graphs) releaseRecord(recordPath(project, graph));
}
