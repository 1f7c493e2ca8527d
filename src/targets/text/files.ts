/** Names that Windows reserves for devices, with any extension (Microsoft, "Naming Files, Paths, and Namespaces"). */
export const DEVICE = /^(?:con|prn|aux|nul|com[0-9]|lpt[0-9])$/;

/** Returns a file name without extension that is valid on all systems, for a name in snake_case. */
export function fileStem(slug: string): string {
  return DEVICE.test(slug) ? `${slug}_` : slug;
}
