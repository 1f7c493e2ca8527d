/** Reads the two sides of a comparison: each is a file, or a file in a Git revision such as `git:main:blog.ttl`. */

import { existsSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { DiagnosticError, fail, type Place } from '../diagnostics/index.ts';
import { isRevision, openRevision } from '../git/index.ts';
import type { DomainModel } from '../model/index.ts';
import { extensions, type Ontology } from '../ontology/index.ts';
import { SETTINGS_FILES } from '../settings/index.ts';
import { modelFor, settingsFor } from './ontology.ts';
import type { DiffOptions, ModelOptions } from './options.ts';
import { realPath } from './settings-trust.ts';

export interface Side {
  /** The name that the user knows: `blog.ttl`, `main:blog.ttl`. */
  readonly name: string;
  readonly model: DomainModel;
  readonly ontology: Ontology;
  /** Replaces the file of a source location with the name that the user knows. */
  readonly withDisplayName: (place: Place) => Place;
  /** Returns the path in the work tree of a file that `withDisplayName` named, if the side is a revision. */
  readonly workTreePath?: (shown: string) => string;
}

/** A side as the command line names it. */
export type SideSource = { readonly file: string } | { readonly ref: string; readonly file: string };

/**
 * Reads both sides.
 *
 * @throws DiagnosticError if a side is invalid or cannot be read.
 */
export async function readSides(
  first: string | undefined,
  second: string | undefined,
  options: DiffOptions,
): Promise<{ readonly old: Side; readonly new: Side }> {
  const { old: oldSource, new: newSource } = await parseSides(first, second, options);
  return { old: await readSide(oldSource, oldOptions(options)), new: await readSide(newSource, options) };
}

/** Parses a file name, `git:<ref>` or `git:<ref>:<path>`. For `git:<ref>`, the file is `defaultFile`. */
export function parseSide(argument: string, defaultFile: string | undefined): SideSource {
  return argument.startsWith('git:') ? parseGitSide(argument, defaultFile) : { file: argument };
}

async function parseSides(
  first: string | undefined,
  second: string | undefined,
  options: DiffOptions,
): Promise<{ readonly old: SideSource; readonly new: SideSource }> {
  const { against } = options;
  const ontologyOfSettings = async () => (await settingsFor(options))?.ontology;
  if (against !== undefined) {
    if (second !== undefined)
      fail('usage', { message: '--against accepts one ontology', help: 'codegen diff --against main blog.ttl' });
    const newFile = first ?? (await ontologyOfSettings()) ?? fail('no-ontology', {});
    return { old: parseGitSide(`git:${against.replace(/^git:/, '')}`, newFile), new: { file: newFile } };
  }
  if (first === undefined)
    fail('usage', {
      message: 'codegen diff needs two versions',
      help: 'run codegen diff old.ttl new.ttl, or codegen diff --against main',
    });
  const newSide = second ?? (await ontologyOfSettings());
  // The user may have written it as in `git diff main -- blog.ttl`.
  if (!first.startsWith('git:') && !existsSync(first) && isRevision(first, '.'))
    fail('usage', {
      message: `${first} is not a file, but a revision of Git`,
      help: `codegen diff --against ${first}${newSide === undefined ? '' : ` ${newSide}`}`,
    });
  if (newSide === undefined) {
    fail('usage', {
      message: 'codegen diff needs two versions',
      help: `run codegen diff ${first} new.ttl, or codegen diff --against main ${first}`,
    });
  }
  const fileOf = (argument: string) =>
    /^git:[^:]*:(.+)$/s.exec(argument)?.[1] ?? (argument.startsWith('git:') ? undefined : argument);
  const defaultFile = fileOf(newSide) ?? fileOf(first) ?? (await ontologyOfSettings());
  return { old: parseSide(first, defaultFile), new: parseSide(newSide, defaultFile) };
}

/** Parses `git:<ref>` or `git:<ref>:<path>`. */
function parseGitSide(side: string, defaultFile: string | undefined): SideSource {
  const [, ref = '', , file] = /^git:([^:]*)(:(.*))?$/s.exec(side) ?? [];
  const input = file === undefined || file === '' ? defaultFile : file;
  if (ref === '' || input === undefined)
    return fail('usage', {
      message: `${side} names ${ref === '' ? 'no revision' : 'no file'}`,
      help: 'git:main:blog.ttl is what blog.ttl is in the branch main',
    });
  return { ref, file: input };
}

type OldOption = 'oldShapes' | 'oldImport' | 'oldCatalog' | 'oldPolicy';

/** Returns the options of the old side. `--old-shapes`, `--old-import` and `--old-catalog` replace the common options. */
export function oldOptions<O extends ModelOptions & Pick<DiffOptions, OldOption>>(options: O): O {
  const { oldShapes, oldImport, oldCatalog, oldPolicy } = options;
  return {
    ...options,
    ...(oldShapes.length > 0 && { shapes: oldShapes }),
    ...(oldImport.length > 0 && { import: oldImport }),
    ...(oldCatalog !== undefined && { catalog: oldCatalog }),
    policy: [...options.policy, ...oldPolicy],
  };
}

/**
 * Reads one side.
 *
 * @throws DiagnosticError if it cannot be read; its locations name the revision.
 */
export async function readSide(source: SideSource, options: ModelOptions): Promise<Side> {
  if (!('ref' in source)) {
    const { model, ontology } = await modelFor(source.file, options);
    return { name: source.file, model, ontology, withDisplayName: (place) => place };
  }
  const { ref, file } = source;
  const folder = nearestFolder(path.dirname(path.resolve(file)));
  const revision = openRevision(ref, folder, isOntologyFile);
  // A `.git` folder ends the search for settings and limits imports, as in a repository.
  mkdirSync(path.join(revision.root, '.git'), { recursive: true });
  // The revision is unpacked into a temporary folder. Its files have the same paths there as in the work tree.
  const pathInRevision = (file: string) => path.join(revision.root, path.relative(revision.top, realPath(file)));
  const revisionFile = pathInRevision(file);
  const shownFile = (file: string) => {
    const relative = path.relative(revision.root, path.resolve(file));
    return relative.startsWith('..') ? file : `${ref}:${relative.split(path.sep).join('/')}`;
  };
  const withDisplayName = (place: Place): Place => ({ ...place, file: shownFile(place.file) });
  const isInRevision = (file: string) => existsSync(pathInRevision(file));
  try {
    if (!existsSync(revisionFile)) {
      const [inRepository, commit] = [shownFile(revisionFile).slice(ref.length + 1), revision.commit.slice(0, 10)];
      fail('git-no-file', { ref, commit, file: inRepository, given: file, isHere: existsSync(file) });
    }
    const { model, ontology } = await modelFor(
      path.relative('', revisionFile),
      {
        ...options,
        // Files that the revision does not contain are omitted.
        shapes: options.shapes.filter(isInRevision).map(pathInRevision),
        import: options.import.flatMap((each) => {
          const [, iri = '', target = ''] = /^(<[^>]+>|[^=]+)=(.+)$/s.exec(each) ?? [];
          return isInRevision(target) ? `${iri}=${pathInRevision(target)}` : [];
        }),
        catalog: options.catalog !== undefined && isInRevision(options.catalog) ? pathInRevision(options.catalog) : undefined,
        config: options.config !== undefined && isInRevision(options.config) ? pathInRevision(options.config) : undefined,
      },
      { from: path.dirname(revisionFile) },
    );
    const workTreePath = (file: string) =>
      file.startsWith(`${ref}:`) ? path.relative('', path.join(revision.top, file.slice(ref.length + 1))) : file;
    return { name: shownFile(revisionFile), model, ontology, withDisplayName, workTreePath };
  } catch (error) {
    if (!(error instanceof DiagnosticError)) throw error;
    throw new DiagnosticError(
      ...error.diagnostics.map((each) => ({
        ...each,
        message: each.message.replaceAll(path.relative('', revision.root), ref),
        ...(each.place && { place: withDisplayName(each.place) }),
      })),
    );
  } finally {
    revision.dispose();
  }
}

/** Returns whether a file may belong to an ontology: it contains RDF, a catalogue or settings. */
function isOntologyFile(file: string): boolean {
  return extensions.includes(path.extname(file).toLowerCase()) || SETTINGS_FILES.some((name) => name === path.basename(file));
}

/** Returns the nearest existing folder at or above a folder: a file of a revision may be in a folder that no longer exists. */
function nearestFolder(folder: string): string {
  return existsSync(folder) || path.dirname(folder) === folder ? folder : nearestFolder(path.dirname(folder));
}
