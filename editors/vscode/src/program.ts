/** Finds the program that the extension runs. Nothing here depends on the editor. */

import path from 'node:path';

/** The facts that decide which program is run. */
export interface ProgramSearch {
  /** The setting `codegen.path`; empty if it is not set. */
  readonly setting: string;
  /** The folders of the workspace, as absolute paths. */
  readonly folders: readonly string[];
  /** False in restricted mode: no program in these folders is run. */
  readonly isTrusted: boolean;
  readonly platform: NodeJS.Platform;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly isFile: (file: string) => boolean;
}

/** A program to start without a shell. */
export interface Program {
  readonly command: string;
  readonly args: readonly string[];
  /** Its environment. In restricted mode, the `PATH` has no folder of the workspace. */
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** The script of the program in a folder of packages. */
const SCRIPT = ['ontology-codegen', 'bin', 'codegen.js'];

/**
 * Returns the program: that of the setting, or else that in `node_modules` of the workspace, or else that on the `PATH`.
 *
 * No shell is used, as `cmd.exe` would interpret parts of file names, and would prefer programs in the working directory. Windows
 * cannot start the `.cmd` file that npm creates without a shell, so the script that the file calls is run with Node.js instead.
 *
 * @throws Error with a message for the user if there is no such program
 */
export function findProgram(search: ProgramSearch): Program {
  const { platform, setting, folders, isTrusted, isFile } = search;
  const paths = platform === 'win32' ? path.win32 : path.posix;
  const [pathName, pathFolders] = foldersOnPath(search);
  const env = { ...search.env, [pathName]: pathFolders.join(paths.delimiter) };
  const isAllowed = (file: string) => isTrusted || !folders.some((folder) => isWithin(folder, file, paths));

  const onPath = (names: readonly string[]) =>
    pathFolders.flatMap((folder) => names.map((name) => paths.join(folder, name))).find((file) => isFile(file));
  const withNode = (script: string): Program => {
    const node = onPath([platform === 'win32' ? 'node.exe' : 'node']);
    if (node === undefined)
      throw new Error('Node.js is not on the PATH. Install Node.js 20.19 or newer, and restart the editor.');
    return { command: node, args: [script], env };
  };
  const programOf = (file: string): Program => {
    if (/\.[cm]?js$/i.test(file)) return withNode(file);
    if (platform !== 'win32' || /\.exe$/i.test(file)) return { command: file, args: [], env };
    const folder = paths.dirname(file);
    const scripts = [paths.join(folder, 'node_modules', ...SCRIPT), paths.join(folder, '..', ...SCRIPT)];
    const script = scripts.find((each) => isFile(each));
    if (script === undefined)
      throw new Error(
        `${file} cannot be started without a shell. Set codegen.path to the script bin\\codegen.js of the package.`,
      );
    return withNode(script);
  };

  if (setting !== '') {
    if (!paths.isAbsolute(setting)) throw new Error(`codegen.path is ${setting}, which is not absolute. Set an absolute path.`);
    if (!isAllowed(setting))
      throw new Error(`${setting} is in a folder that you do not trust. Trust the workspace, or change codegen.path.`);
    if (!isFile(setting)) throw new Error(`There is no file ${setting}. Change codegen.path.`);
    return programOf(setting);
  }
  if (isTrusted) {
    const script = folders.map((folder) => paths.join(folder, 'node_modules', ...SCRIPT)).find((file) => isFile(file));
    if (script !== undefined) return withNode(script);
  }
  const found = onPath(platform === 'win32' ? ['codegen.exe', 'codegen.cmd'] : ['codegen']);
  if (found !== undefined) return programOf(found);
  throw new Error('There is no codegen on the PATH. Run "npm install --global ontology-codegen", or set codegen.path.');
}

/** Returns the name of the variable `PATH`, and its folders: absolute ones, in restricted mode none of the workspace. */
function foldersOnPath({ platform, env, folders, isTrusted }: ProgramSearch): readonly [string, readonly string[]] {
  const paths = platform === 'win32' ? path.win32 : path.posix;
  // On Windows the case of the name differs, and a copy of the environment does not ignore it.
  const name =
    Object.keys(env).find((each) => each === 'PATH' || (platform === 'win32' && each.toUpperCase() === 'PATH')) ?? 'PATH';
  const all = (env[name] ?? '').split(paths.delimiter).map((folder) => folder.replace(/^"(.*)"$/, '$1'));
  const isAllowed = (folder: string) => isTrusted || !folders.some((each) => isWithin(each, folder, paths));
  return [name, all.filter((folder) => paths.isAbsolute(folder) && isAllowed(folder))];
}

/** Returns true if a path is a folder or below it. Ignores case on every system, so that a doubtful path counts as within. */
function isWithin(folder: string, file: string, paths: path.PlatformPath): boolean {
  const relative = paths.relative(paths.resolve(folder).toLowerCase(), paths.resolve(file).toLowerCase());
  return relative === '' || (relative !== '..' && !relative.startsWith(`..${paths.sep}`) && !paths.isAbsolute(relative));
}
