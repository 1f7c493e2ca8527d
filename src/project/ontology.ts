/** Where a project keeps the ontology that it is generated from. */

import { readFileSync, realpathSync, statSync } from 'node:fs';
import path from 'node:path';
import { fail } from '../diagnostics/index.ts';

export interface ProjectOntology {
  /** Relative to the project, with `/` between folders. */
  readonly path: string;
  /** The text to be copied there; nothing if it lies there already. */
  readonly copy: string | undefined;
}

/** Names that no file of the scaffold has, and that need no care on any system. */
const plain =
  /^(?!(?:con|prn|aux|nul|com\d|lpt\d) *\.)[\p{L}\p{N}_][\p{L}\p{N}_ .+-]*\.(?:ttl|turtle|trig|nt|nq|rdf|owl|xml|jsonld|json)$/iu;

/**
 * Finds a project's place for an ontology: its own one if it lies in the project, else one under its name beside
 * the README, or, if that name is unusual, `domain.ttl`.
 *
 * @param root of the project, absolute; it need not exist
 * @param graph the ontology file, which exists
 */
export function placeOntology(root: string, graph: string): ProjectOntology {
  if (!statSync(graph).isFile()) {
    fail('file-unreadable', { file: graph, reason: 'it is no file, so the project could not keep a copy of it' });
  }
  const file = realpathSync(graph);
  const relative = path.relative(realRoot(root), file);
  if (relative.split(path.sep)[0] !== '..' && !path.isAbsolute(relative)) {
    const inside = relative.split(path.sep).join('/');
    if (/\p{C}/u.test(inside)) fail('file-unreadable', { file: graph, reason: 'its path has control characters in it' });
    return { path: inside, copy: undefined };
  }
  const name = path.basename(graph);
  const fallback = `domain${plain.test(`x${path.extname(name)}`) ? path.extname(name) : '.ttl'}`;
  return { path: plain.test(name) ? name : fallback, copy: readFileSync(file, 'utf8') };
}

/** The folder without symbolic links; of one that does not exist, as much of it as does. */
function realRoot(root: string): string {
  try {
    return realpathSync(root);
  } catch {
    const parent = path.dirname(root);
    return parent === root ? root : path.join(realRoot(parent), path.basename(root));
  }
}
