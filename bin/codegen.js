#!/usr/bin/env node
import { run } from '../dist/codegen.js';

await run();
