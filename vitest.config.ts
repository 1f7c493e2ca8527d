import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
    // Judges are compilers and databases.
    testTimeout: 600_000,
    hookTimeout: 120_000,
  },
});
