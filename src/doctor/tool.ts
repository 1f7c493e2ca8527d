/** What the tool itself is made of and stands on. */

import { broken, type Check, ok, warning } from './check.ts';
import { isAtLeast } from './run.ts';

/** The `engines` of package.json. */
export const LEAST_NODE = '20.19.0';

export function checkNode(version: string): Check {
  if (isAtLeast(version, LEAST_NODE)) return ok('Node.js', version);
  return broken('Node.js', `${version} is too old`, `install Node.js ${LEAST_NODE} or newer from https://nodejs.org`);
}

/** Pictures are drawn by a Graphviz that comes along; `dot` serves those who want other formats. */
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

/** Only `ai analyze` needs them, and not for every language. */
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
