/** Runs the checks of `codegen utils doctor`. */

import type { Check, CheckContext } from './check.ts';
import { checkHooks } from './hooks.ts';
import { checkProvider } from './provider.ts';
import { outputOf, versionIn } from './run.ts';
import { checkGraphviz, checkNode, checkParsers } from './tool.ts';
import { checkToolchains } from './toolchains.ts';

export { type Check, type CheckContext, isBroken, type Status } from './check.ts';

/** Checks the requirements of `codegen` and of the generated projects. */
export async function examine(context: CheckContext): Promise<readonly Check[]> {
  const { cwd } = context;
  const dot = outputOf('dot', ['-V'], cwd);
  const [hooks, toolchains, graphviz, parsers, provider] = await Promise.all([
    checkHooks(cwd),
    checkToolchains(cwd),
    dot.then((output) => checkGraphviz(output === undefined ? undefined : (versionIn(output) ?? ''))),
    checkParsers(),
    checkProvider(context),
  ]);
  return [checkNode(process.versions.node), ...hooks, graphviz, parsers, ...toolchains, provider];
}
