/** The interface through which the code for data uses files and the SHACL engine, and its implementation for browsers. */

import type { SourceFiles } from '../ontology/index.ts';
import type { ShapeResult, ShapeTask } from './shapes-engine.ts';

/** Several numbered lists of lines, which are read in the order in which they were added. */
export interface LineLists {
  /** Adds a line, which must not contain a line break. */
  readonly add: (list: number, line: string) => void;
  /** Yields the lines of a list. They can be read several times, but not while lines are added. */
  readonly lines: (list: number) => IterableIterator<string>;
  /** Deletes the lines of a list. */
  readonly drop: (list: number) => void;
}

export interface DataWorkspace {
  /** The data, and the ontology. */
  readonly files: SourceFiles;
  readonly lists: (name: string, count: number) => LineLists;
  /** @throws Error with the reason for messages, if the engine fails or needs more time or memory */
  readonly runEngine: (seconds: number, task: ShapeTask) => Promise<readonly ShapeResult[]>;
}

/** Loads the engine on first use. */
export const runEngine: DataWorkspace['runEngine'] = async (seconds, task) =>
  (await import('./shapes-engine.ts')).runEngine(seconds, task);

/** Keeps lines in memory. */
export function memoryWorkspace(files: SourceFiles): DataWorkspace {
  return {
    files,
    lists: (_, count) => {
      const lists = Array.from({ length: count }, (): string[] => []);
      return {
        add: (list, line) => lists[list]?.push(line),
        lines: (list) => (lists[list] ?? []).values(),
        drop: (list) => {
          lists[list] = [];
        },
      };
    },
    runEngine,
  };
}
