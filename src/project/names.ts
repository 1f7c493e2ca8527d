/** The names of a project: its own, and what Cargo, npm and Python make of it. */

import path from 'node:path';
import { fail } from '../diagnostics/index.ts';

/** The names that a project goes by. */
export interface ToolNames {
  /** The package in `Cargo.toml`. */
  readonly cargo: string;
  /** The package in `frontend/package.json`. */
  readonly npm: string;
  /** The distribution in `python/pyproject.toml`; with `_` for `-` it is the package that Python imports. */
  readonly python: string;
}

const words = (text: string): readonly string[] => text.trim().split(/\s+/);

/** Names that Windows takes for devices. */
const devices = words(
  'con prn aux nul com1 com2 com3 com4 com5 com6 com7 com8 com9 lpt1 lpt2 lpt3 lpt4 lpt5 lpt6 lpt7 lpt8 lpt9',
);

/**
 * What no crate can be called here: keywords (The Rust Reference, "Keywords"), the crates that come with the
 * compiler, and those that the project depends on.
 */
const reservedByCargo: ReadonlySet<string> = new Set([
  ...words(`
    as async await break const continue crate dyn else enum extern false fn for gen if impl in let loop match mod move
    mut pub ref return self static struct super trait true type unsafe use where while abstract become box do final
    macro override priv try typeof unsized virtual yield`),
  ...words('alloc core proc_macro std test'),
  ...words('chrono regex rust_decimal serde serde_json uuid'),
  ...devices,
]);

/** npm's own (validate-npm-package-name), the modules of Node.js, and what the frontend depends on. */
const reservedByNpm: ReadonlySet<string> = new Set([
  ...words('node_modules favicon.ico'),
  ...words(`
    assert async_hooks buffer child_process cluster console constants crypto dgram diagnostics_channel dns domain events
    fs http http2 https inspector module net os path perf_hooks process punycode querystring readline repl stream
    string_decoder sys timers tls trace_events tty url util v8 vm wasi worker_threads zlib`),
  'typescript',
]);

/**
 * Keywords, the standard library (`sys.stdlib_module_names`), what the package depends on, and the folder of its
 * tests: a package of such a name could not be imported, or others could not.
 */
const reservedByPython: ReadonlySet<string> = new Set([
  ...words(`
    and as assert async await break class continue def del elif else except finally for from global if import in is
    lambda nonlocal not or pass raise return try while with yield`),
  ...words(`
    abc aifc annotationlib antigravity argparse array ast asynchat asyncio asyncore atexit audioop base64 bdb binascii
    bisect builtins bz2 calendar cgi cgitb chunk cmath cmd code codecs codeop collections colorsys compileall
    compression concurrent configparser contextlib contextvars copy copyreg cprofile crypt csv ctypes curses dataclasses
    datetime dbm decimal difflib dis distutils doctest email encodings ensurepip enum errno faulthandler fcntl filecmp
    fileinput fnmatch fractions ftplib functools gc genericpath getopt getpass gettext glob graphlib grp gzip hashlib
    heapq hmac html http idlelib imaplib imghdr imp importlib inspect io ipaddress itertools json keyword lib2to3
    linecache locale logging lzma mailbox mailcap marshal math mimetypes mmap modulefinder msilib msvcrt
    multiprocessing netrc nis nntplib nt ntpath nturl2path numbers opcode operator optparse os ossaudiodev pathlib pdb
    pickle pickletools pipes pkgutil platform plistlib poplib posix posixpath pprint profile pstats pty pwd py_compile
    pyclbr pydoc pydoc_data pyexpat queue quopri random re readline reprlib resource rlcompleter runpy sched secrets
    select selectors shelve shlex shutil signal site smtpd smtplib sndhdr socket socketserver spwd sqlite3 sre_compile
    sre_constants sre_parse ssl stat statistics string stringprep struct subprocess sunau symtable sys sysconfig syslog
    tabnanny tarfile telnetlib tempfile termios test textwrap this threading time timeit tkinter token tokenize tomllib
    trace traceback tracemalloc tty turtle turtledemo types typing unicodedata unittest urllib uu uuid venv warnings
    wave weakref webbrowser winreg winsound wsgiref xdrlib xml xmlrpc zipapp zipfile zipimport zlib zoneinfo`),
  ...words(
    'annotated_types hatchling mypy pip pydantic pydantic_core pytest ruff setuptools typing_extensions typing_inspection',
  ),
  'tests',
  ...devices,
]);

