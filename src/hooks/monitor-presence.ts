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

/** The part of a graph that is announced to other monitors. */
interface WatchedGraph {
  readonly namedPath: string;
  readonly file: string;
}

/** The process that watches a file. */
interface Monitoring {
  readonly pid: number;
  readonly host: string;
}

function fileOf({ folder }: Project, { file }: WatchedGraph): string {
  return path.join(folder, 'monitors', `${createHash('sha256').update(file).digest('hex').slice(0, 16)}.json`);
}

function read(file: string): Monitoring | undefined {
  try {
    return JSON.parse(readRegular(file).toString('utf8')) as Monitoring;
  } catch {
    return undefined;
  }
}

function isRunning({ pid, host }: Monitoring): boolean {
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
 * Records in a file that this process watches what the file represents. Errors of the system are ignored.
 *
 * @returns the id of another running process that watches it: then the file does not change
 */
export function claimPresence(file: string): number | undefined {
  const other = read(file);
  if (other && isRunning(other)) return other.pid;
  try {
    makeFolder(path.dirname(file));
    replaceFile(file, JSON.stringify({ pid: process.pid, host: hostname() } satisfies Monitoring));
  } catch (error) {
    if (!isSystemError(error)) throw error;
  }
  return undefined;
}

/** Removes the record of this process. */
export function releasePresence(file: string): void {
  if (read(file)?.pid === process.pid) rmSync(file, { force: true });
}

/**
 * Announces to other monitors that this process watches graphs. A project without a folder has no hooks that could run twice.
 *
 * @returns warnings about monitors that watch the same graphs
 */
export function announceGraphs(project: Project, graphs: readonly WatchedGraph[]): readonly Diagnostic[] {
  if (!existsSync(project.folder)) return [];
  return graphs.flatMap((graph) => {
    const file = fileOf(project, graph);
    try {
      rejectLinks(project, path.dirname(file));
    } catch (error) {
      if (!(error instanceof DiagnosticError)) throw error;
      return [];
    }
    const pid = claimPresence(file);
    return pid === undefined ? [] : [diagnostic('monitor-twice', { file: graph.namedPath, pid })];
  });
}

/** Announces to other monitors that this process no longer watches graphs. */
export function withdrawGraphs(project: Project, graphs: readonly WatchedGraph[]): void {
  for (const graph of graphs) releasePresence(fileOf(project, graph));
}
