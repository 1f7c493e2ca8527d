/**
 * Reads a settings file: validates it, and converts it to `Settings`. Paths become relative to the working directory: in
 * `app/codegen.yaml`, `ontology: blog.ttl` becomes `app/blog.ttl`.
 */

import path from 'node:path';
import { DiagnosticError, diagnostic, fail, type Rules } from '../diagnostics/index.ts';
import type { Decisions } from '../model/index.ts';
import { isRemote, type LoadOptions, textPieces } from '../ontology/index.ts';
import { readDocument, type YamlDocument } from '../yaml/index.ts';
import { type DeclaredSettings, declaration } from './declaration.ts';
import { checkOutputs } from './outputs.ts';
import { problemsOf } from './problems.ts';
import type { Settings } from './types.ts';

/** Size limit of a settings file. */
const MAX_BYTES = 1_000_000;

/** @throws DiagnosticError with the source location of each error */
export async function readSettings(file: string): Promise<Settings> {
  const document = readDocument(file, textOf(file), {
    problem: (reason, place, line) => diagnostic('settings-syntax', { reason }, place, line),
    // `openapi: 3.0` must not become 3.
    isText: (path) => path.length === 2 && path[0] === 'policies',
  });
  const { success, data, error } = declaration.safeParse(document.data);
  if (!success) throw new DiagnosticError(...(await problemsOf(error.issues, document, declaration)));
  const folder = path.dirname(file);
  /** @param prefix begins a path below the working directory, which would otherwise look like a name */
  const resolvePath = (given: string, prefix = ''): string => {
    if (path.isAbsolute(given) || isRemote(given)) return given;
    const relative = path.relative('', path.resolve(folder, given)) || '.';
    return relative.startsWith('.') ? relative : prefix + relative;
  };
  const settings: Settings = {
    file,
    folder,
    ontology: resolvePath(typeof data.ontology === 'string' ? data.ontology : data.ontology.file),
    sources: sourcesOf(data, resolvePath),
    policies: data.policies ?? {},
    selection: selectionOf(data, document),
    outputs: (data.outputs ?? []).map(({ template, folder, options = {} }, i) => ({
      template: /[/\\]/.test(template) ? resolvePath(template, './') : template,
      folder: resolvePath(folder),
      options,
      place: document.place(['outputs', i, 'folder']),
      templatePlace: document.place(['outputs', i, 'template']),
      optionsPlace: document.place(['outputs', i, 'options']),
    })),
    decisions: decisionsOf(data, document),
    rules: rulesOf(data, document, folder),
    declared: data,
    place: document.place,
    lineAt: document.lineAt,
  };
  checkOutputs(settings);
  return settings;
}

function selectionOf({ select, exclude, depth, outside }: DeclaredSettings, document: YamlDocument): Settings['selection'] {
  const patterns = Object.entries({ select, exclude }).flatMap(([option, patterns = []]) =>
    patterns.map((pattern, i) => {
      const place = document.place([option, i]);
      return { option: option as 'select' | 'exclude', pattern, place, source: document.lineAt(place) };
    }),
  );
  return {
    ...(patterns.length > 0 && { named: patterns }),
    ...(select && { select }),
    ...(exclude && { exclude }),
    ...(depth !== undefined && { depth }),
    ...(outside && { outside }),
  };
}

function decisionsOf({ elements = {} }: DeclaredSettings, document: YamlDocument): Decisions {
  return Object.entries(elements).map(([element, { despite, 'server-assigned': serverAssigned, domain, ...choice }]) => ({
    element,
    choice: {
      ...choice,
      ...(serverAssigned !== undefined && { serverAssigned }),
      ...(domain !== undefined && { domain: typeof domain === 'string' ? [domain] : domain }),
    },
    despite,
    place: (member) =>
      document.placeOfKey([
        'elements',
        element,
        ...(member === undefined ? [] : [member === 'serverAssigned' ? 'server-assigned' : member]),
      ]),
  }));
}

function rulesOf({ diagnostics = {} }: DeclaredSettings, document: YamlDocument, folder: string): Rules {
  const { errors = [], silence = [] } = diagnostics;
  return {
    errors,
    silences: silence.map((each, i) => ({ ...each, place: document.place(['diagnostics', 'silence', i]) })),
    folder,
  };
}

function textOf(file: string): string {
  try {
    return [...textPieces(file, MAX_BYTES, 'settings')].join('');
  } catch (error) {
    if (error instanceof DiagnosticError && error.diagnostics[0]?.code === 'file-not-found') fail('settings-not-found', { file });
    throw error;
  }
}

function sourcesOf({ ontology }: DeclaredSettings, resolvePath: (given: string) => string): LoadOptions {
  if (typeof ontology === 'string') return {};
  const { shapes = [], imports = {}, catalog } = ontology;
  return {
    shapes: shapes.map((each) => resolvePath(each)),
    imports: Object.entries(imports).map(([iri, file]) => ({ iri, file: resolvePath(file) })),
    ...(catalog !== undefined && { catalog: resolvePath(catalog) }),
    allowRead: (ontology['allow-read'] ?? []).map((each) => resolvePath(each)),
    ...(ontology['graph-names'] && { graphs: ontology['graph-names'] }),
  };
}
