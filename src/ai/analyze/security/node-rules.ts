/**
 * The rules for languages with a syntax tree. Their expressions have the syntax of Rust's `regex`. They are kept because no
 * package finds these problems in Rust, TypeScript and Python together without a Python or JVM runtime.
 */

import { javascriptRules, typescriptRules } from './javascript-rules.ts';
import { pythonRules } from './python-rules.ts';
import { rustRules } from './rust-rules.ts';

export const nodeRules = { javascript: javascriptRules, typescript: typescriptRules, python: pythonRules, rust: rustRules };
