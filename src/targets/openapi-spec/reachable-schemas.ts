import { type DomainModel, isResource } from '../../model/index.ts';
import { isList, isMap, lazyMap, type Tree, type TreeMap } from '../shared/tree/index.ts';
import type { Names } from './names.ts';

const PREFIX = '#/components/schemas/';

/**
 * Returns the schemas without those of classes that are no resources, unless a request or response refers to them: a document
 * does not need them, and linters report unused schemas.
 */
export function reachableSchemas(model: DomainModel, names: Names, schemas: TreeMap, paths: TreeMap): TreeMap {
  const hiddenClasses = model.classes.filter((cls) => !isResource(cls));
  if (hiddenClasses.length === 0) return schemas;
  const hiddenSchemas = new Set(
    hiddenClasses.flatMap((cls) => {
      const { create, update, page, any, itself, openUpdate } = names.of(cls);
      const variants = [cls.name, create, update, page, any, itself, openUpdate];
      return [...variants, ...Object.values(names.including(cls))].filter((name) => name !== undefined);
    }),
  );
  const reachable = new Set<string>();
  const waiting: (Tree | undefined)[] = [];
  /** Adds the hidden schemas that a tree refers to, directly or through other schemas. */
  const follow = (start: Tree | undefined) => {
    waiting.push(start);
    while (waiting.length > 0) {
      const next = waiting.pop();
      if (next === undefined) continue;
      if (isList(next)) for (const item of next) waiting.push(item);
      else if (isMap(next)) waiting.push(...Object.values(next));
      else if (typeof next === 'string' && next.startsWith(PREFIX)) {
        const name = next.slice(PREFIX.length);
        if (!hiddenSchemas.has(name) || reachable.has(name)) continue;
        reachable.add(name);
        waiting.push(schemas[name]);
      }
    }
  };
  for (const path in paths) follow(paths[path]);
  const all = Object.keys(schemas);
  for (const name of all) if (!hiddenSchemas.has(name)) follow(schemas[name]);
  const kept = all.filter((name) => !hiddenSchemas.has(name) || reachable.has(name));
  return lazyMap(kept.map((name) => [name, () => schemas[name] as Tree] as const));
}
