export { suggest } from '../diagnostics/index.ts';
