export { associations, typeName } from './diagram.ts';
export { toDot } from './dot.ts';
export { runLimitedQuery } from './limited-query.ts';
export { toMermaid } from './mermaid.ts';
export { formatSummary, summarize } from './summary.ts';
export { toSvg } from './svg.ts';
