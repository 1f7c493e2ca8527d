/** The paths that a plan may hold. One that breaks a rule is a fault of the program, not of its input. */

/** Names that Windows takes for devices, with any extension ("Naming Files, Paths, and Namespaces"). */
const DEVICE = /^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$|clock\$) *(?:\.|$)/i;

/** What cannot stand in a file name on some system, and what ends in a way that Windows drops. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what it looks for
const UNSAFE = /[\u0000-\u001f\u007f<>:"|?*\\]|[. ]$/;

/** Why a path is no portable relative path below a folder, if it is none. */
export function pathFault(path: string): string | undefined {
  for (const segment of path.split('/')) {
    if (segment === '') return 'it is absolute or has an empty part';
    if (UNSAFE.test(segment)) return 'it has a part that is no file name on every system';
    if (DEVICE.test(segment)) return 'it has a part that is the name of a device on Windows';
  }
  return undefined;
}

/** Whether a path is relative, separated by `/`, and a file name on every system in all its parts. */
export function isPortable(path: string): boolean {
  return pathFault(path) === undefined;
}

/** As a path is known on a file system that ignores case, and composes characters. */
const folded = (path: string): string => path.normalize('NFC').toLowerCase();

/**
 * Throws unless all paths are relative, separated by `/`, stay below their root on every system, and are
 * still different on a file system that ignores case.
 */
export function checkPaths(paths: readonly string[]): void {
  // Many files are in one folder, which is looked at once.
  const folders = new Map<string, Set<string>>();
  const files = new Map<string, Set<string>>([['', new Set()]]);
  for (const path of paths) {
    const slash = path.lastIndexOf('/');
    const folder = path.slice(0, Math.max(slash, 0));
    const name = path.slice(slash + 1);
    const known = folders.get(folder);
    const reason = (known === undefined && slash >= 0 ? pathFault(folder) : undefined) ?? pathFault(name);
    if (reason !== undefined) throw new Error(`cannot plan the file ${JSON.stringify(path)}: ${reason}`);
    const there = known ?? files.get(folded(folder)) ?? new Set<string>();
    if (!known) {
      folders.set(folder, there);
      files.set(folded(folder), there);
    }
    const key = folded(name);
    if (there.has(key)) throw new Error(`two files are planned as ${JSON.stringify(path)}, apart from case`);
    there.add(key);
  }
  for (const folder of files.keys()) {
    for (let start = 0, end = 0; end < folder.length; start = end + 1) {
      end = folder.indexOf('/', start);
      if (end < 0) end = folder.length;
      if (files.get(folder.slice(0, Math.max(start - 1, 0)))?.has(folder.slice(start, end))) {
        throw new Error(`a planned file is the folder ${JSON.stringify(folder.slice(0, end))}`);
      }
    }
  }
}
