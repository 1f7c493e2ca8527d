/** Prints the module `queries.rs` without the functions, types and imports that no other module of the service needs. */

/**
 * Returns the module without unused items and imports.
 *
 * @param source the module with all items
 * @param users the modules that import from it
 */
export function queriesModule(source: string, users: readonly string[]): string {
  const [head = '', ...items] = source.split(/\n\n(?=\/\/\/|pub |impl)/);
  const used = new Set(
    users.flatMap((user) => [...user.matchAll(/^use super::queries::([^;]+);/gm)].flatMap(([, list = '']) => words(list))),
  );
  const mentioned = items.map((item) => ({ item, name: declaredName(item), names: words(withoutComments(item)) }));
  // The set grows while it is iterated.
  for (const name of used) for (const one of mentioned) if (one.name === name) for (const need of one.names) used.add(need);
  const kept = mentioned.flatMap(({ item, name }) => (name === undefined || used.has(name) ? [item] : []));
  const code = new Set(words(withoutComments(kept.join('\n'))));
  const imports = head.replace(/^use ([\w:]+)::(?:\{([^}]+)\}|(\w+));\n?/gm, (_, path: string, list = '', one = '') =>
    useDeclaration(
      path,
      words(list || one).filter((name) => code.has(name)),
    ),
  );
  const text = [imports.trimEnd(), ...kept].join('\n\n').replace(/\n{3,}/g, '\n\n');
  return `${text.trimEnd()}\n`;
}

const words = (text: string): readonly string[] => text.match(/\w+/g) ?? [];

const withoutComments = (text: string): string => text.replace(/^ *\/\/.*$/gm, '');

/** Returns the name of the item; undefined for an implementation, which belongs to the item before it. */
function declaredName(item: string): string | undefined {
  return /^pub (?:async )?(?:fn|trait|type) (\w+)/m.exec(item)?.[1];
}

function useDeclaration(path: string, names: readonly string[]): string {
  if (names.length === 0) return '';
  return names.length === 1 ? `use ${path}::${names[0]};\n` : `use ${path}::{${names.join(', ')}};\n`;
}
