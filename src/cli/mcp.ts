/** Runs `codegen mcp`: starts the server for AI assistants in the folder of a project. Each tool runs a command of this program. */

import { spawn } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import manifest from '../../package.json' with { type: 'json' };
import { fail, isSystemError, readRegularText, statOf } from '../diagnostics/index.ts';
import { type Outcome, type ProjectFile, serve } from '../mcp/index.ts';
import { readHeader } from '../output/index.ts';
import { settingsFor } from './ontology.ts';
import type { McpOptions } from './options.ts';
import { requireProjectFile, requireTrustedFiles, requireTrustedReads, requireTrustedWrites } from './settings-trust.ts';
import { standardStream } from './standard-streams.ts';

/** Runs `codegen mcp`. The promise settles when the client closes standard input. */
export async function serveMcp(folder: string | undefined, { allowWrite, config }: McpOptions): Promise<number> {
  const settings = config === undefined ? undefined : path.resolve(config);
  const cwd = path.resolve(folder ?? '.');
  if (cwd === homedir() || cwd === path.parse(cwd).root || !statOf(cwd)?.isDirectory())
    fail('usage', {
      message: `${cwd} is not the folder of a project`,
      help: 'name the folder of the project: codegen mcp ~/shop',
    });
  process.chdir(cwd);
  const runWithSettings: typeof runInOrder = (args, input, signal) => {
    const at = args.indexOf('--');
    const option = settings === undefined ? [] : [`--config=${settings}`];
    return runInOrder(args.toSpliced(at < 0 ? args.length : at, 0, ...option), input, signal);
  };
  await serve(standardStream('stdout'), manifest.version, {
    canWrite: allowWrite,
    run: runWithSettings,
    fileArgument,
    files: (signal) => projectFiles(settings, runWithSettings, signal),
  });
  return 0;
}

function fileArgument(named: string): string {
  requireProjectFile('.', named);
  // A name that begins with `-` would be read as an option, or as standard input.
  return named.startsWith('-') ? `./${named}` : named;
}

const MAX_OUTPUT_CHARACTERS = 64_000_000;

/** Commands run one after the other, so that the limits of memory hold, and generated files are complete when the next one starts. */
let lastRun: Promise<unknown> = Promise.resolve();

/**
 * Runs a command in its own process: limits of time and memory apply to a process, and a command that exceeds them does not end
 * the server.
 */
function runInOrder(args: readonly string[], input: string, signal: AbortSignal): Promise<Outcome> {
  const next = lastRun.then(() => runInChildProcess(args, input, signal));
  lastRun = next.catch(() => {});
  return next;
}

async function runInChildProcess(args: readonly string[], input: string, signal: AbortSignal): Promise<Outcome> {
  const [script = ''] = process.argv.slice(1);
  const { FORCE_COLOR: _, CLICOLOR_FORCE: _force, ...env } = process.env;
  const child = spawn(process.execPath, [...process.execArgv, script, ...args], {
    env: { ...env, NO_COLOR: '1' },
    signal,
    stdio: 'pipe',
    windowsHide: true,
  });
  const text = { stdout: '', stderr: '' };
  let isTooLong = false;
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].setEncoding('utf8').on('data', (piece: string) => {
      text[name] += piece;
      isTooLong ||= text[name].length > MAX_OUTPUT_CHARACTERS;
      if (isTooLong) child.kill();
    });
  }
  // The command may end before it has read everything.
  child.stdin.on('error', () => {});
  child.stdin.end(input);
  const endChild = () => child.kill();
  process.once('exit', endChild);
  const status = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  }).finally(() => process.off('exit', endChild));
  if (isTooLong) fail('usage', { message: 'the answer has more than 64 MB', help: 'ask for less, for example with LIMIT' });
  return { status: status ?? 1, ...text };
}

/** Returns the header of a file; undefined for a file that is too large or cannot be read. */
function headerOf(file: string): ReturnType<typeof readHeader> {
  try {
    return readHeader(readRegularText(file));
  } catch (error) {
    if (isSystemError(error)) return undefined;
    throw error;
  }
}

/**
 * Returns the files of the ontology in the settings, and the generated files in their output folders.
 *
 * @throws DiagnosticError if the settings are invalid, or name files that are not trusted
 */
async function projectFiles(
  config: string | undefined,
  runWithSettings: typeof runInOrder,
  signal: AbortSignal,
): Promise<ProjectFile[]> {
  const settings = await settingsFor({ config, noConfig: false });
  if (!settings) return [];
  requireTrustedReads(settings);
  requireTrustedFiles(settings, undefined);
  requireTrustedWrites(settings);
  const { status, stdout } = await runWithSettings(['graph', 'load', '--json'], '', signal);
  // The imports of an invalid ontology are unknown.
  const sources: readonly string[] =
    status === 0 ? JSON.parse(stdout).files : [settings.ontology, ...(settings.sources.shapes ?? [])];
  const generated = settings.outputs
    .flatMap(({ folder }) => (existsSync(folder) ? readdirSync(folder, { recursive: true, withFileTypes: true }) : []))
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => path.join(parentPath, name))
    .flatMap((file) => {
      const header = headerOf(file);
      return header ? [{ path: file, template: header.generator }] : [];
    });
  return [...sources.filter((file) => existsSync(file)).map((file) => ({ path: file })), ...generated];
}
