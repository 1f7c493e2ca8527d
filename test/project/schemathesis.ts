/** Checks a REST service with Schemathesis: requests from its OpenAPI document, whose responses the document describes. */

import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'vitest';
import { python, run } from '../support/judges.ts';

/**
 * Schemathesis runs all phases and all checks. It infers from the document and from `Location` which operations need the id of
 * which response. Its generated values are valid by the document alone, so the service may reject them: it finds no instance
 * (404), the value of a key exists (409), no entity tag is current (412), no instance has the referenced id, the idempotency
 * key had another body, or an integer is written as 1.0 (422). With several workers, Python 3.11 may fail when it parses source
 * text in two threads.
 */
const settings = (stateful: number): string => `seed = 1
workers = 1
hooks = "hooks"
generation.allow-x00 = false
generation.max-examples = 3

[phases.stateful.generation]
max-examples = ${stateful}

[checks]
positive_data_acceptance.expected-statuses = ["2xx", 304, 404, 409, 412, 422]
negative_data_rejection.expected-statuses = [400, 401, 404, 405, 409, 412, 415, 422]
`;

/** Valid requests have no cursor: a client cannot invent one. */
const HOOKS = `import schemathesis


@schemathesis.hook
def before_call(context, case, kwargs):
    if case.meta.generation.mode.is_positive and case.query:
        case.query.pop("after", None)
`;

/** What a run covers. */
interface Extent {
  /** The number of sequences of requests. */
  readonly stateful?: number;
  /** A regular expression of the paths to call. */
  readonly paths: string;
}

/** Calls a service that requires a token. Throws the report of Schemathesis if a response is none that the document describes. */
export function checkWithSchemathesis(folder: string, address: string, token: string, { stateful = 60, paths }: Extent): void {
  const write = (name: string, content: string) => writeFileSync(path.join(folder, name), content);
  write('schemathesis.toml', settings(stateful));
  write('hooks.py', HOOKS);
  // RFC 3987 excludes some characters, such as those for private use, that xsd:anyURI and the pattern allow.
  const document = readFileSync(path.join(folder, 'schema/openapi.yaml'), 'utf8').replace(/^ +format: iri-reference\n/gm, '');
  write('schemathesis.yaml', document);
  const target = ['run', 'schemathesis.yaml', '--url', address, '--header', `Authorization: Bearer ${token}`];
  const args = ['--config-file', 'schemathesis.toml', ...target, '--include-path-regex', paths];
  const output = run(path.join(path.dirname(python), 'schemathesis'), args, { cwd: folder });
  for (const phase of ['Examples', 'Coverage', 'Fuzzing', 'Stateful']) expect(output).toContain(`✅ ${phase}`);
  // Sequences such as a creation and a deletion need the id of the first response.
  const links = Number(/API Links: +(\d+) covered/.exec(output)?.[1] ?? 0);
  expect(links).toBeGreaterThanOrEqual(stateful / 15);
}
