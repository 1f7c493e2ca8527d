/**
 * Converts the errors of the validator to messages for users: for `depth: many`, "depth must be an integer, not "many"", with the
 * line and column in the file, and a similar known word if there is one.
 */

import type { z } from 'zod';
import { type Diagnostic, diagnostic, type Place, suggest } from '../diagnostics/index.ts';
import type { declaration } from './declaration.ts';
import type { SettingsDocument } from './document.ts';
import type { Path } from './types.ts';

type Issue = z.core.$ZodIssue;

/** Types of the validator in plain words. */
const kinds: Readonly<Record<string, string>> = {
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
  document: SettingsDocument,
  schema: typeof declaration,
): Promise<readonly Diagnostic[]> {
  const diagnostics: Diagnostic[] = [];
  for (const issue of issues) diagnostics.push(...(await problemOf(issue, [], document, schema)));
  const order = ({ place }: Diagnostic) => (place?.line ?? 0) * 1e6 + (place?.column ?? 0);
  return diagnostics.sort((a, b) => order(a) - order(b));
}

async function problemOf(
  issue: Issue,
  parentPath: Path,
  document: SettingsDocument,
  schema: typeof declaration,
): Promise<readonly Diagnostic[]> {
  const path: Path = [...parentPath, ...(issue.path as Path)];
  const value = valueAt(document.data, path);
  // A check of several members together may name one that does not exist.
  if (value === undefined && path.length > 0 && issue.code !== 'custom') return [missingMember(path, document)];
  const problem = (text: string, suggestion?: string) => [invalidValue(path, document, text, suggestion)];
  switch (issue.code) {
    case 'unrecognized_keys': {
      const known = keysAt(schema, path);
      return Promise.all(issue.keys.map((key) => unknownKey(key, path, known, document, schema)));
    }
    case 'invalid_type':
      return problem(describeMismatch(value, [issue.expected]), suggestMember(value, issue.expected));
    case 'invalid_value':
      return problem(...(await unknownValue(value, issue.values.map(String))));
    case 'invalid_union': {
      const { intended, types } = alternativesOf(issue.errors);
      if (!intended) return problem(describeMismatch(value, types));
      return (await Promise.all(intended.map((each) => problemOf(each, path, document, schema)))).flat();
    }
    case 'too_small':
      return issue.origin === 'number'
        ? problem(`must not be less than ${issue.minimum}`)
        : problem('is empty', issue.origin === 'array' ? 'add an entry' : undefined);
    case 'too_big':
      return problem(`must not be greater than ${issue.maximum}`);
    case 'invalid_format':
      return problem(`cannot be ${JSON.stringify(value)}, but ${issue.message}`);
    case 'custom':
      return problem(...(await customProblem(issue, value)));
    default:
      return problem(issue.message);
  }
}

/** Returns the errors of the alternative that accepts the type of the value, and the types that all alternatives expect. */
function alternativesOf(alternatives: readonly (readonly Issue[])[]) {
  return {
    intended: alternatives.find((issues) => !issues.some((each) => each.code === 'invalid_type' && each.path.length === 0)),
    types: alternatives.flatMap(([first]) => (first?.code === 'invalid_type' ? [first.expected] : [])),
  };
}

function invalidValue(path: Path, document: SettingsDocument, text: string, suggestion: string | undefined): Diagnostic {
  const place = document.place(path);
  const [location, problem] =
    path.length === 0 ? ['the settings', text.replace(/^is empty; it /, 'are empty; they ')] : [formatPath(path), text];
  return diagnostic('settings-value', { where: location, problem, suggestion }, place, document.lineAt(place));
}

async function unknownKey(
  key: string,
  path: Path,
  known: readonly string[],
  document: SettingsDocument,
  schema: typeof declaration,
): Promise<Diagnostic> {
  const place = document.placeOfKey([...path, key]);
  const location = path.length === 0 ? 'the settings' : `the settings of ${formatPath(path)}`;
  // The key may belong to a known member: `imports` to `ontology`.
  const parent = known.find((each) => keysAt(schema, [...path, each]).includes(key));
  const suggestion = parent === undefined ? await suggest(key, known) : `${parent}.${key}`;
  return diagnostic('settings-key', { key, where: location, known, suggestion }, place, document.lineAt(place));
}

function missingMember(path: Path, document: SettingsDocument): Diagnostic {
  const parent = path.slice(0, -1);
  const place: Place = document.place(parent);
  const location = parent.length === 0 ? 'the settings' : `the settings of ${formatPath(parent)}`;
  return diagnostic('settings-missing', { key: String(path.at(-1)), where: location }, place, document.lineAt(place));
}

/** Returns what is wrong, and a suggestion. */
async function unknownValue(value: unknown, known: readonly string[]): Promise<[problem: string, help?: string]> {
  if (typeof value !== 'string') return [`${describeMismatch(value, ['string'])}: one of ${known.join(', ')}`];
  const similar = await suggest(value, known);
  return [
    `cannot be ${JSON.stringify(value)}`,
    similar === undefined ? `it may be ${known.slice(0, -1).join(', ')} or ${known.at(-1)}` : `did you mean ${similar}?`,
  ];
}

/** A check of the declaration may list the known values. */
async function customProblem(
  { params, message }: z.core.$ZodIssueCustom,
  value: unknown,
): Promise<[problem: string, help?: string]> {
  const known = params?.['known'] as readonly string[] | undefined;
  return known ? unknownValue(value, known) : [message];
}

function describeMismatch(value: unknown, expected: readonly string[]): string {
  const expectedKinds = [...new Set(expected.map((kind) => kinds[kind] ?? kind))].join(' or ');
  if (value === null || value === undefined) return `is empty; it must be ${expectedKinds}`;
  if (Array.isArray(value)) return `must be ${expectedKinds}, not a list`;
  if (typeof value === 'object') return `must be ${expectedKinds}, not a map`;
  const isText = expected.includes('string') && typeof value !== 'string';
  return `must be ${expectedKinds}, not ${JSON.stringify(value) ?? String(value)}${isText ? ', unless that stands in quotes' : ''}`;
}

/** Corrects text that was meant to be a list of one value, or a member: `ontology:blog.ttl`, `ontology = blog.ttl`. */
function suggestMember(value: unknown, expected: string): string | undefined {
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
  let at: z.ZodType[] = [schema];
  for (const part of path) at = at.flatMap((each) => memberSchemas(each, part));
  return at.flatMap(memberShapes).flatMap((each) => Object.keys(each));
}

type Shape = Readonly<Record<string, z.ZodType>>;

/** Returns the members that a value may have if it is a map: one object for each alternative. */
function memberShapes(schema: z.ZodType): readonly Shape[] {
  const { def } = schema as unknown as { readonly def: Definition };
  if (def.innerType) return memberShapes(def.innerType);
  if (def.options) return def.options.flatMap(memberShapes);
  return def.shape ? [def.shape] : [];
}

/** The parts of the validator's declarations that describe members: its types do not publish them. */
interface Definition {
  readonly innerType?: z.ZodType;
  readonly options?: readonly z.ZodType[];
  readonly shape?: Shape;
  readonly element?: z.ZodType;
  readonly valueType?: z.ZodType;
}

function memberSchemas(schema: z.ZodType, part: string | number): z.ZodType[] {
  const { def } = schema as unknown as { readonly def: Definition };
  if (def.innerType) return memberSchemas(def.innerType, part);
  if (def.options) return def.options.flatMap((each) => memberSchemas(each, part));
  const inner = typeof part === 'number' ? def.element : (def.shape?.[part] ?? def.valueType);
  return inner ? [inner] : [];
}
