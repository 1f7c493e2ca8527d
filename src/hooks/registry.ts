/** Reads and writes the registry: `.codegen/hooks.json` has the hooks of a project. */

import path from 'node:path';
import { fail, findSyntaxError, isSystemError, parseJson, readRegular, reasonOf, type Tree } from '../diagnostics/index.ts';
import { type EventName, eventNames, isEventName } from './events.ts';
import { type Project, rejectLinks } from './project.ts';

/** A hook, as it is listed. */
export interface HookRecord {
  readonly id: string;
  readonly trigger: EventName;
  /** The path of the script as the user gave it. */
  readonly action: string;
  /** ISO 8601, UTC. */
  readonly created_at: string;
}

/** A hook, as it is registered. */
export interface Hook extends HookRecord {
  readonly name?: string;
  /** The base of a relative path of the script, relative to the project's root; absent if it is the root. */
  readonly from?: string;
}

/** The maximum size: enough for thousands of hooks. */
const MAX_BYTES = 5_000_000;

const VERSION = 1;
const ID = /^hook_[0-9A-Za-z_-]+$/;
const TIMESTAMP = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/;

/** Returns the members of a hook that programs receive; the others are in its details. */
export function recordOf({ id, trigger, action, created_at }: Hook): HookRecord {
  return { id, trigger, action, created_at };
}

/** Returns the absolute path of a hook's script. */
export function scriptOf(project: Project, hook: Hook): string {
  return path.resolve(project.root, hook.from ?? '', hook.action);
}

/** Returns the name that distinguishes the output of a hook from that of others. */
export function labelOf(hook: Hook): string {
  return onOneLine(hook.name ?? hook.id);
}

export function describeHook({ id, name, action }: Hook): string {
  return `${id} (${onOneLine(name === undefined ? action : `${name}, ${action}`)})`;
}

function onOneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Zl}\p{Zp}]/gu, ' ');
}

/**
 * Returns the registered hooks, in order of creation.
 *
 * @throws DiagnosticError with the source location if the registry is invalid, cannot be read, or is a link
 */
export function readHooks(project: Project): readonly Hook[] {
  rejectLinks(project, project.registry);
  return parseRegistry(project.registry, readRegistryText(project.registry));
}

/** Returns the registry's text; undefined if it does not exist yet. */
export function readRegistryText(file: string): string | undefined {
  let bytes: Buffer;
  try {
    bytes = readRegular(file, MAX_BYTES);
  } catch (error) {
    if (isSystemError(error) && error.code === 'ENOENT') return undefined;
    return fail('file-unreadable', { file, reason: reasonOf(error) });
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return fail('registry-broken', { reason: 'it is not UTF-8' }, { file });
  }
}

/** Returns the content of a registry file. */
export function printRegistry(hooks: readonly Hook[]): string {
  return `${JSON.stringify({ version: VERSION, hooks }, undefined, 2)}\n`;
}

/**
 * Returns the hooks of a registry; none if it does not exist.
 *
 * @param file its path, for messages
 */
export function parseRegistry(file: string, text: string | undefined): readonly Hook[] {
  if (text === undefined) return [];
  const conflict = /^(?:<{7}|={7}|>{7})/m.exec(text);
  if (conflict) return failAt(file, text, conflict.index, 'here is a mark of a Git merge that was not finished');
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    const { why, at } = findSyntaxError(text) ?? { why: error.message, at: 0 };
    return failAt(file, text, at, why);
  }
  const reject: Reject = (reason) => fail('registry-broken', { reason }, { file });
  // JSON.parse keeps the last of two members only, so a careless merge would lose hooks.
  const repeated = repeatedKey(parseJson(text));
  if (repeated !== undefined) reject(`an object has the key "${repeated}" twice`);
  return hooksOf(json, reject);
}

function repeatedKey(tree: Tree | undefined): string | undefined {
  if (tree?.kind === 'array') return tree.items.map(repeatedKey).find((key) => key !== undefined);
  if (tree?.kind !== 'object') return undefined;
  const keys = tree.members.map(([key]) => key);
  const repeated = keys.find((key, i) => keys.indexOf(key) !== i);
  return repeated ?? tree.members.map(([, value]) => repeatedKey(value)).find((key) => key !== undefined);
}

function failAt(file: string, text: string, offset: number, reason: string): never {
  const before = text.slice(0, offset).split('\n');
  const place = { file, line: before.length, column: (before.at(-1) ?? '').length + 1 };
  return fail('registry-broken', { reason }, place, text.split('\n')[before.length - 1] ?? '');
}

/** Reports invalid content of a registry. */
type Reject = (reason: string) => never;

function hooksOf(json: unknown, reject: Reject): readonly Hook[] {
  const { version, hooks } = membersOf(json, 'the registry', ['version', 'hooks'], [], reject);
  if (version !== VERSION) reject(`the version is not ${VERSION}, the only one that this codegen knows`);
  if (!Array.isArray(hooks)) return reject('"hooks" is not an array');
  const ids = new Set<string>();
  return hooks.map((item, i) => {
    const hook = hookOf(item, i + 1, reject);
    if (ids.has(hook.id)) reject(`there are two hooks with the id ${hook.id}`);
    ids.add(hook.id);
    return hook;
  });
}

function hookOf(json: unknown, nth: number, reject: Reject): Hook {
  const id = (json as Partial<Hook> | null)?.id;
  const subject = typeof id === 'string' && ID.test(id) ? id : `hook ${nth}`;
  const members = membersOf(json, subject, ['id', 'trigger', 'action', 'created_at'], ['name', 'from'], reject);
  const text = (key: string, isValid: (value: string) => boolean, expected: string): string => {
    const value = members[key];
    return typeof value === 'string' && isValid(value) ? value : reject(`${subject}: "${key}" is not ${expected}`);
  };
  const isAnything = (value: string) => value !== '' && !value.includes('\0');
  const trigger = text('trigger', isEventName, `one of ${eventNames.join(', ')}`);
  const isTime = (value: string) => TIMESTAMP.test(value) && !Number.isNaN(Date.parse(value));
  return {
    id: text('id', (value) => ID.test(value), 'an id such as hook_4f7kq2mz'),
    trigger: trigger as EventName,
    action: text('action', isAnything, "a script's path"),
    created_at: text('created_at', isTime, 'a time in UTC such as 2025-01-31T08:00:00.000Z'),
    ...(Object.hasOwn(members, 'name') && { name: text('name', isAnything, 'a name') }),
    ...(Object.hasOwn(members, 'from') && { from: text('from', isAnything, 'a folder') }),
  };
}

/** Returns the members of an object with exactly these keys. A misspelt key must not be ignored silently. */
function membersOf(
  json: unknown,
  subject: string,
  required: readonly string[],
  optional: readonly string[],
  reject: Reject,
): Readonly<Record<string, unknown>> {
  if (typeof json !== 'object' || json === null || Array.isArray(json)) return reject(`${subject} is not an object`);
  const keys = [...required, ...optional];
  const other = Object.keys(json).find((key) => !keys.includes(key));
  if (other !== undefined) reject(`${subject} has no key "${other}"; its keys are ${keys.join(', ')}`);
  const missing = required.find((key) => !Object.hasOwn(json, key));
  if (missing !== undefined) reject(`${subject} lacks the key "${missing}"`);
  return json as Readonly<Record<string, unknown>>;
}
