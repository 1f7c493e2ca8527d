/** Runs the code in the cookbook that uses other programs. test/docs.test.ts replays its commands. */

import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { describeWith, python } from './support/judges.ts';
import { codegen, inFolder, root } from './support/program.ts';

const cookbook = readFileSync(path.join(root, 'docs/how-to/cookbook.md'), 'utf8');

/** Returns a file that the cookbook shows. */
const shown = (name: string): string =>
  new RegExp(`^\`\`\`\\w+ \\[${name}\\]\\n([\\s\\S]*?)^\`\`\`$`, 'm').exec(cookbook)?.[1] ?? '';

const CLIENT = `
from uuid import uuid4
from fastapi.testclient import TestClient
from main import app
client = TestClient(app)
book = str(uuid4())
made = client.post("/reviews", json={"rating": 4, "book_id": book})
assert made.status_code == 201 and made.json()["rating"] == 4, made.text
assert client.post("/reviews", json={"rating": 6, "book_id": book}).status_code == 422
address = "/reviews/" + made.json()["id"]
changed = client.patch(address, json={"rating": 5})
assert changed.status_code == 200 and changed.json() == {**made.json(), "rating": 5}, changed.text
assert client.patch(address, json={"id": str(uuid4())}).status_code == 422
assert client.patch("/reviews/" + str(uuid4()), json={}).status_code == 404
`;

/** The example of queries and forms with FastAPI. */
const queries = /^```python\n([\s\S]*?)^```$/m.exec(readFileSync(path.join(root, 'docs/how-to/code.md'), 'utf8'))?.[1] ?? '';

const QUERIES = `
from uuid import uuid4
from fastapi.testclient import TestClient
from main import app
client = TestClient(app)
assert client.get("/reviews?rating=4").status_code == 200
assert client.get("/reviews?rating=9").status_code == 422
assert client.post("/reviews", data={"rating": "4", "book_id": str(uuid4())}).status_code == 200
assert client.post("/reviews", data={"rating": "four", "book_id": str(uuid4())}).status_code == 422
`;

describeWith(['frameworks'], 'the cookbook and the documents about the code', () => {
  test.each([
    ['bodies', shown('main.py'), CLIENT],
    ['queries and forms', queries, QUERIES],
  ])('serve %s with FastAPI', (_, main, client) => {
    inFolder((folder) => {
      const args = [
        '--ontology',
        path.join(root, 'examples/books.ttl'),
        '--template',
        'python-pydantic',
        '--output-dir',
        'books',
      ];
      expect(codegen(folder, ['template', 'generate-rdf', ...args]).status).toBe(0);
      writeFileSync(path.join(folder, 'main.py'), main);
      const { status, stderr } = spawnSync(python, ['-c', client], { cwd: folder, encoding: 'utf8' });
      expect(status, stderr).toBe(0);
    });
  });
});
