/** Runs the built program while this process serves its requests: `codegen` of test/support would block this process. */

import { execFile } from 'node:child_process';
import path from 'node:path';
import { type Outcome, root } from '../support/program.ts';

export function codegenAsync(cwd: string, args: readonly string[], env: Record<string, string> = {}): Promise<Outcome> {
  return new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      [path.join(root, 'bin/codegen.js'), ...args],
      { cwd, encoding: 'utf8', env: { ...process.env, NO_COLOR: '1', ...env }, maxBuffer: 1 << 28 },
      (_, stdout, stderr) => resolve({ status: child.exitCode, stdout, stderr }),
    );
  });
}

/** Removes the parts of a header that depend on the source of the ontology. */
export function withoutSource(text: string): string {
  return text.replace(/^.*(?:@generated|sha256:).*\n/gm, '').replace(/^ *"\$comment": .*\n/m, '');
}

/** Returns users in Turtle, each with a post and a comment; the comments and one more user are blank nodes. */
export function individuals(count: number): string {
  const all = Array.from(
    { length: count },
    (_, i) =>
      `ex:u${i} a :User ; :name "User ${i}" . ex:p${i} a :Post ; :hasAuthor ex:u${i} ; :hasComments [ a :Comment ; :text "${i}" ] .`,
  );
  return `@prefix : <http://example.org/blog#> . @prefix ex: <http://data.example/> .
    [] a :User ; :name "Nobody" . ex:x a ex:Other ; :name "Other" .\n${all.join('\n')}`;
}
