/**
 * Converts Zod's issues to messages for users: for `depth: many`, "depth must be an integer, not "many"", with the line and column
 * in the file, and a similar known word if there is one.
 */

import type { z } from 'zod';
import { type Diagnostic, diagnostic, type Place, suggest } from '../diagnostics/index.ts';
import type { Path, YamlDocument } from '../yaml/index.ts';
import type { declaration } from './declaration.ts';

type Issue = z.core.$ZodIssue;

/** Zod's types in plain words. */
const typeNames: Readonly<Record<string, string>> = {
  string: 'a string',
  array: 'a list',
  object: 'a map',
  record: 'a map',
  number: 'a number',
  int: 'an integer',
  boolean: 'true or false',
};

/** Returns a diagnostic for each error, in the order of source locations. */
export async function problemsOf(
  issues: readonly Issue[],
  document: YamlDocument,
  schema: typeof declaration,
): Promise<readonly Diagnostic[]> {
  const diagnostics: Diagnostic[] = [];
  for (const issue of issues) diagnostics.push(...(await diagnosticsOf(issue, [], document, schema)));
  const order = ({ place }: Diagnostic) => (place?.line ?? 0) * 1e6 + (place?.column ?? 0);
  return diagnostics.sort((a, b) => order(a) - order(b));
}

async function diagnosticsOf(
  issue: Issue,
  parentPath: Path,
  document: YamlDocument,
  schema: typeof declaration,
): Promise<readonly Diagnostic[]> {
  const path: Path = [...parentPath, ...(issue.path as Path)];
  const value = valueAt(document.data, path);
  // A check of several members together may name one that does not exist.
  if (value === undefined && path.length > 0 && issue.code !== 'custom') return [missingMember(path, document)];
  const invalid = (text: string, suggestion?: string) => [invalidValue(path, document, text, suggestion)];
  switch (issue.code) {
    case 'unrecognized_keys': {
      const known = keysAt(schema, path);
      return Promise.all(issue.keys.map((key) => unknownKey(key, path, known, document, schema)));
    }
    case 'invalid_type':
      return invalid(describeMismatch(value, [issue.expected], path), hintForType(value, issue.expected));
    case 'invalid_value':
      return invalid(...(await unknownValue(value, issue.values.map(String))));
    case 'invalid_union': {
      const { intended, types } = alternativesOf(issue.errors);
      if (!intended) return invalid(describeMismatch(value, types, path));
      return (await Promise.all(intended.map((each) => diagnosticsOf(each, path, document, schema)))).flat();
    }
    case 'too_small':
      return issue.origin === 'number'
        ? invalid(`must not be less than ${issue.minimum}`)
        : invalid('is empty', issue.origin === 'array' ? 'add an entry' : undefined);
    case 'too_big':
      return invalid(`must not be greater than ${issue.maximum}`);
    case 'invalid_format':
      return invalid(`cannot be ${JSON.stringify(value)}, but ${issue.message}`);
    case 'custom':
      return invalid(...(await customProblem(issue, value)));
    default:
      return invalid(issue.message);
  }
}

/** Returns the errors of the alternative that accepts the type of the value, and the types that all alternatives expect. */
function alternativesOf(alternatives: readonly (readonly Issue[])[]) {
  return {
    intended: alternatives.find((issues) => !issues.some((each) => each.code === 'invalid_type' && each.path.length === 0)),
    types: alternatives.flatMap(([first]) => (first?.code === 'invalid_type' ? [first.expected] : [])),
  };
}

function invalidValue(path: Path, document: YamlDocument, problem: string, suggestion: string | undefined): Diagnostic {
  const place = document.place(path);
  const where = path.length === 0 ? 'the settings' : formatPath(path);
  return diagnostic('settings-value', { where, problem, suggestion }, place, document.lineAt(place));
}

async function unknownKey(
  key: string,
  path: Path,
  known: readonly string[],
  document: YamlDocument,
  schema: typeof declaration,
): Promise<Diagnostic> {
  const place = document.placeOfKey([...path, key]);
  const location = path.length === 0 ? 'the settings' : `the settings of ${formatPath(path)}`;
  // The key may belong to a known member: `imports` to `ontology`.
  const parent = known.find((each) => keysAt(schema, [...path, each]).includes(key));
  const suggestion = parent === undefined ? await suggest(key, known) : `${parent}.${key}`;
  return diagnostic('settings-key', { key, where: location, known, suggestion }, place, document.lineAt(place));
}

