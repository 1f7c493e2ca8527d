/** Names that Windows reserves for devices, with any extension (Microsoft, "Naming Files, Paths, and Namespaces"). */
export const WINDOWS_DEVICE_NAME = /^(?:con|prn|aux|nul|com[0-9]|lpt[0-9])$/;

/** Returns a file name without extension that is valid on all systems, for a name in snake_case. */
export function fileStem(slug: string): string {
  return WINDOWS_DEVICE_NAME.test(slug) ? `${slug}_` : slug;
}
