/** Checks the requirements of `codegen` itself. */

import { broken, type Check, ok, warning } from './check.ts';
import { isAtLeast } from './run.ts';

/** The same version as `engines` in package.json. */
export const MIN_NODE = '20.19.0';

/** Checks whether this version of Node.js is at least `MIN_NODE`. */
export function checkNode(version: string): Check {
  if (isAtLeast(version, MIN_NODE)) return ok('Node.js', version);
  return broken('Node.js', `${version} is too old`, `install Node.js ${MIN_NODE} or newer from https://nodejs.org`);
}

/** Checks the bundled Graphviz, which draws diagrams; an installed `dot` is needed only for other formats. */
export async function checkGraphviz(dot: string | undefined): Promise<Check> {
  try {
    const { Graphviz } = await import('@hpcc-js/wasm-graphviz');
    const version = (await Graphviz.load()).version();
    return ok(
      'Graphviz',
      `${version}, bundled; ${dot === undefined ? 'no dot on the PATH, and none needed' : `dot ${dot} on the PATH`}`,
    );
  } catch {
    return broken('Graphviz', 'the package @hpcc-js/wasm-graphviz cannot be loaded', 'reinstall codegen');
  }
}

/** Checks the parsers of `ai analyze`, which are needed only for some languages. */
export async function checkParsers(): Promise<Check> {
  try {
    await (await import('../ai/analyze/index.ts')).loadParser();
    return ok('parsers', `loaded for ${process.platform}-${process.arch}`);
  } catch {
    return warning(
      'parsers',
      `those of ai analyze cannot be loaded on ${process.platform}-${process.arch}`,
      'reinstall codegen with its optional packages',
    );
  }
}
