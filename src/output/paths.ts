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

/**
 * Throws unless all paths are relative, separated by `/`, stay below their root on every system, and are
 * still different on a file system that ignores case.
 */
export function checkPaths(paths: readonly string[]): void {
  const folded = new Set<string>();
  for (const path of paths) {
    const reason = pathFault(path);
    if (reason !== undefined) throw new Error(`cannot plan the file ${JSON.stringify(path)}: ${reason}`);
    const key = path.normalize('NFC').toLowerCase();
    if (folded.has(key)) throw new Error(`two files are planned as ${JSON.stringify(path)}, apart from case`);
    folded.add(key);
  }
  for (const key of folded) {
    for (let end = key.indexOf('/'); end !== -1; end = key.indexOf('/', end + 1)) {
      if (folded.has(key.slice(0, end))) throw new Error(`a planned file is the folder of ${JSON.stringify(key)}`);
    }
  }
}
