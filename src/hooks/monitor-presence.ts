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

/** The content of a record: the process that watches a graph. */
interface PresenceRecord {
  readonly pid: number;
  readonly host: string;
}

function recordPath({ folder }: Project, { file }: WatchedGraph): string {
  return path.join(folder, 'monitors', `${createHash('sha256').update(file).digest('hex').slice(0, 16)}.json`);
}

function readRecord(record: string): PresenceRecord | undefined {
  try {
    return JSON.parse(readRegular(record).toString('utf8')) as PresenceRecord;
  } catch {
    return undefined;
  }
}

function isOtherRunningProcess({ pid, host }: PresenceRecord): boolean {
  // Nothing is known about processes of another machine that shares the disk.
  if (host !== hostname() || pid === process.pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return isSystemError(error) && error.code === 'EPERM';
  }
}

/**
 * Writes the record that states that this process watches a graph. Errors of the system are ignored.
 *
 * @param record the path of the record
 * @returns the id of another running process in the record; then the record does not change
 */
export function claimPresence(record: string): number | undefined {
  const other = readRecord(record);
  if (other && isOtherRunningProcess(other)) return other.pid;
  try {
    makeFolder(path.dirname(record));
    replaceFile(record, JSON.stringify({ pid: process.pid, host: hostname() } satisfies PresenceRecord));
  } catch (error) {
    if (!isSystemError(error)) throw error;
  }
  return undefined;
}

/** Removes the record of this process. */
export function releasePresence(record: string): void {
  if (readRecord(record)?.pid === process.pid) rmSync(record, { force: true });
}

/**
 * Announces to other monitors that this process watches graphs. A project without a folder has no hooks that could run twice.
 *
 * @returns warnings about monitors that watch the same graphs
 */
export function announceGraphs(project: Project, graphs: readonly WatchedGraph[]): readonly Diagnostic[] {
  if (!existsSync(project.folder)) return [];
  return graphs.flatMap((graph) => {
    const record = recordPath(project, graph);
    try {
      rejectLinks(project, path.dirname(record));
    } catch (error) {
      if (!(error instanceof DiagnosticError)) throw error;
      // A monitor works without a record: only the warning of another monitor is missing.
      return [];
    }
    const pid = claimPresence(record);
    return pid === undefined ? [] : [diagnostic('monitor-twice', { file: graph.namedPath, pid })];
  });
}

/** Removes the records of these graphs. */
export function withdrawGraphs(project: Project, graphs: readonly WatchedGraph[]): void {
  for (const graph of graphs) releasePresence(recordPath(project, graph));
}
