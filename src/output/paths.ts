/** Rules for the paths of a plan. A path that breaks a rule is a bug of the program, not an error in its input. */

/** Names that Windows treats as devices, with any extension ("Naming Files, Paths, and Namespaces"). */
const WINDOWS_DEVICE_NAME = /^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$|clock\$) *(?:\.|$)/i;

/** Characters that some system forbids in file names, and endings that Windows removes (this also excludes `.` and `..`). */
// biome-ignore lint/suspicious/noControlCharactersInRegex: this expression searches for control characters
const UNSAFE = /[\u0000-\u001f\u007f<>:"|?*\\]|[. ]$/;

/** Returns why a path is not a portable relative path below a folder; undefined if it is one. */
export function pathProblem(path: string): string | undefined {
  for (const segment of path.split('/')) {
    if (segment === '') return 'it is absolute or has an empty part';
    if (UNSAFE.test(segment)) return 'a part of it is not a valid file name on every system';
    if (WINDOWS_DEVICE_NAME.test(segment)) return 'it has a part that is the name of a device on Windows';
  }
  return undefined;
}

/** Returns the form in which a file system that ignores case and composes characters compares a path. */
const foldCase = (path: string): string => path.normalize('NFC').toLowerCase();

/**
 * Throws unless all paths are relative, separated by `/`, stay below their root on every system, and are distinct on a file
 * system that ignores case.
 */
export function checkPaths(paths: readonly string[]): void {
  // Many files share a folder, so each folder is checked once.
  const namesByFolder = new Map<string, Set<string>>();
  const namesByFoldedFolder = new Map<string, Set<string>>([['', new Set()]]);
  for (const path of paths) {
    const slash = path.lastIndexOf('/');
    const folder = path.slice(0, Math.max(slash, 0));
    const name = path.slice(slash + 1);
    const known = namesByFolder.get(folder);
    const reason = (known === undefined && slash >= 0 ? pathProblem(folder) : undefined) ?? pathProblem(name);
    if (reason !== undefined) throw new Error(`cannot plan the file ${JSON.stringify(path)}: ${reason}`);
    const names = known ?? namesByFoldedFolder.get(foldCase(folder)) ?? new Set<string>();
    if (!known) {
      namesByFolder.set(folder, names);
      namesByFoldedFolder.set(foldCase(folder), names);
    }
    const key = foldCase(name);
    if (names.has(key)) throw new Error(`two files are planned as ${JSON.stringify(path)}, apart from case`);
    names.add(key);
  }
  // No folder, nor one above it, may be a planned file.
  for (const folder of namesByFoldedFolder.keys()) {
    for (let start = 0, end = 0; end < folder.length; start = end + 1) {
      end = folder.indexOf('/', start);
      if (end < 0) end = folder.length;
      if (namesByFoldedFolder.get(folder.slice(0, Math.max(start - 1, 0)))?.has(folder.slice(start, end))) {
        throw new Error(`a planned file is the folder ${JSON.stringify(folder.slice(0, end))}`);
      }
    }
  }
}
