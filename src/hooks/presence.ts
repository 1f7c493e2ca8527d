import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { hostname } from 'node:os';
import path from 'node:path';
import { type Diagnostic, DiagnosticError, diagnostic, isSystemError } from '../diagnostics/index.ts';
import { replaceFile } from './files.ts';
import { type Project, refuseLinks } from './project.ts';

/** A graph, as far as it is told to other monitors. */
interface Watched {
  readonly given: string;
  readonly file: string;
}

/** Who watches a file. */
interface Monitoring {
  readonly pid: number;
  readonly host: string;
}

function fileOf({ folder }: Project, { file }: Watched): string {
  return path.join(folder, 'monitors', `${createHash('sha256').update(file).digest('hex').slice(0, 16)}.json`);
}

function read(file: string): Monitoring | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Monitoring;
  } catch {
    return undefined;
  }
}

function isRunning({ pid, host }: Monitoring): boolean {
  // Of another machine that shares the disk nothing can be known.
  if (host !== hostname() || pid === process.pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return isSystemError(error) && error.code === 'EPERM';
  }
}

/**
 * Tells other monitors that this process watches graphs. That this fails is no reason to fail, and a project without a folder
 * has no hooks that could run twice.
 *
 * @returns what is to be said of monitors that watch the same
 */
export function announce(project: Project, graphs: readonly Watched[]): readonly Diagnostic[] {
  if (!existsSync(project.folder)) return [];
  const others: Diagnostic[] = [];
  for (const graph of graphs) {
    const file = fileOf(project, graph);
    const other = read(file);
    if (other && isRunning(other)) {
      others.push(diagnostic('monitor-twice', { file: graph.given, pid: other.pid }));
      continue;
    }
    try {
      refuseLinks(project, path.dirname(file));
      mkdirSync(path.dirname(file), { recursive: true });
      replaceFile(file, JSON.stringify({ pid: process.pid, host: hostname() } satisfies Monitoring));
    } catch (error) {
      if (!isSystemError(error) && !(error instanceof DiagnosticError)) throw error;
    }
  }
  return others;
}

/** Tells other monitors that this process watches nothing any longer. */
export function withdraw(project: Project, graphs: readonly Watched[]): void {
  for (const graph of graphs) {
    const file = fileOf(project, graph);
    if (read(file)?.pid === process.pid) rmSync(file, { force: true });
  }
}
