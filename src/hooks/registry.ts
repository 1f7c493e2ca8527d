import path from 'node:path';
import { fail, isSystemError, readRegular, reasonOf } from '../diagnostics/index.ts';
import { type EventName, eventNames, isEventName } from './events.ts';
import { type Json, JsonError, type JsonObject, parseJson } from './json.ts';
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

/** Returns a hook for messages. */
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
  try {
    return hooksOf(parseJson(text));
  } catch (error) {
    if (!(error instanceof JsonError)) throw error;
    return failInvalid(file, text, error);
  }
}

function failInvalid(file: string, text: string, error: JsonError): never {
  const conflict = /^(<{7}|={7}|>{7})/m.exec(text);
  const at = conflict ? conflict.index : error.at;
  const reason = conflict ? 'here is a mark of a Git merge that was not finished' : error.message;
  const before = text.slice(0, at);
  const start = before.lastIndexOf('\n') + 1;
  const place = { file, line: before.split('\n').length, column: at - start + 1 };
  return fail('registry-broken', { reason }, place, text.slice(start).split('\n', 1)[0] ?? '');
}

function hooksOf(json: Json): readonly Hook[] {
  const top = asObject(json, 'the registry', ['version', 'hooks'], []);
  const version = top.members.get('version')?.value;
  if (version?.kind !== 'number' || version.value !== VERSION) {
    throw new JsonError(version?.at ?? json.at, `the version is not ${VERSION}, the only one that this codegen knows`);
  }
  const list = top.members.get('hooks')?.value;
  if (list?.kind !== 'array') throw new JsonError(list?.at ?? json.at, '"hooks" is not an array');
  const ids = new Set<string>();
  return list.items.map((item) => {
    const hook = hookOf(item);
    if (ids.has(hook.id)) throw new JsonError(item.at, `there are two hooks with the id ${hook.id}`);
    ids.add(hook.id);
    return hook;
  });
}

function hookOf(json: Json): Hook {
  const object = asObject(json, 'a hook', ['id', 'trigger', 'action', 'created_at'], ['name', 'from']);
  const text = (key: string, isValid: (value: string) => boolean, expected: string): string => {
    const value = object.members.get(key)?.value;
    if (value?.kind !== 'string' || !isValid(value.value)) {
      throw new JsonError(value?.at ?? object.at, `"${key}" is not ${expected}`);
    }
    return value.value;
  };
  const isAnything = (value: string) => value !== '' && !value.includes('\0');
  const trigger = text('trigger', isEventName, `one of ${eventNames.join(', ')}`);
  const isTime = (value: string) => TIMESTAMP.test(value) && !Number.isNaN(Date.parse(value));
  return {
    id: text('id', (value) => ID.test(value), 'an id such as hook_4f7kq2mz'),
    trigger: trigger as EventName,
    action: text('action', isAnything, "a script's path"),
    created_at: text('created_at', isTime, 'a time in UTC such as 2025-01-31T08:00:00.000Z'),
    ...(object.members.has('name') && { name: text('name', isAnything, 'a name') }),
    ...(object.members.has('from') && { from: text('from', isAnything, 'a folder') }),
  };
}

/** Returns an object with exactly these keys. A misspelt key must not be ignored silently. */
function asObject(json: Json, subject: string, required: readonly string[], optional: readonly string[]): JsonObject {
  if (json.kind !== 'object') throw new JsonError(json.at, `${subject} is not an object`);
  for (const [key, member] of json.members) {
    if (required.includes(key) || optional.includes(key)) continue;
    throw new JsonError(member.at, `${subject} has no key "${key}"; its keys are ${[...required, ...optional].join(', ')}`);
  }
  const missing = required.find((key) => !json.members.has(key));
  if (missing !== undefined) throw new JsonError(json.at, `${subject} lacks the key "${missing}"`);
  return json;
}