function missingMember(path: Path, document: YamlDocument): Diagnostic {
  const parent = path.slice(0, -1);
  const place: Place = document.place(parent);
  const location = parent.length === 0 ? 'the settings' : `the settings of ${formatPath(parent)}`;
  return diagnostic('settings-missing', { key: String(path.at(-1)), where: location }, place, document.lineAt(place));
}

async function unknownValue(value: unknown, known: readonly string[]): Promise<[problem: string, help?: string]> {
  if (typeof value !== 'string') return [`${describeMismatch(value, ['string'])}: one of ${known.join(', ')}`];
  const similar = await suggest(value, known);
  return [
    `cannot be ${JSON.stringify(value)}`,
    similar === undefined ? `it may be ${known.slice(0, -1).join(', ')} or ${known.at(-1)}` : `did you mean ${similar}?`,
  ];
}

/** Custom checks may give the allowed values in `params.known`. */
async function customProblem(
  { params, message }: z.core.$ZodIssueCustom,
  value: unknown,
): Promise<[problem: string, help?: string]> {
  const known = params?.['known'] as readonly string[] | undefined;
  return known ? unknownValue(value, known) : [message];
}

function describeMismatch(value: unknown, expected: readonly string[], path?: Path): string {
  const expectedTypes = [...new Set(expected.map((type) => typeNames[type] ?? type))].join(' or ');
  if (value === null || value === undefined)
    return `${path?.length === 0 ? 'are empty; they' : 'is empty; it'} must be ${expectedTypes}`;
  if (Array.isArray(value)) return `must be ${expectedTypes}, not a list`;
  if (typeof value === 'object') return `must be ${expectedTypes}, not a map`;
  const needsQuotes = expected.includes('string') && typeof value !== 'string';
  return `must be ${expectedTypes}, not ${JSON.stringify(value)}${needsQuotes ? ', unless that stands in quotes' : ''}`;
}

/** Corrects text that was meant to be a list of one value, or a member: `ontology:blog.ttl`, `ontology = blog.ttl`. */
function hintForType(value: unknown, expected: string): string | undefined {
  if (expected === 'array' && typeof value === 'string') return `write a list: [${value}]`;
  if (expected === 'array' && typeof value === 'object') return 'begin each entry with "- "';
  if (expected !== 'object') return undefined;
  if (Array.isArray(value)) return 'write its members without "- "';
  const [, key, member] = (typeof value === 'string' && /^(\w+)\s*[:=]\s*(\S.*)$/.exec(value)) || [];
  return key === undefined ? undefined : `did you mean ${key}: ${member}?`;
}

/** Formats a path: `outputs[0].folder` */
export function formatPath(path: Path): string {
  return path.map((part, i) => (typeof part === 'number' ? `[${part}]` : `${i === 0 ? '' : '.'}${part}`)).join('');
}

function valueAt(data: unknown, path: Path): unknown {
  let value = data;
  for (const part of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, part)) return undefined;
    value = (value as Record<string | number, unknown>)[part];
  }
  return value;
}

/** Returns the names of the members that the map at a path may have. */
function keysAt(schema: z.ZodType, path: Path): readonly string[] {
  let definitions = definitionsOf(schema);
  for (const part of path) {
    definitions = definitions.flatMap(({ element, shape, valueType }) => {
      const member = typeof part === 'number' ? element : (shape?.[part] ?? valueType);
      return member ? definitionsOf(member) : [];
    });
  }
  return definitions.flatMap(({ shape = {} }) => Object.keys(shape));
}

/** The parts of Zod's declarations that describe members: its types do not publish them. */
interface Definition {
  readonly innerType?: z.ZodType;
  readonly options?: readonly z.ZodType[];
  readonly shape?: Readonly<Record<string, z.ZodType>>;
  readonly element?: z.ZodType;
  readonly valueType?: z.ZodType;
}

/** Returns the definitions of all alternatives. */
function definitionsOf(schema: z.ZodType): readonly Definition[] {
  const { def } = schema as unknown as { readonly def: Definition };
  if (def.innerType) return definitionsOf(def.innerType);
  return def.options ? def.options.flatMap(definitionsOf) : [def];
}
