export { toDot } from './dot.ts';
export { toMermaid } from './mermaid.ts';
export { type QueryFormat, type QueryOptions, queryFormats } from './query.ts';
export { formatSummary, type Summary, summarize } from './summary.ts';
export { toSvg } from './svg.ts';
export { runQueryWithin } from './within.ts';
