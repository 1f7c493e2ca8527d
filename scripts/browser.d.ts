import type { Plugin } from 'vitest/config';

export const bundles: Plugin;
