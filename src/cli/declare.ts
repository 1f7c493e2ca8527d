/** What the declarations of commands share. */

/** An option that may be given more than once gathers its values. */
export function collect(value: string, previous: readonly string[] = []): readonly string[] {
  return [...previous, value];
}

/** The text below the options of a command that shows how it is used. */
export function example(command: string): string {
  return `\nExample:\n  $ ${command}`;
}
