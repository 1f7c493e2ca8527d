/**
 * The map of all classes as a treemap: a class is an area that contains the areas of its subclasses. Areas grow with the number of
 * classes in them, and a click opens an area.
 */

import { hierarchy, treemap, treemapSquarify } from 'd3-hierarchy';
import { type ComponentChildren, Fragment } from 'preact';
import { useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { type Cluster, clusterByHierarchy, clusterByNamespace, pathToCluster, sizeOf } from './clusters.ts';
import { ClassLink } from './components.tsx';
import { siteIndex } from './load.ts';
import { classHref } from './routes.ts';

/** In pixels: a smaller area has no room for a readable name. */
const MIN_SIZE = { width: 84, height: 24 } as const;
/** The height in pixels of the name above nested areas. */
const HEADER_HEIGHT = 26;

interface Area {
  readonly cluster: Cluster;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly inner: readonly Area[];
}

/** In square pixels: the average area of each part from which names are readable. */
const READABLE_SIZE = 130 * 34;

/** Returns the largest parts of a cluster and combines all others into one. */
function combineSmallest({ key, of, parts }: Cluster, maxParts: number): readonly Cluster[] {
  if (parts.length <= maxParts) return parts;
  const sorted = [...parts].sort((a, b) => b.size - a.size);
  const smallest = sorted.slice(maxParts - 1);
  const combined: Cluster = {
    ...{ key, name: `${smallest.length} more`, parts: smallest, size: sizeOf(smallest), isRest: true },
    ...(of !== undefined && { of }),
  };
  return [...sorted.slice(0, maxParts - 1), combined];
}

const isReadable = ({ width, height }: Area): boolean => width >= MIN_SIZE.width && height >= MIN_SIZE.height;

/** Lays out as many parts of a cluster as have room, and combines the others into one area. */
function readableAreas(cluster: Cluster, width: number, height: number, levels: number): readonly Area[] {
  let maxParts = Math.min(cluster.parts.length, Math.floor((width * height) / READABLE_SIZE));
  // A single area for several parts would only repeat the area around it.
  while (maxParts > (cluster.parts.length === 1 ? 0 : 1)) {
    const areas = areasOf(combineSmallest(cluster, maxParts), width, height, levels);
    const small = areas.filter((area) => !isReadable(area)).length;
    if (small === 0) return areas;
    maxParts = Math.min(maxParts - 1, maxParts - Math.ceil(small / 2));
  }
  return [];
}

/** Returns the weights of parts: large ones are reduced, and the smallest one still has room for a name. */
function weightsOf(parts: readonly Cluster[], width: number, height: number): ReadonlyMap<Cluster, number> {
  const reduced = parts.map((part) => part.size ** (part.isRest ? 0.35 : 0.6));
  const sum = (numbers: readonly number[]) => numbers.reduce((total, weight) => total + weight, 0);
  const minWeight = (sum(reduced) * 1.5 * READABLE_SIZE) / Math.max(width * height, 1);
  const weights = reduced.map((weight) => Math.max(weight, minWeight));
  const largest = weights.indexOf(Math.max(...weights));
  const others = sum(weights) - (weights[largest] ?? 0);
  // Limits the largest part, so that the strip next to it is wide enough.
  const share = width > height ? width / MIN_SIZE.width : height / MIN_SIZE.height;
  if (others > 0) weights[largest] = Math.min(weights[largest] ?? 0, others * Math.max(1, share / 1.2 - 1));
  return new Map(parts.map((part, i) => [part, weights[i] ?? 0]));
}

/** Lays out clusters and, nested in them, their parts as far as they are readable. */
function areasOf(parts: readonly Cluster[], width: number, height: number, levels: number): readonly Area[] {
  const weights = weightsOf(parts, width, height);
  const root = hierarchy<{ cluster?: Cluster; children?: { cluster: Cluster }[] }>({
    children: parts.map((cluster) => ({ cluster })),
  })
    .sum(({ cluster }) => (cluster ? (weights.get(cluster) ?? 0) : 0))
    .sort((a, b) => (b.value ?? 0) - (a.value ?? 0));
  const layout = treemap<{ cluster?: Cluster }>().size([width, height]).paddingInner(4).tile(treemapSquarify.ratio(2.4))(root);
  return (layout.children ?? []).flatMap(({ data: { cluster }, x0, y0, x1, y1 }): Area[] => {
    if (!cluster) return [];
    const [w, h] = [x1 - x0, y1 - y0];
    const isNested =
      levels > 1 && !cluster.isRest && cluster.parts.length > 0 && h > HEADER_HEIGHT + MIN_SIZE.height && w > MIN_SIZE.width;
    const inner = isNested ? readableAreas(cluster, w - 8, h - HEADER_HEIGHT - 4, levels - 1) : [];
    return [{ cluster, x: x0, y: y0, width: w, height: h, inner }];
  });
}

const mapHref = ({ key, parts, of }: Cluster): string => {
  const cls = of === undefined ? undefined : siteIndex().classes[of];
  if (parts.length === 0 && cls) return classHref(cls);
  return key === '' ? '#/map' : `#/map/${encodeURIComponent(key)}`;
};

const countText = ({ size, of, isRest }: Cluster): string => {
  const count = isRest ? 0 : of === undefined ? size : size - 1;
  return count === 0 ? '' : ` ${count}`;
};

/** Allows line breaks inside a name that is written as one word. */
function breakableName(name: string): ComponentChildren {
  return name.split(/(?<=\p{Ll}|\p{N})(?=\p{Lu})|(?<=[_.:/-])/u).map((part, i) => (
    <Fragment key={i}>
      {i > 0 && <wbr />}
      {part}
    </Fragment>
  ));
}

/** Lists the names of parts without an area of their own, as far as there is room. */
function OtherParts({ of: { parts }, height }: { of: Cluster; height: number }) {
  if (parts.length === 0 || height < 2 * HEADER_HEIGHT) return null;
  return (
    <span class="rest" aria-hidden="true">
      {parts.slice(0, 40).map(({ key, name }, i) => (
        <Fragment key={key}>
          {i > 0 && ' · '}
          {breakableName(name)}
        </Fragment>
      ))}
    </span>
  );
}

function AreaLink({ area: { cluster, x, y, width, height, inner }, hue }: { area: Area; hue?: number }) {
  const style = {
    ...{ left: `${x}px`, top: `${y}px`, width: `${width}px`, height: `${height}px` },
    ...(hue !== undefined && { '--hue': `${hue}` }),
  };
  return (
    <li class={inner.length > 0 ? 'area open' : 'area'} style={style}>
      <a href={mapHref(cluster)} title={cluster.name}>
        <span class="name">{inner.length > 0 ? cluster.name : breakableName(cluster.name)}</span>
        <span class="soft">{countText(cluster)}</span>
        {cluster.parts.length > 0 && <span class="unseen"> classes in it</span>}
        {inner.length === 0 && <OtherParts of={cluster} height={height} />}
      </a>
      {inner.length > 0 && (
        <ul style={{ top: `${HEADER_HEIGHT}px`, left: '4px' }}>
          {inner.map((area) => (
            <AreaLink key={`${area.cluster.key} ${area.cluster.name}`} area={area} />
          ))}
        </ul>
      )}
    </li>
  );
}

/** Returns the hue of an area: steps of the golden angle, so that neighbours differ clearly. */
const hueOf = (i: number): number => Math.round((215 + i * 137.508) % 360);

/** Shows the clusters as a list, which includes those that are too small for the map. */
function ClusterList({ clusters, depth }: { clusters: readonly Cluster[]; depth: number }) {
  return (
    <ul class="tree">
      {clusters.map((cluster) => (
        <li key={cluster.key}>
          {cluster.of === undefined ? cluster.name : <ClassLink of={cluster.of} />}
          {cluster.parts.length > 0 &&
            (depth > 0 ? (
              <ClusterList clusters={cluster.parts} depth={depth - 1} />
            ) : (
              <a class="soft" href={mapHref(cluster)} aria-label={`${cluster.parts.length} below ${cluster.name}`}>
                {` ${cluster.parts.length} below`}
              </a>
            ))}
        </li>
      ))}
    </ul>
  );
}

/** Shows the classes as nested clusters. `at` is the key of the cluster to show, by default that of all classes. */
export function MapPage({ at = '' }: { at?: string }) {
  const hasNamespaces = siteIndex().namespaces.length >= 2;
  const [by, setBy] = useState<'hierarchy' | 'namespace'>(at.startsWith('namespace-') ? 'namespace' : 'hierarchy');
  const root = useMemo(() => (by === 'hierarchy' ? clusterByHierarchy() : clusterByNamespace()), [by]);
  const path = pathToCluster(root, at) ?? [root];
  const current = path.at(-1) ?? root;
  const element = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const updateWidth = () => setWidth(element.current?.clientWidth ?? 0);
    updateWidth();
    window.addEventListener('resize', updateWidth);
    return () => window.removeEventListener('resize', updateWidth);
  }, []);
  // An opened cluster has room for each of its parts.
  const requiredHeight = (1.3 * current.parts.length * READABLE_SIZE) / Math.max(width, 1);
  const height = Math.round(Math.max(width < 600 ? 560 : Math.min(width * 0.6, 660), requiredHeight));
  const areas = useMemo(() => (width === 0 ? [] : areasOf(current.parts, width, height, 5)), [current, width, height]);
  const shown = areas.filter((area) => area.width >= 40 && area.height >= 20);
  return (
    <>
      <h1 tabIndex={-1}>Map</h1>
      {hasNamespaces && (
        <fieldset class="choice">
          <legend class="unseen">Clusters</legend>
          {(['hierarchy', 'namespace'] as const).map((each) => (
            <label key={each}>
              <input
                type="radio"
                name="by"
                checked={by === each}
                onChange={() => {
                  setBy(each);
                  window.location.hash = '#/map';
                }}
              />{' '}
              {`by ${each}`}
            </label>
          ))}
        </fieldset>
      )}
      <nav aria-label="Way on the map" class="way">
        {path.map((cluster, i) => (
          <span key={cluster.key}>
            {i > 0 && ' › '}
            {i === path.length - 1 ? <b aria-current="true">{cluster.name}</b> : <a href={mapHref(cluster)}>{cluster.name}</a>}
          </span>
        ))}
        {current.of !== undefined && (
          <>
            {' — '}
            <ClassLink of={current.of}>the class itself</ClassLink>
          </>
        )}
      </nav>
      <div ref={element}>
        <ul class="map" style={{ height: `${height}px` }} aria-label={`What is in ${current.name}`}>
          {shown.map((area, i) => (
            <AreaLink key={`${area.cluster.key} ${area.cluster.name}`} area={area} hue={hueOf(i)} />
          ))}
        </ul>
      </div>
      <h2>The same as a list</h2>
      <ClusterList clusters={current.parts} depth={1} />
    </>
  );
}
