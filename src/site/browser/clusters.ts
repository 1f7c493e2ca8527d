/** Groups classes into clusters for the map: by superclass (`Event` contains `Concert` and `Festival`), or by namespace. */

import { siteIndex } from './load.ts';

/** A class with its subclasses, or a namespace with its classes. */
export interface Cluster {
  /** Identifies the cluster in an address. */
  readonly key: string;
  readonly name: string;
  /** The index of the class, if it is one. */
  readonly of?: number;
  readonly parts: readonly Cluster[];
  readonly size: number;
  /** Whether it combines the parts of the cluster with the same key that have no room on the map. */
  readonly isRest?: boolean;
}

/** A class with several superclasses is a part of the first one only. */
export function clusterByHierarchy(): Cluster {
  const { classes, title } = siteIndex();
  const subclasses = classes.map((): number[] => []);
  const roots: number[] = [];
  for (const [index, { parents }] of classes.entries()) {
    const [firstParent] = parents;
    if (firstParent === undefined) roots.push(index);
    else subclasses[firstParent]?.push(index);
  }
  const cluster = (of: number): Cluster => {
    const parts = (subclasses[of] ?? []).map(cluster);
    const { slug = '', name = '' } = classes[of] ?? {};
    return { key: slug, name, of, parts, size: 1 + sizeOf(parts) };
  };
  const areas = groupSingles(roots.map(cluster));
  return { key: '', name: title, parts: areas, size: sizeOf(areas) };
}

/** Up to this number, classes without subclasses have areas of their own; more are grouped into one cluster. */
const MAX_SINGLE_AREAS = 12;

function groupSingles(roots: readonly Cluster[]): readonly Cluster[] {
  const singles = roots.filter(({ parts }) => parts.length === 0);
  const clusters = roots.filter(({ parts }) => parts.length > 0);
  if (singles.length <= MAX_SINGLE_AREAS || clusters.length === 0) return roots;
  return [...clusters, { key: 'alone', name: 'Neither above nor below others', parts: singles, size: singles.length }];
}

export function clusterByNamespace(): Cluster {
  const { classes, namespaces, title } = siteIndex();
  const parts = namespaces.map(({ prefix, iri }, number): Cluster => {
    const namespaceClasses = classes.flatMap(({ namespace, slug, name }, of) =>
      namespace === number ? [{ key: slug, name, of, parts: [], size: 1 }] : [],
    );
    return {
      key: `namespace-${number}`,
      name: prefix === '' ? iri : `${prefix}: ${iri}`,
      parts: namespaceClasses,
      size: namespaceClasses.length,
    };
  });
  return { key: '', name: title, parts, size: classes.length };
}

export const sizeOf = (parts: readonly Cluster[]): number => parts.reduce((sum, { size }) => sum + size, 0);

/** Returns the path from the root to a cluster; undefined if none exists. */
export function pathToCluster(root: Cluster, key: string): readonly Cluster[] | undefined {
  if (root.key === key) return [root];
  for (const part of root.parts) {
    const path = pathToCluster(part, key);
    if (path) return [root, ...path];
  }
  return undefined;
}
