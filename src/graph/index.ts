/** Queries ontologies with SPARQL, counts their elements, and draws class diagrams. */

export { associations, typeName } from './diagram.ts';
export { toDot } from './dot.ts';
export { toMermaid } from './mermaid.ts';
export { Prefixes } from './prefixes.ts';
export { checkFormat, type QueryFormat, runQuery } from './query.ts';
export { formatTable } from './results.ts';
export { splitQuery } from './sparql.ts';
export { formatSummary, summarize } from './summary.ts';
export { toSvg } from './svg.ts';
export type { Term } from './terms.ts';
