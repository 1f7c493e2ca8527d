/**
 * Suggests settings for `codegen init`: finds ontologies and shapes in a folder, and output folders for the languages of its
 * manifests. A `Cargo.toml` suggests `rust-models` in `src/models`.
 */

import { closeSync, type Dirent, openSync, readdirSync, readSync, statSync } from 'node:fs';
import path from 'node:path';
import { readRegular, statOf } from '../diagnostics/index.ts';
import { layerNames, type TemplateName } from '../targets/index.ts';
import { isOfGraphql, SETTINGS_FILES } from './settings-files.ts';

/** The files found in a folder. All paths are relative to it, with `/` between folders. */
export interface DetectedProject {
  /** Files that declare classes, those directly in the folder first. */
  readonly ontologies: readonly string[];
  /** Files that contain only shapes. */
  readonly shapes: readonly string[];
  /** RDF files that are neither. */
  readonly others: readonly string[];
  readonly outputs: readonly SuggestedOutput[];
}

export interface SuggestedOutput {
  readonly template: TemplateName;
  readonly folder: string;
  /** The file or folder that led to the suggestion; undefined for a default. */
  readonly because: string | undefined;
}

const ONTOLOGY_FOLDERS = [
  '',
  'ontology',
  'ontologies',
  'model',
  'models',
  'schema',
  'schemas',
  'vocab',
  'vocabulary',
  'shapes',
  'data',
  'src',
];

const SYNTAXES = /\.(?:ttl|trig|nt|nq|owl|rdf|jsonld)$/i;

/** Number of bytes at the beginning of a file that are searched for declarations of classes. */
const MAX_SEARCHED_BYTES = 1_000_000;

const CLASSES = /\b(?:owl|rdfs):Class\b|owl#Class\b|rdf-schema#Class\b/;
const SHAPES = /\bsh:(?:NodeShape|PropertyShape|property)\b|shacl#(?:NodeShape|property)\b/;

/** Folders that contain no part of a project. */
const SKIPPED_FOLDERS = new Set(['node_modules', 'target', 'dist', 'build', 'vendor', 'generated', 'venv', '__pycache__']);

/**
 * Searches a folder for ontologies and shapes, and suggests templates for the languages of its manifests.
 *
 * @param root the folder of the future settings file
 */
export function detectProject(root: string): DetectedProject {
  const files = ONTOLOGY_FOLDERS.flatMap((folder) =>
    entries(path.join(root, folder))
      .filter((entry) => entry.isFile() && SYNTAXES.test(entry.name))
      .map((entry) => path.posix.join(folder, entry.name)),
  );
  const heads = new Map(files.map((file) => [file, headOf(path.join(root, file))]));
  const isShapes = (file: string) => {
    const head = heads.get(file) ?? '';
    return SHAPES.test(head) && (/shapes?|shacl/i.test(path.posix.basename(file)) || !CLASSES.test(head));
  };
  const ontologies = files.filter((file) => CLASSES.test(heads.get(file) ?? '') && !isShapes(file));
  const shapes = files.filter(isShapes);
  return {
    ontologies,
    shapes,
    others: files.filter((file) => !ontologies.includes(file) && !shapes.includes(file)),
    outputs: outputsIn(root),
  };
}

/** Limit of folders that are searched for settings. */
const MAX_FOLDERS = 2000;

/** Returns the settings files below a folder, such as in a monorepo, the nearest first. */
export function findNestedSettings(root: string): readonly string[] {
  const folders = ['', ...projectFoldersIn(root, '')];
  for (let i = 1; i < folders.length && folders.length < MAX_FOLDERS; i++)
    folders.push(...projectFoldersIn(root, folders[i] ?? ''));
  return folders.flatMap((folder) =>
    SETTINGS_FILES.map((name) => path.posix.join(folder, name)).filter(
      (file) => statOf(path.join(root, file))?.isFile() && !isOfGraphql(path.join(root, file)),
    ),
  );
}

function projectFoldersIn(root: string, folder: string): readonly string[] {
  return entries(path.join(root, folder)).flatMap((entry) =>
    isProjectFolder(entry) ? [path.posix.join(folder, entry.name)] : [],
  );
}

function headOf(file: string): string {
  try {
    const fd = openSync(file, 'r');
    try {
      const head = Buffer.alloc(Math.min(MAX_SEARCHED_BYTES, statSync(file).size));
      return head.toString('utf8', 0, readSync(fd, head));
    } finally {
      closeSync(fd);
    }
  } catch {
    return '';
  }
}

/** Returns the text of a file; empty if it cannot be read. */
function textOf(file: string): string {
  try {
    return readRegular(file).toString('utf8');
  } catch {
    return '';
  }
}

/** Returns the entries of a folder, sorted by name; none if it cannot be read. */
function entries(folder: string): readonly Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
  } catch {
    return [];
  }
}

