import { spawnSync } from 'node:child_process';
import {
  appendFileSync,
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { isMissing } from '../support/judges.ts';
import { codegenProcess as codegen, inFolder, messagesOf, type Outcome, readTree, root } from '../support/program.ts';

const blog = readFileSync(path.join(root, 'examples/blog.ttl'), 'utf8');
const upvotes = `
:upvotes a owl:DatatypeProperty ; rdfs:label "upvotes" ; rdfs:domain :Comment ; rdfs:range xsd:integer .
`;
const price = `
:price a owl:DatatypeProperty ; rdfs:label "price" ; rdfs:domain :Post ; rdfs:range xsd:decimal .
`;
/** The ontology without the class Comment and its properties. */
const withoutComments = blog
  .replace(', and the comments on them', '')
  .replace(/^:(?:Comment|text|createdAt|hasComments|commentAuthor) [\s\S]*?\.\n/gm, '');

/** Calls `use` with a temporary folder that has `blog.ttl`. */
function withBlog<T>(use: (folder: string, at: (...names: string[]) => string) => T): T {
  return inFolder((folder) => {
    writeFileSync(path.join(folder, 'blog.ttl'), blog);
    return use(folder, (...names) => path.join(folder, ...names));
  });
}

/** Returns all files below a folder with mode, modification time and text: any write changes the result. */
function picture(folder: string): Record<string, string> {
  return Object.fromEntries(
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .sort()
      .map((name) => {
        const stat = lstatSync(path.join(folder, name), { bigint: true });
        const text = stat.isFile() ? readFileSync(path.join(folder, name), 'utf8') : '';
        return [name, `${stat.mode.toString(8)} ${stat.isFile() ? stat.mtimeNs : ''} ${text}`];
      }),
  );
}

function succeeded(outcome: Outcome): Outcome {
  expect(outcome.stderr.split('\n').filter((line) => line.includes('error'))).toEqual([]);
  expect(outcome.status).toBe(0);
  return outcome;
}

const gen = (folder: string, ...args: string[]) => codegen(folder, ['project', 'gen', ...args]);
const json = (outcome: Outcome) => JSON.parse(outcome.stdout) as Record<string, string[]> & { diagnostics: { code: string }[] };

describe('a new project', () => {
  test('has every part', () => {
    withBlog((folder, at) => {
      succeeded(gen(folder, 'blog-app', '--graph', 'blog.ttl'));
      expect(Object.keys(readTree(at('blog-app')))).toEqual([
        '.dockerignore',
        '.env.example',
        '.gitattributes',
        '.github/workflows/ci.yml',
        '.gitignore',
        'Cargo.toml',
        'Containerfile',
        'README.md',
        'blog.ttl',
        'build.rs',
        'codegen.lock',
        'compose.yaml',
        'dev',
        ...['on-ontology-change', 'on-test-fail', 'post-deploy', 'post-generate', 'pre-build', 'pre-commit'].map(
          (event) => `examples/hooks/${event}.sh`,
        ),
        'frontend/package.json',
        ...['comment', 'http', 'index', 'post', 'user'].map((module) => `frontend/src/api/${module}.ts`),
        'frontend/src/index.ts',
        ...['comment', 'index', 'page', 'post', 'user'].map((module) => `frontend/src/types/${module}.ts`),
        ...['comment', 'index', 'post', 'schema-runtime', 'user'].map((module) => `frontend/src/types/validation/${module}.ts`),
        'frontend/tsconfig.json',
        'migrations/001_create_blog_schema.down.sql',
        'migrations/001_create_blog_schema.sql',
        'migrations/codegen.schema.json',
        'python/blog_app/__init__.py',
        ...['__init__', '_base', 'comment', 'post', 'user'].map((module) => `python/blog_app/models/${module}.py`),
        'python/blog_app/py.typed',
        'python/pyproject.toml',
        'python/tests/test_models.py',
        'schema/openapi.yaml',
        'schema/schema.graphql',
        ...['changes', 'classes', 'comment', 'connections', 'constraints', 'creation', 'cursors', 'docs', 'failures'].map(
          (module) => `src/api/${module}.rs`,
        ),
        ...['filters', 'graphql', 'http', 'idempotency', 'include', 'mod', 'post'].map((module) => `src/api/${module}.rs`),
        ...['problem', 'queries', 'resource', 'schema', 'server', 'session', 'store', 'unions', 'user'].map(
          (module) => `src/api/${module}.rs`,
        ),
        'src/api/violations.rs',
        ...['app', 'auth', 'hooks', 'lib', 'main'].map((module) => `src/${module}.rs`),
        ...['comment', 'mod', 'page', 'patch', 'post', 'user', 'validation'].map((module) => `src/models/${module}.rs`),
        'src/traces.rs',
        ...['comment', 'main', 'post', 'user'].map((module) => `tests/models/${module}.rs`),
        'tests/service.rs',
      ]);
      expect(readFileSync(at('blog-app/blog.ttl'), 'utf8')).toBe(blog);
    });
  });

  test('names the crates that a changed manifest lacks, also if a longer name begins like one', () => {
    withBlog((folder, at) => {
      succeeded(gen(folder, 'blog-app', '--graph', 'blog.ttl'));
      const manifest = at('blog-app/Cargo.toml');
      writeFileSync(manifest, readFileSync(manifest, 'utf8').replace('axum = "0.8"\n', ''));
      const { stderr } = succeeded(gen(at('blog-app'), '.', '--graph', 'blog.ttl', '--force'));
      expect(stderr).toContain('axum = "0.8"');
      expect(stderr).not.toContain('axum-prometheus');
    });
  });

  test('is regenerated from its own ontology in a folder of any name without changing a byte or a time', () => {
    withBlog((folder, at) => {
      gen(folder, 'blog-app', '--graph', 'blog.ttl');
      renameSync(at('blog-app'), at('clone'));
      const before = picture(at('clone'));
      for (const args of [
        ['.', '--graph', 'blog.ttl', '--force'],
        ['.', '--graph', 'blog.ttl'],
        ['.', '--graph', '../blog.ttl', '--force'],
      ]) {
        const { stdout } = succeeded(gen(at('clone'), ...args));
        expect(stdout).toMatch(/^blog-app: \d+ files unchanged\n$/);
        expect(picture(at('clone'))).toEqual(before);
      }
    });
  });

  test('is generated in the current folder, next to existing files', () => {
    withBlog((folder, at) => {
      mkdirSync(at('.git'));
      writeFileSync(at('notes.txt'), 'mine\n');
      succeeded(gen(folder, '.', '--graph', 'blog.ttl'));
      expect(readFileSync(at('notes.txt'), 'utf8')).toBe('mine\n');
      expect(existsSync(at('Cargo.toml'))).toBe(true);
    });
  });

  test('does not copy an ontology that is already in the project', () => {
    withBlog((folder, at) => {
      mkdirSync(at('app/model'), { recursive: true });
      renameSync(at('blog.ttl'), at("app/model/the author's blog.ttl"));
      symlinkSync('app', at('link'));
      succeeded(gen(folder, 'link', '--graph', "app/model/the author's blog.ttl"));
      expect(readdirSync(at('app')).filter((name) => name.endsWith('.ttl'))).toEqual([]);
      const script = readFileSync(at('app/examples/hooks/pre-build.sh'), 'utf8');
      expect(script).toContain(`graph=\${CODEGEN_GRAPH:-'model/the author'\\''s blog.ttl'}`);
    });
  });

  test('keeps an ontology in another syntax, and one with an unusual name', () => {
    withBlog((folder, at) => {
      const foaf = path.join(root, 'node_modules/@vocabulary/foaf/foaf.nq');
      succeeded(gen(folder, 'people', '--graph', foaf));
      expect(readFileSync(at('people/foaf.nq'), 'utf8')).toBe(readFileSync(foaf, 'utf8'));
      cpSync(at('blog.ttl'), at('$(x) "blog": 2'));
      succeeded(gen(folder, 'odd', '--graph', '$(x) "blog": 2'));
      expect(readFileSync(at('odd/domain.ttl'), 'utf8')).toBe(blog);
      expect(succeeded(gen(at('odd'), '.', '--graph', 'domain.ttl')).stdout).toMatch(/^odd: \d+ files unchanged\n$/);
    });
  });

  test('has executable scripts with valid shell syntax', () => {
    withBlog((folder, at) => {
      gen(folder, 'app', '--graph', 'blog.ttl');
      for (const name of readdirSync(at('app/examples/hooks'))) {
        const script = at('app/examples/hooks', name);
        expect(statSync(script).mode & 0o111, name).toBe(0o111);
        expect(spawnSync('sh', ['-n', script]).status, name).toBe(0);
      }
    });
  });

  test('has a workflow with a job for every part', () => {
    withBlog((folder, at) => {
      gen(folder, 'app', '--graph', 'blog.ttl');
      const { jobs } = parse(readFileSync(at('app/.github/workflows/ci.yml'), 'utf8'));
      expect(Object.keys(jobs)).toEqual(['ontology', 'rust', 'frontend', 'python', 'database', 'schema']);
      for (const { steps } of Object.values<{ steps: { run?: unknown; uses?: unknown }[] }>(jobs)) {
        for (const step of steps) expect([typeof step.run, typeof step.uses]).toContain('string');
      }
    });
  });

  test.skipIf(isMissing('git'))('marks only generated files for Git', () => {
    withBlog((folder, at) => {
      gen(folder, 'app', '--graph', 'blog.ttl');
      spawnSync('git', ['init', '--quiet'], { cwd: at('app') });
      const files = Object.entries(readTree(at('app'))).filter(([name]) => !name.startsWith('.git/'));
      const { stdout } = spawnSync('git', ['check-attr', 'linguist-generated', '--', ...files.map(([name]) => name)], {
        cwd: at('app'),
        encoding: 'utf8',
      });
      const marked = stdout.split('\n').flatMap((line) => /^(.*): linguist-generated: set$/.exec(line)?.[1] ?? []);
      const generated = files.filter(([name, text]) => text.split('\n', 1)[0]?.includes('@generated') || name === 'codegen.lock');
      expect(marked.sort()).toEqual(generated.map(([name]) => name).sort());
      expect(generated.length).toBeGreaterThan(20);
      const ignored = spawnSync('git', ['status', '--porcelain', '--untracked-files=all', '--ignored'], {
        cwd: at('app'),
        encoding: 'utf8',
      });
      expect(ignored.stdout.split('\n').filter((line) => line.startsWith('!!'))).toEqual([]);
    });
  });
});

describe('the name of a project', () => {
  test.each([
    ['2024.blog-app', 'app-2024-blog-app', '2024.blog-app', 'app_2024_blog_app'],
    ['test', 'test-app', 'test', 'test_app'],
    ['std', 'std-app', 'std', 'std'],
    ['class', 'class', 'class', 'class_app'],
    ['MyBlog', 'myblog', 'myblog', 'myblog'],
    ['blog.v2', 'blog-v2', 'blog.v2', 'blog_v2'],
    ['Überblick', 'uberblick', 'uberblick', 'uberblick'],
  ])('%s is adapted for tools that reject it, with one warning', (name, cargo, npm, python) => {
    withBlog((folder, at) => {
      const first = succeeded(gen(folder, name, '--graph', 'blog.ttl'));
      expect(first.stderr).toContain('[project-names]');
      expect(readFileSync(at(name, 'Cargo.toml'), 'utf8')).toContain(`name = "${cargo}"`);
      expect(JSON.parse(readFileSync(at(name, 'frontend/package.json'), 'utf8')).name).toBe(npm);
      expect(existsSync(at(name, 'python', python, 'models/__init__.py'))).toBe(true);
      expect(messagesOf(succeeded(gen(folder, name, '--graph', 'blog.ttl', '--force')))).toBe('');
    });
  });

  test('causes no warning if every tool accepts it', () => {
    withBlog((folder) => {
      expect(messagesOf(gen(folder, 'blog-app_2', '--graph', 'blog.ttl'))).toBe('');
    });
  });

  test('may be any for the current folder', () => {
    inFolder((folder) => {
      const odd = path.join(folder, 'My blog (2)');
      mkdirSync(odd);
      writeFileSync(path.join(odd, 'blog.ttl'), blog);
      succeeded(gen(odd, '.', '--graph', 'blog.ttl'));
      expect(readFileSync(path.join(odd, 'Cargo.toml'), 'utf8')).toContain('name = "my-blog-2"');
    });
  });

  test('can be changed by hand in the crate or the Python package, and generated files then use it', () => {
    withBlog((folder, at) => {
      gen(folder, 'app', '--graph', 'blog.ttl');
      for (const file of ['app/Cargo.toml', 'app/python/pyproject.toml']) {
        writeFileSync(at(file), readFileSync(at(file), 'utf8').replace('name = "app"', 'name = "acme-blog"'));
      }
      renameSync(at('app/python/app'), at('app/python/acme_blog'));
      succeeded(gen(folder, 'app', '--graph', 'blog.ttl', '--force'));
      expect(readFileSync(at('app/tests/models/user.rs'), 'utf8')).toContain('use acme_blog::models::User;');
      expect(readFileSync(at('app/python/tests/test_models.py'), 'utf8')).toContain('from acme_blog import models');
      expect(existsSync(at('app/python/app'))).toBe(false);
    });
  });
});

describe('without --force', () => {
  test('every file that would change is listed, and nothing is written', () => {
    withBlog((folder, at) => {
      gen(folder, 'app', '--graph', 'blog.ttl');
      appendFileSync(at('app/README.md'), 'mine\n');
      appendFileSync(at('blog.ttl'), upvotes);
      const before = picture(folder);
      const { status, stdout, stderr } = gen(folder, 'app', '--graph', 'blog.ttl');
      expect([status, stdout]).toEqual([1, '']);
      const listed = stderr.split('\n').filter((line) => line.startsWith('  app/'));
      expect(listed.map((line) => line.replace(/ \[.*/, '').trim())).toEqual([
        'app/README.md',
        'app/blog.ttl',
        'app/src/models/comment.rs',
        'app/src/api/comment.rs',
        'app/tests/models/comment.rs',
        'app/frontend/src/types/comment.ts',
        'app/frontend/src/types/validation/comment.ts',
        'app/frontend/src/types/validation/schema-runtime.ts',
        'app/frontend/src/api/comment.ts',
        'app/migrations/001_create_blog_schema.sql',
        'app/schema/schema.graphql',
        'app/schema/openapi.yaml',
        'app/python/app/models/comment.py',
        'app/python/tests/test_models.py',
      ]);
      expect(stderr).toContain('--force');
      expect(picture(folder)).toEqual(before);
    });
  });

  test('files that codegen did not write are not touched', () => {
    withBlog((folder, at) => {
      mkdirSync(at('app/src'), { recursive: true });
      writeFileSync(at('app/src/lib.rs'), 'pub mod mine;\n');
      const before = picture(folder);
      const { status, stderr } = gen(folder, 'app', '--graph', 'blog.ttl');
      expect(status).toBe(1);
      expect(stderr).toContain('app/src/lib.rs');
      expect(picture(folder)).toEqual(before);
    });
  });
});

describe('with --force', () => {
  test('an older project gets the service, and a project that wants none stays without', () => {
    withBlog((folder, at) => {
      succeeded(gen(folder, 'app', '--graph', 'blog.ttl', '--service', 'none'));
      appendFileSync(at('app/src/lib.rs'), 'pub mod mine;\n');
      const again = () => succeeded(gen(at('app'), '.', '--graph', 'blog.ttl', '--force'));
      again();
      expect(existsSync(at('app/src/main.rs'))).toBe(false);
      // Locks of older versions have no such entry.
      writeFileSync(at('app/codegen.lock'), readFileSync(at('app/codegen.lock'), 'utf8').replace('"service": "none",', ''));
      const { stderr } = again();
      expect(existsSync(at('app/src/main.rs'))).toBe(true);
      expect(stderr).toContain('pub mod api;');
      expect(readFileSync(at('app/src/lib.rs'), 'utf8')).toContain('pub mod mine;\n');
      expect(readFileSync(at('app/Cargo.toml'), 'utf8')).toContain('axum = "0.8"');
      expect(again().stdout).not.toContain('created');
    });
  });

  test("a new property reaches every part, and the user's code does not change", () => {
    withBlog((folder, at) => {
      gen(folder, 'app', '--graph', 'blog.ttl');
      writeFileSync(at('app/src/votes.rs'), '// mine\n');
      appendFileSync(at('app/src/lib.rs'), 'pub mod votes;\n');
      appendFileSync(at('app/blog.ttl'), upvotes);
      const before = picture(at('app'));
      const result = json(succeeded(gen(at('app'), '.', '--graph', 'blog.ttl', '--force', '--json')));
      expect(result['updated']).toEqual([
        'src/models/comment.rs',
        'src/api/comment.rs',
        'tests/models/comment.rs',
        'frontend/src/types/comment.ts',
        'frontend/src/types/validation/comment.ts',
        'frontend/src/types/validation/schema-runtime.ts',
        'frontend/src/api/comment.ts',
        'migrations/001_create_blog_schema.sql',
        'schema/schema.graphql',
        'schema/openapi.yaml',
        'python/app/models/comment.py',
        'python/tests/test_models.py',
        'migrations/codegen.schema.json',
      ]);
      // Numbers are new in this ontology, so the shared code for them is added.
      const shared = ['src/models/validation.rs', 'frontend/src/types/validation/schema-runtime.ts'];
      for (const file of (result['updated'] ?? []).filter((each) => !shared.includes(each)))
        expect(readFileSync(at('app', file), 'utf8'), file).toContain('upvotes');
      expect([result['created'], result['removed'], result['kept']]).toEqual([[], [], ['src/lib.rs']]);
      const after = picture(at('app'));
      for (const name of Object.keys(before)) {
        if (!result['updated']?.includes(name)) expect(after[name], name).toBe(before[name]);
      }
    });
  });

  test('the first migration stays if migrate new has written the next one, also without Git', () => {
    withBlog((folder, at) => {
      gen(folder, 'app', '--graph', 'blog.ttl');
      appendFileSync(at('app/blog.ttl'), upvotes);
      expect(codegen(at('app'), ['migrate', 'new', '--ontology', 'blog.ttl']).status).toBe(0);
      const before = readTree(at('app/migrations'));
      expect(Object.keys(before)).toContain('002_add_upvotes_to_comments.sql');
      succeeded(gen(at('app'), '.', '--graph', 'blog.ttl', '--force', '--json'));
      expect(readTree(at('app/migrations'))).toEqual(before);
    });
  });

  test('the files of a removed class are removed from every part', () => {
    withBlog((folder, at) => {
      gen(folder, 'app', '--graph', 'blog.ttl');
      writeFileSync(at('app/src/models/mine.rs'), '// mine\n');
      // The new version of the ontology has another file name.
      writeFileSync(at('blog-2.ttl'), withoutComments);
      const result = json(succeeded(gen(folder, 'app', '--graph', 'blog-2.ttl', '--force', '--json')));
      expect(result['removed']).toEqual([
        'frontend/src/api/comment.ts',
        'frontend/src/types/comment.ts',
        'frontend/src/types/validation/comment.ts',
        'python/app/models/comment.py',
        'src/api/comment.rs',
        'src/models/comment.rs',
        'tests/models/comment.rs',
      ]);
      const left = Object.entries(readTree(at('app'))).filter(([name, text]) => name !== 'blog.ttl' && /comments\b/.test(text));
      expect(left.map(([name]) => name)).toEqual([]);
      expect(existsSync(at('app/src/models/mine.rs'))).toBe(true);
    });
  });

  test('a scaffold file is replaced as long as the user has not changed it', () => {
    withBlog((folder, at) => {
      gen(folder, 'app', '--graph', 'blog.ttl');
      appendFileSync(at('blog.ttl'), price);
      const first = json(succeeded(gen(folder, 'app', '--graph', 'blog.ttl', '--force', '--json')));
      expect(first['updated']).toContain('Cargo.toml');
      expect(first['updated']).toContain('blog.ttl');
      expect(readFileSync(at('app/Cargo.toml'), 'utf8')).toContain('rust_decimal');
      // Git on Windows converts line breaks, which is not a change.
      writeFileSync(at('app/Cargo.toml'), readFileSync(at('app/Cargo.toml'), 'utf8').replaceAll('\n', '\r\n'));
      writeFileSync(at('blog.ttl'), blog);
      succeeded(gen(folder, 'app', '--graph', 'blog.ttl', '--force'));
      expect(readFileSync(at('app/Cargo.toml'), 'utf8')).not.toContain('\nrust_decimal =');
      expect(readFileSync(at('app/blog.ttl'), 'utf8')).toBe(blog);
    });
  });

  test('shapes that a later run does not read are a warning', () => {
    withBlog((folder, at) => {
      const shapes = '@prefix sh: <http://www.w3.org/ns/shacl#> .\n';
      writeFileSync(at('shapes.ttl'), shapes);
      gen(folder, 'app', '--graph', 'blog.ttl', '--shapes', 'shapes.ttl');
      const again = (...more: string[]) => gen(at('app'), '.', '--graph', 'blog.ttl', '--dry-run', ...more);
      expect(again('--force').stderr).toContain('generated with ontology/shapes.ttl; this run does not read it');
      expect(again('--force').stdout).toMatch(/updated.* \(dry run: nothing was written\)\n$/);
      expect(again('--shapes', 'ontology/shapes.ttl').stderr).not.toContain('[shapes-not-given]');
      expect(gen(folder, 'app', '--graph', 'blog.ttl', '--shapes', 'shapes.ttl').stderr).not.toContain('[shapes-not-given]');
    });
  });

  test('a changed scaffold file is kept and named, and its missing lines are printed', () => {
    withBlog((folder, at) => {
      gen(folder, 'app', '--graph', 'blog.ttl');
      appendFileSync(at('app/Cargo.toml'), '\n[features]\nmine = []\n');
      writeFileSync(at('app/src/lib.rs'), '//! Mine.\n');
      appendFileSync(at('app/blog.ttl'), '# mine\n');
      appendFileSync(at('blog.ttl'), price);
      const kept = ['Cargo.toml', 'src/lib.rs', 'blog.ttl'];
      const before = readTree(at('app'));
      const { stdout, stderr } = succeeded(gen(folder, 'app', '--graph', 'blog.ttl', '--force'));
      for (const file of kept) {
        expect(stdout).toContain(`kept app/${file} (it was changed by hand)\n`);
        expect(readTree(at('app'))[file]).toBe(before[file]);
      }
      expect(stderr).toContain('rust_decimal = { version = "1", features = ["serde-str"] }');
      expect(stderr).toContain('pub mod models;');
      expect(stderr).toContain('[project-ontology-kept]');
      // A corrected file causes no message, and a restored file is replaced again.
      appendFileSync(at('app/src/lib.rs'), 'pub mod models;\n');
      writeFileSync(at('app/blog.ttl'), blog);
      const again = succeeded(gen(folder, 'app', '--graph', 'blog.ttl', '--force'));
      expect(again.stderr).not.toMatch(/pub mod models|project-ontology-kept/);
      expect(again.stdout).toContain('updated app/blog.ttl\n');
    });
  });

  test('a scaffold file is replaced only if the lock shows that it is unchanged', () => {
    withBlog((folder, at) => {
      gen(folder, 'app', '--graph', 'blog.ttl');
      rmSync(at('app/codegen.lock'));
      appendFileSync(at('blog.ttl'), price);
      const result = json(succeeded(gen(folder, 'app', '--graph', 'blog.ttl', '--force', '--json')));
      expect(result['kept']).toEqual(['Cargo.toml', 'blog.ttl']);
      writeFileSync(at('app/codegen.lock'), '<<<<<<< ours\n');
      const before = picture(at('app'));
      const { status, stderr } = gen(folder, 'app', '--graph', 'blog.ttl', '--force');
      expect(status).toBe(1);
      expect(stderr).toContain('app/codegen.lock');
      expect(picture(at('app'))).toEqual(before);
    });
  });

  test('edited generated files are replaced with a warning; files of the user in their place are not', () => {
    withBlog((folder, at) => {
      gen(folder, 'app', '--graph', 'blog.ttl');
      appendFileSync(at('app/src/models/user.rs'), '// mine\n');
      const { stderr } = succeeded(gen(folder, 'app', '--graph', 'blog.ttl', '--force'));
      expect(stderr).toContain('app/src/models/user.rs was edited by hand');
      expect(readFileSync(at('app/src/models/user.rs'), 'utf8')).not.toContain('mine');

      writeFileSync(at('app/src/models/user.rs'), '// mine\n');
      appendFileSync(at('blog.ttl'), upvotes);
      const before = picture(at('app'));
      const refused = gen(folder, 'app', '--graph', 'blog.ttl', '--force');
      expect(refused.status).toBe(1);
      expect(refused.stderr).toContain('app/src/models/user.rs');
      expect(picture(at('app'))).toEqual(before);
    });
  });
});

describe('the output', () => {
  test('--json prints one document with every file', () => {
    withBlog((folder, at) => {
      const { stdout, stderr } = succeeded(gen(folder, 'app', '--graph', 'blog.ttl', '--json'));
      const result = JSON.parse(stdout);
      expect(Object.keys(result)).toEqual([
        ...['project', 'target', 'graph', 'created', 'updated', 'unchanged', 'removed', 'kept'],
        ...['policies', 'assumed', 'diagnostics'],
      ]);
      expect(result.created.sort()).toEqual(Object.keys(readTree(at('app'))).sort());
      expect(messagesOf({ stderr })).toBe('');
    });
  });

  test('--quiet prints only errors', () => {
    withBlog((folder, at) => {
      const quiet = ['--graph', 'blog.ttl', '--quiet'];
      expect(gen(folder, 'Test', ...quiet)).toEqual({ status: 0, stdout: '', stderr: '' });
      appendFileSync(at('Test/README.md'), 'mine\n');
      expect(gen(folder, 'Test', ...quiet).stderr).toContain('Test/README.md');
      expect(gen(folder, 'Test', '--force', ...quiet)).toEqual({ status: 0, stdout: '', stderr: '' });
    });
  });

  test('--check and --dry-run write nothing', () => {
    withBlog((folder, at) => {
      const before = picture(folder);
      expect(gen(folder, 'app', '--graph', 'blog.ttl', '--check').status).toBe(1);
      expect(succeeded(gen(folder, 'app', '--graph', 'blog.ttl', '--dry-run')).stdout).toContain('created app/Cargo.toml\n');
      expect(picture(folder)).toEqual(before);
      gen(folder, 'app', '--graph', 'blog.ttl');
      appendFileSync(at('app/README.md'), 'mine\n');
      succeeded(gen(folder, 'app', '--graph', 'blog.ttl', '--check'));
    });
  });
});

describe('an error is reported clearly, and nothing is written', () => {
  const cases: readonly [what: string, args: readonly string[], status: number, message: RegExp][] = [
    ['an empty name', ['', '--graph', 'blog.ttl'], 2, /"" cannot be the folder of a project: it is empty/],
    ['blanks', ['  ', '--graph', 'blog.ttl'], 2, /it is empty/],
    ['the folder above', ['..', '--graph', 'blog.ttl'], 2, /"\.\." cannot be the folder of a project/],
    ['the folder above, further down', ['app/../..', '--graph', 'blog.ttl'], 2, /cannot be the folder of a project/],
    ['a name with blanks', ['my app', '--graph', 'blog.ttl'], 2, /its name has " " in it/],
    ['a name of dots', ['...', '--graph', 'blog.ttl'], 2, /neither a letter nor a digit/],
    ['a target that is a file', ['blog.ttl', '--graph', 'blog.ttl'], 1, /the output directory blog\.ttl is a file/],
    ['a target below a file', ['blog.ttl/app', '--graph', 'blog.ttl'], 1, /the output directory blog\.ttl is a file/],
    ['no target', ['--graph', 'blog.ttl'], 2, /the argument <target> is missing/],
    ['no --graph', ['app'], 2, /no ontology given/],
    ['an ontology that is not there', ['app', '--graph', 'bolg.ttl'], 1, /cannot find bolg\.ttl/],
    ['an ontology that is a folder', ['app', '--graph', '.'], 1, /\. is a directory/],
    ['an ontology that does not parse', ['app', '--graph', 'broken.ttl'], 1, /broken\.ttl:4:1: error/],
    ['an ontology without classes', ['app', '--graph', 'empty.ttl'], 1, /declares no classes/],
    ['an unknown option', ['app', '--graph', 'blog.ttl', '--froce'], 2, /unknown option '--froce'/],
  ];
  test.each(cases)('%s', (_, args, status, message) => {
    withBlog((folder, at) => {
      writeFileSync(
        at('broken.ttl'),
        '@prefix : <http://example.org/> .\n@prefix owl: <http://www.w3.org/2002/07/owl#> .\n:User a owl:Class\n',
      );
      writeFileSync(at('empty.ttl'), '@prefix : <http://example.org/> .\n:a :b :c .\n');
      const before = picture(folder);
      const outcome = gen(folder, ...args);
      expect(outcome.stderr).toMatch(message);
      expect(outcome.stderr).not.toMatch(/codegen itself failed|^\s+at /m);
      expect([outcome.status, outcome.stdout]).toEqual([status, '']);
      expect(picture(folder)).toEqual(before);
    });
  });

  test.skipIf(process.getuid?.() === 0)('a target folder without write permission', () => {
    withBlog((folder, at) => {
      mkdirSync(at('closed'), { mode: 0o555 });
      const { status, stderr } = gen(folder, 'closed/app', '--graph', 'blog.ttl');
      expect(status).toBe(1);
      expect(stderr).toContain('permission denied; nothing was changed');
      chmodSync(at('closed'), 0o755);
      expect(readdirSync(at('closed'))).toEqual([]);
    });
  });

  test.runIf(process.platform === 'linux')('a target in a file system that accepts no files', () => {
    withBlog((folder) => {
      const { status, stderr } = gen(folder, '/proc/codegen/app', '--graph', 'blog.ttl');
      expect([status, stderr]).toEqual([1, expect.stringMatching(/cannot write \/proc\/codegen.*: .*; nothing was changed/)]);
    });
  });

  test('a syntax error in the ontology leaves the project unchanged', () => {
    withBlog((folder, at) => {
      gen(folder, 'app', '--graph', 'blog.ttl');
      appendFileSync(at('app/blog.ttl'), ':Broken a owl:Class ; rdfs:label "\n');
      const before = picture(at('app'));
      expect(gen(at('app'), '.', '--graph', 'blog.ttl', '--force').status).toBe(1);
      expect(picture(at('app'))).toEqual(before);
    });
  });

  test('a symbolic link in place of a generated folder', () => {
    withBlog((folder, at) => {
      mkdirSync(at('app'));
      mkdirSync(at('elsewhere'));
      symlinkSync('../elsewhere', at('app/src'));
      const before = picture(at('app'));
      const { status, stderr } = gen(folder, 'app', '--graph', 'blog.ttl', '--force');
      expect([status, stderr]).toEqual([1, expect.stringContaining('app/src is a symbolic link')]);
      expect(picture(at('app'))).toEqual(before);
    });
  });
});
