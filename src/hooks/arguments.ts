/** Shortens the arguments of an event to the length that the operating system accepts. */

/** An argument of an event: text, or bytes that need not be text. */
export type Argument = string | Uint8Array;

/** The limit of Linux (MAX_ARG_STRLEN without the final zero). */
export const MAX_ARGUMENT_BYTES = 128 * 1024 - 1;

export interface FittedArguments {
  readonly args: readonly string[];
  /** The first argument that could not be passed as it is. */
  readonly oversized: Uint8Array | undefined;
}

/** Returns arguments of at most `maxBytes`: of a longer one, the end, from a whole character on. */
export function fitArguments(args: readonly Argument[], maxBytes: number): FittedArguments {
  let oversized: Uint8Array | undefined;
  const fitted = args.map((arg) => {
    const bytes = typeof arg === 'string' ? Buffer.from(arg) : Buffer.from(arg.buffer, arg.byteOffset, arg.byteLength);
    // An argument cannot contain a zero byte.
    const text = endOf(Buffer.from(bytes.toString().replaceAll('\0', '')), maxBytes);
    if (!Buffer.from(text).equals(bytes)) oversized ??= bytes;
    return text;
  });
  return { args: fitted, oversized };
}

function endOf(bytes: Buffer, maxBytes: number): string {
  let start = Math.max(0, bytes.length - maxBytes);
  if (start > 0) while (isContinuation(bytes[start])) start++;
  return bytes.toString('utf8', start);
}

function isContinuation(byte: number | undefined): boolean {
  return byte !== undefined && (byte & 0xc0) === 0x80;
}
