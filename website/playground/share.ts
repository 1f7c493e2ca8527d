/** Links that carry a project in their fragment, which browsers send to no server. */

import type { Project } from './protocol.ts';

/** The start of the fragment of such a link. */
export const KEY = '#project=';

async function through(bytes: Uint8Array<ArrayBuffer>, transform: GenericTransformStream): Promise<Uint8Array<ArrayBuffer>> {
  const stream = new Blob([bytes]).stream().pipeThrough(transform);
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

/** Returns the fragment for a project: JSON, compressed by DEFLATE, in Base64 for URLs (RFC 4648, section 5). */
export async function fragmentOf(project: Project): Promise<string> {
  const bytes = new TextEncoder().encode(JSON.stringify(project));
  const compressed = await through(bytes, new CompressionStream('deflate-raw'));
  const text = Array.from(compressed, (byte) => String.fromCharCode(byte)).join('');
  return KEY + btoa(text).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

/** Returns the project of a fragment; undefined if it has none, or a damaged one. */
export async function projectOf(fragment: string): Promise<Project | undefined> {
  if (!fragment.startsWith(KEY)) return undefined;
  try {
    const text = atob(fragment.slice(KEY.length).replaceAll('-', '+').replaceAll('_', '/'));
    const bytes = Uint8Array.from(text, (character) => character.charCodeAt(0));
    const { files, policies } = JSON.parse(
      new TextDecoder().decode(await through(bytes, new DecompressionStream('deflate-raw'))),
    ) as Project;
    return isTexts(files) && isTexts(policies) && Object.keys(files).length > 0 ? { files, policies } : undefined;
  } catch {
    return undefined;
  }
}

const isTexts = (given: unknown): boolean =>
  typeof given === 'object' && given !== null && Object.values(given).every((each) => typeof each === 'string');