/** Longer names make paths that file systems refuse. */
const LONGEST = 64;

/**
 * The folder of a project, as an absolute path.
 *
 * @param target what the user gave: the path of a folder that need not exist, or `.`
 * @throws DiagnosticError unless the folder has a name that a project can have.
 */
export function resolveTarget(target: string, cwd: string): string {
  if (target.trim() === '') fail('target-invalid', { target, reason: 'it is empty' });
  const folder = path.resolve(cwd, target);
  const normal = path.normalize(target).replace(/(?<![/\\])[/\\]+$/, '');
  const last = path.basename(normal);
  // The current folder is called as it is.
  if (normal === '.') return folder;
  if (last === '') fail('target-invalid', { target, reason: 'it is the root of the file system' });
  if (last === '..') fail('target-invalid', { target, reason: 'it leads out of the current folder' });
  const unfit = /[^\p{L}\p{M}\p{N}._-]/u.exec(last)?.[0];
  if (unfit !== undefined) fail('target-invalid', { target, reason: `its name has ${JSON.stringify(unfit)} in it` });
  if (!/[\p{L}\p{N}]/u.test(last)) fail('target-invalid', { target, reason: 'its name has neither a letter nor a digit' });
  if (last.endsWith('.')) fail('target-invalid', { target, reason: 'its name ends with "."' });
  return folder;
}

/** What a tool does not take. */
interface Rules {
  /** The name with a `-` for what is unfit. */
  readonly adapt: (name: string) => string;
  readonly mayStartWithDigit: boolean;
  readonly reserved: ReadonlySet<string>;
}

/** Cargo and Python make identifiers of names. Snake case, which rustc demands, has no two underscores in a row. */
const identifying = (name: string) => name.replace(/[^a-z0-9]+/g, (run) => (run === '_' ? run : '-'));

const cargo: Rules = { adapt: identifying, mayStartWithDigit: false, reserved: reservedByCargo };
const npm: Rules = { adapt: (name) => name.replace(/[^a-z0-9._-]+/g, '-'), mayStartWithDigit: true, reserved: reservedByNpm };
const python: Rules = { adapt: identifying, mayStartWithDigit: false, reserved: reservedByPython };

/** What each tool makes of a project's name. */
export function toolNames(project: string): ToolNames {
  return { cargo: adapted(project, cargo), npm: adapted(project, npm), python: adapted(project, python) };
}

/** The name in lower case without accents, with `-` for what is unfit, and more if that is still not enough. */
function adapted(project: string, { adapt, mayStartWithDigit, reserved }: Rules): string {
  const lower = project.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  const plain = adapt(lower)
    .slice(0, LONGEST)
    .replace(/^[._-]+|(?<![._-])[._-]+$/g, '');
  if (plain === '') return 'app';
  if (!mayStartWithDigit && /^[0-9]/.test(plain)) return `app-${plain}`;
  return reserved.has(plain) || reserved.has(identifier(plain)) ? `${plain}-app` : plain;
}

/** The package that Python imports. */
export function pythonPackage(names: ToolNames): string {
  return identifier(names.python);
}

/** The name of a Cargo or Python package as it stands in code. */
export function identifier(name: string): string {
  return name.replace(/[-.]+/g, '_');
}

/** A project's name as it stands in prose and comments of any language; that of the current folder may be anything. */
export function displayName(project: string): string {
  return project.replace(/[^\p{L}\p{M}\p{N} ._,+()-]+/gu, '-');
}

/** The names that are not the project's own, each with its place; `_` for `-` and `.` in Python is the custom. */
export function adaptations(project: string, names: ToolNames): string[] {
  return [
    ...(names.cargo === project ? [] : [`${names.cargo} in Cargo.toml`]),
    ...(names.npm === project ? [] : [`${names.npm} in frontend/package.json`]),
    ...(pythonPackage(names) === project.replace(/[-.]/g, '_') ? [] : [`${pythonPackage(names)} in python/`]),
  ];
}
