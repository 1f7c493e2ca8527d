/** Names that Windows keeps for devices, whatever the extension (Microsoft, "Naming Files, Paths, and Namespaces"). */
const DEVICE = /^(?:con|prn|aux|nul|com[0-9]|lpt[0-9])$/;

/** The name of a file without its extension, of a name in snake_case: one that every system takes. */
export function fileStem(slug: string): string {
  return DEVICE.test(slug) ? `${slug}_` : slug;
}