/** Files and folders that suggest a template, and the output folder for it. */
const templateSigns: readonly {
  readonly name: string;
  readonly template: TemplateName;
  readonly folder: (root: string, subfolder: string) => string;
  /** Whether the file declares a workspace, so that the members are packages and the folder itself is not. */
  readonly isWorkspace?: (text: string, folder: string) => boolean;
}[] = [
  {
    name: 'Cargo.toml',
    template: 'rust-models',
    isWorkspace: (text) => /^[ \t]*\[workspace\]/m.test(text) && !/^[ \t]*\[package\]/m.test(text),
    folder: (root, subfolder) =>
      firstEmptyFolder(root, path.posix.join(subfolder, 'src/models'), path.posix.join(subfolder, 'src/generated')),
  },
  {
    name: 'package.json',
    template: 'typescript-models',
    // pnpm lists the members in a separate file.
    isWorkspace: (text, folder) =>
      namesWorkspaces(text) || /^packages\s*:/m.test(textOf(path.join(folder, 'pnpm-workspace.yaml'))),
    folder: (root, subfolder) =>
      firstEmptyFolder(root, path.posix.join(subfolder, 'src/types'), path.posix.join(subfolder, 'src/generated-types')),
  },
  {
    name: 'pyproject.toml',
    template: 'python-pydantic',
    isWorkspace: (text) => /^[ \t]*\[tool\.uv\.workspace\]/m.test(text) && !/^[ \t]*\[project\]/m.test(text),
    folder: pythonFolder,
  },
  // sql-migrations is missing here: a migration never changes, and `migrate new` writes the next one.
  {
    name: 'migrations',
    template: 'sql-schema',
    folder: (_, subfolder) => path.posix.join(subfolder, sharedFolder('sql-schema')),
  },
];

function outputsIn(root: string): readonly SuggestedOutput[] {
  // The project itself, then its subfolders, such as `backend/` and `frontend/`.
  const subfolders = ['', ...entries(root).flatMap((entry) => (isProjectFolder(entry) ? [entry.name] : []))];
  const outputs: SuggestedOutput[] = [];
  for (const { name, template, folder, isWorkspace } of templateSigns) {
    const has = (subfolder: string) => statOf(path.join(root, subfolder, name)) !== undefined;
    if (has('') && isWorkspace?.(textOf(path.join(root, name)), root)) {
      const members = subfolders
        .flatMap((subfolder) => (subfolder === '' ? [] : [subfolder, ...projectFoldersIn(root, subfolder)]))
        .filter(has);
      const [member, ...others] = members;
      // If several members need the template, the folder belongs to none of them.
      if (member === undefined || others.length > 0) outputs.push({ template, folder: sharedFolder(template), because: name });
      else outputs.push({ template, folder: folder(root, member), because: path.posix.join(member, name) });
      continue;
    }
    const subfolder = subfolders.find(has);
    if (subfolder !== undefined)
      outputs.push({ template, folder: folder(root, subfolder), because: path.posix.join(subfolder, name) });
  }
  if (outputs.length > 0) return outputs;
  return layerNames.map((template) => ({ template, folder: sharedFolder(template), because: undefined }));
}

/** Returns true if a package.json declares workspaces: https://docs.npmjs.com/cli/using-npm/workspaces */
function namesWorkspaces(manifest: string): boolean {
  try {
    return JSON.parse(manifest)?.workspaces !== undefined;
  } catch {
    return false;
  }
}

/** Returns the folder for files of a template that belong to no subfolder of a project. */
const sharedFolder = (template: TemplateName) => `generated/${template}`;

function isProjectFolder(entry: Dirent): boolean {
  return entry.isDirectory() && !entry.name.startsWith('.') && !SKIPPED_FOLDERS.has(entry.name);
}

/** Returns the first folder without files; the last one if all have files. */
function firstEmptyFolder(root: string, ...folders: readonly string[]): string {
  return folders.find((folder) => entries(path.join(root, folder)).length === 0) ?? folders.at(-1) ?? '.';
}

/** The folder of the models of a Python project: inside its package, if a folder has the name of the project (PEP 621). */
function pythonFolder(root: string, subfolder: string): string {
  const text = textOf(path.join(root, subfolder, 'pyproject.toml'));
  const name = /^[ \t]*name\s*=\s*["']([A-Za-z0-9._-]+)["']/m.exec(text)?.[1];
  const module = name?.toLowerCase().replace(/[.-]+/g, '_');
  const folders = module === undefined ? [] : [`src/${module}`, module];
  const existing = folders
    .map((each) => path.posix.join(subfolder, each))
    .find((each) => entries(path.join(root, each)).length > 0);
  const parent = existing ?? subfolder;
  return firstEmptyFolder(root, path.posix.join(parent, 'models'), path.posix.join(parent, 'generated_models'));
}

/** Returns the shape files of an ontology: those whose names begin with its name; all if there is no other ontology. */
export function shapesOf(ontology: string, { ontologies, shapes }: DetectedProject): readonly string[] {
  const stem = (file: string) =>
    path.posix
      .basename(file)
      .replace(/\.[^.]*$/, '')
      .toLowerCase();
  const others = ontologies.filter((each) => each !== ontology);
  const namespaces = namespacesIn(ontology);
  return shapes.filter((file) => {
    if (file === ontology) return false;
    if (stem(file).startsWith(stem(ontology))) return true;
    return others.length === 0 && [...namespacesIn(file)].some((each) => namespaces.has(each));
  });
}

/** Returns the namespaces that a file names, without those of the W3C. */
function namespacesIn(file: string): ReadonlySet<string> {
  const names = [...headOf(file).matchAll(/[<"']([a-z]+:[^<>"'\s]*[#/:])[^<>"'\s#/:]*[>"']/gi)].map(([, name = '']) => name);
  return new Set(names.filter((name) => !name.includes('://www.w3.org/')));
}
