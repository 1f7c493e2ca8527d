/** Suggests decisions for properties without a domain: lines for `codegen.yaml` such as `ex:title: { domain: [] }`. */

import type { Diagnostic } from '../diagnostics/index.ts';
import { loadFirstSettings } from '../settings/index.ts';

/** Maximum number of properties in the block without --verbose. */
const MAX_LISTED = 10;

/** Returns the names of the properties without a domain, as messages show them. */
export function domainlessProperties(diagnostics: readonly Diagnostic[]): string[] {
  return diagnostics.flatMap(({ code, group }) => (code === 'property-without-domain' && group ? [group.name] : []));
}

/**
 * Returns lines to paste into `codegen.yaml`, which name the classes of properties without a domain.
 *
 * @param command prints the whole block
 * @returns lines; none if each property has a class
 */
export async function domainBlockLines(properties: readonly string[], isWhole: boolean, command: string): Promise<string[]> {
  if (properties.length === 0) return [];
  const { domainBlock } = await loadFirstSettings();
  const listed = isWhole ? properties : properties.slice(0, MAX_LISTED);
  const more = properties.length - listed.length;
  return [
    `no class has ${properties.length === 1 ? 'this property' : `these ${properties.length} properties`}; name ${properties.length === 1 ? 'its' : 'their'} classes in codegen.yaml, or use --policy domainless=top:`,
    ...domainBlock(listed),
    ...(more > 0 ? [`  # ${more} more: ${command}`] : []),
  ];
}
