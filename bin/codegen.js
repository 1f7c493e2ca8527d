#!/usr/bin/env node
import module from 'node:module';

// Node 22.1 and newer keep what they compiled for the next start.
module.enableCompileCache?.();
const { run } = await import('../dist/codegen.mjs');
await run();
