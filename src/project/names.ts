/** Derives the names of a project for Cargo, npm and Python: `Mein Café` becomes `mein-cafe`, and `test` becomes `test-app`. */

import path from 'node:path';
import { fail } from '../diagnostics/index.ts';

export interface ToolNames {
  /** The package in `Cargo.toml`. */
  readonly cargo: string;
  /** The package in `frontend/package.json`. */
  readonly npm: string;
  /** The distribution in `python/pyproject.toml`. With `_` instead of `-`, it is the package that Python imports. */
  readonly python: string;
}

const words = (text: string): readonly string[] => text.trim().split(/\s+/);

/** Names that Windows reserves for devices. */
const devices = words(
  'con prn aux nul com1 com2 com3 com4 com5 com6 com7 com8 com9 lpt1 lpt2 lpt3 lpt4 lpt5 lpt6 lpt7 lpt8 lpt9',
);

/**
 * Names that the crate cannot have: keywords (The Rust Reference, "Keywords"), the crates that come with the
 * compiler, and the project's dependencies.
 */
const reservedByCargo: ReadonlySet<string> = new Set([
  ...words(`
    as async await break const continue crate dyn else enum extern false fn for gen if impl in let loop match mod move
    mut pub ref return self static struct super trait true type unsafe use where while abstract become box do final
    macro override priv try typeof unsized virtual yield`),
  ...words('alloc core proc_macro std test'),
  ...words(`
    async_graphql axum axum_prometheus chrono hyper hyper_util regex rust_decimal serde serde_json serde_path_to_error
    serde_with sha2 sqlx tokio tower tower_http tracing tracing_subscriber uuid`),
  // Names that `src/main.rs` and `tests/service.rs` import: they would hide the crate.
  ...words('env header idempotency server traces'),
  ...devices,
]);

/** Names that npm reserves (validate-npm-package-name), the modules of Node.js, and the frontend's dependencies. */
const reservedByNpm: ReadonlySet<string> = new Set([
  ...words('node_modules favicon.ico'),
  ...words(`
    assert async_hooks buffer child_process cluster console constants crypto dgram diagnostics_channel dns domain events
    fs http http2 https inspector module net os path perf_hooks process punycode querystring readline repl stream
    string_decoder sys timers tls trace_events tty url util v8 vm wasi worker_threads zlib`),
  'typescript',
]);

/**
 * Keywords, the standard library (`sys.stdlib_module_names`), the package's dependencies, and the folder of its tests.
 * A package with such a name could not be imported, or would hide another one.
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

/** Longer names lead to paths that file systems reject. */
const MAX_LENGTH = 64;

/**
 * Returns the folder of a project, as an absolute path.
 *
 * @param target the path that the user gave: a folder that need not exist, or `.`
 * @throws DiagnosticError if the folder's name cannot be the name of a project.
 */
export function resolveTarget(target: string, cwd: string): string {
  if (target.trim() === '') fail('target-invalid', { target, reason: 'it is empty' });
  const folder = path.resolve(cwd, target);
  const normal = path.normalize(target).replace(/(?<![/\\])[/\\]+$/, '');
  const last = path.basename(normal);
  // The current folder may have any name.
  if (normal === '.') return folder;
  if (last === '') fail('target-invalid', { target, reason: 'it is the root of the file system' });
  if (last === '..') fail('target-invalid', { target, reason: 'it leads out of the current folder' });
  const unfit = /[^\p{L}\p{M}\p{N}._-]/u.exec(last)?.[0];
  if (unfit !== undefined) fail('target-invalid', { target, reason: `its name has ${JSON.stringify(unfit)} in it` });
  if (!/[\p{L}\p{N}]/u.test(last)) fail('target-invalid', { target, reason: 'its name has neither a letter nor a digit' });
  if (last.endsWith('.')) fail('target-invalid', { target, reason: 'its name ends with "."' });
  return folder;
}

interface Rules {
  /** Replaces invalid characters by `-`. */
  readonly adapt: (name: string) => string;
  readonly mayStartWithDigit: boolean;
  readonly reserved: ReadonlySet<string>;
}

/** Cargo and Python derive identifiers from names. rustc demands snake case, which has no double underscores. */
const replaceSeparators = (name: string) => name.replace(/[^a-z0-9]+/g, (run) => (run === '_' ? run : '-'));

const cargo: Rules = { adapt: replaceSeparators, mayStartWithDigit: false, reserved: reservedByCargo };
const npm: Rules = { adapt: (name) => name.replace(/[^a-z0-9._-]+/g, '-'), mayStartWithDigit: true, reserved: reservedByNpm };
const python: Rules = { adapt: replaceSeparators, mayStartWithDigit: false, reserved: reservedByPython };

export function toolNames(project: string): ToolNames {
  return { cargo: adaptName(project, cargo), npm: adaptName(project, npm), python: adaptName(project, python) };
}

/** Returns the name in lower case, without accents and invalid characters, and with an affix if it is still not allowed. */
function adaptName(project: string, { adapt, mayStartWithDigit, reserved }: Rules): string {
  const lower = project.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  const plain = adapt(lower)
    .slice(0, MAX_LENGTH)
    .replace(/^[._-]+|(?<![._-])[._-]+$/g, '');
  if (plain === '') return 'app';
  if (!mayStartWithDigit && /^[0-9]/.test(plain)) return `app-${plain}`;
  return reserved.has(plain) || reserved.has(identifier(plain)) ? `${plain}-app` : plain;
}

/** Returns the name of the package that Python imports. */
export function pythonPackage(names: ToolNames): string {
  return identifier(names.python);
}

/** Converts the name of a Cargo or Python package to the identifier that code uses. */
export function identifier(name: string): string {
  return name.replace(/[-.]+/g, '_');
}

/** Returns a project's name for prose and comments of any language. The current folder may have any name. */
export function displayName(project: string): string {
  return project.replace(/[^\p{L}\p{M}\p{N} ._,+()-]+/gu, '-');
}

/** Lists the names that differ from the project's, with their files. In Python, `_` for `-` and `.` is usual, and not listed. */
export function adaptations(project: string, names: ToolNames): string[] {
  return [
    ...(names.cargo === project ? [] : [`${names.cargo} in Cargo.toml`]),
    ...(names.npm === project ? [] : [`${names.npm} in frontend/package.json`]),
    ...(pythonPackage(names) === project.replace(/[-.]/g, '_') ? [] : [`${pythonPackage(names)} in python/`]),
  ];
}
