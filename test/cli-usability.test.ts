import { spawnSync } from 'node:child_process';
import { appendFileSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { codegen, inFolder, messagesOf, root } from './support/program.ts';

const blog = readFileSync(path.join(root, 'examples/blog.ttl'), 'utf8');

function inBlog(use: (folder: string) => void): void {
  inFolder((folder) => {
    writeFileSync(path.join(folder, 'blog.ttl'), blog);
    use(folder);
  });
}

/** Runs the program with a text at its standard input. */
function piped(folder: string, input: string, args: readonly string[]) {
  return spawnSync(process.execPath, [path.join(root, 'bin/codegen.js'), ...args], { cwd: folder, input, encoding: 'utf8' });
}

test('the help of a subcommand is printed for both word orders', () =>
  inBlog((folder) => {
    const help = codegen(folder, ['graph', 'load', '--help']).stdout;
    expect(help).toContain('Usage: codegen graph load');
    expect(codegen(folder, ['help', 'graph', 'load'])).toMatchObject({ status: 0, stdout: help });
    expect(codegen(folder, ['help', 'policies']).stdout).toContain('unstated');
  }));

test('a repeated template counts once, and a comma separates templates', () =>
  inBlog((folder) => {
    const generate = (out: string, ...templates: readonly string[]) =>
      codegen(folder, [
        'template',
        'generate-rdf',
        '--ontology',
        'blog.ttl',
        '--output-dir',
        out,
        ...templates.flatMap((name) => ['--template', name]),
      ]);
    expect(generate('one', 'sql-schema', 'sql-schema').status).toBe(0);
    expect(readdirSync(path.join(folder, 'one'))).toEqual(['001_create_blog_schema.sql']);
    expect(generate('two', 'sql-schema,graphql-schema').status).toBe(0);
    expect(readdirSync(path.join(folder, 'two')).sort()).toEqual(['graphql-schema', 'sql-schema']);
  }));

test('- reads ontologies in any syntax and queries from standard input', () =>
  inBlog((folder) => {
    expect(piped(folder, blog, ['graph', 'load', '-']).stdout).toContain('73 triples, 3 classes');
    const ask = ['graph', 'query', 'blog.ttl', '--query-file', '-'];
    expect(piped(folder, 'ASK { :Post a owl:Class }', ask)).toMatchObject({ status: 0, stdout: 'true\n' });
    const rdf =
      '<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="http://e/a"><rdf:type rdf:resource="http://www.w3.org/2002/07/owl#Class"/></rdf:Description></rdf:RDF>';
    expect(piped(folder, rdf, ['graph', 'load', '-']).stdout).toContain('1 triple, 1 class');
    const json = '{ "@id": "http://e/a", "@type": "http://www.w3.org/2002/07/owl#Class" }';
    expect(piped(folder, json, ['graph', 'load', '-']).stdout).toContain('1 triple, 1 class');
    const generated = piped(folder, blog, [
      'template',
      'generate-rdf',
      '--ontology',
      '-',
      '--template',
      'sql-schema',
      '--output-dir',
      'out',
    ]);
    expect(generated).toMatchObject({ status: 0 });
    expect(readFileSync(path.join(folder, 'out/001_create_blog_schema.sql'), 'utf8')).toContain('CREATE TABLE posts');
  }));

test('- reads individuals from standard input, as RDF and as records', () =>
  inBlog((folder) => {
    const id = '609120ae-12ae-49a1-b055-e110ac33dcfb';
    const user = `{"@type":"User","id":"${id}","email":"a@example.org","name":"Ann","joined_at":"2024-05-17T08:30:00Z"}\n`;
    const records = piped(folder, user, ['data', 'validate', '-', '--from', 'records', '--ontology', 'blog.ttl']);
    expect(records).toMatchObject({ status: 0, stderr: expect.stringContaining('1 individual, 0 violations') });
    const turtle = piped(folder, user, ['data', 'convert', '-', '--from', 'records', '--ontology', 'blog.ttl', '--to', 'turtle']);
    const back = piped(folder, turtle.stdout, ['data', 'validate', '-', '--ontology', 'blog.ttl']);
    expect(back).toMatchObject({ status: 0, stderr: expect.stringContaining('1 individual, 0 violations') });
    const unknown = piped(folder, '{"@type":"Usr"}', ['data', 'validate', '-', '--from', 'records', '--ontology', 'blog.ttl']);
    expect(unknown.stderr).toContain('names the class "Usr", which the ontology does not have');
  }));

test('the advice of --check works', () =>
  inBlog((folder) => {
    const gen = (...args: readonly string[]) => codegen(folder, ['project', 'gen', 'app', '--graph', 'blog.ttl', ...args]);
    const fresh = gen('--check');
    expect(messagesOf(fresh)).toContain('run the same command without --check');
    expect(gen().status).toBe(0);
    appendFileSync(path.join(folder, 'app/src/models/post.rs'), '// mine\n');
    const edited = gen('--check');
    expect(messagesOf(edited)).toContain('this run overwrites the edits');
    expect(messagesOf(edited)).toContain('run the same command with --force in place of --check');
    expect(gen().status).toBe(1);
    expect(gen('--force').status).toBe(0);
    expect(gen('--check').status).toBe(0);
  }));

test('explain accepts codes of messages, with and without brackets', () =>
  inBlog((folder) => {
    const outcomes = codegen(folder, ['explain', 'output-stale']);
    expect(outcomes).toMatchObject({ status: 0, stderr: '' });
    expect(outcomes.stdout).toMatch(/^output-stale\n\n\*Error\.\* With `--check`: .+\n$/s);
    expect(codegen(folder, ['explain', '[output-stale]']).stdout).toBe(outcomes.stdout);
    expect(JSON.parse(codegen(folder, ['explain', 'output-stale', '--json']).stdout).code).toBe('output-stale');
    expect(codegen(folder, ['explain', 'output-nonsense', '--ontology', 'blog.ttl']).status).toBe(1);
  }));

test('--quiet prints only errors and results, --verbose prints every warning', () =>
  inFolder((folder) => {
    const properties = Array.from({ length: 9 }, (_, i) => `:p${i} a owl:DatatypeProperty .`).join('\n');
    writeFileSync(path.join(folder, 'blog.ttl'), `${blog}\n${properties}\n`);
    const generate = (...more: readonly string[]) =>
      codegen(folder, [
        'template',
        'generate-rdf',
        '--ontology',
        'blog.ttl',
        '--template',
        'sql-schema',
        '--output-dir',
        'out',
        ...more,
      ]);
    expect(generate('--quiet')).toMatchObject({ status: 0, stdout: '', stderr: '' });
    expect(generate().stderr).toMatch(
      /9 properties \(:p0, :p1, :p2 and 6 more\) have no domain; .* \[property-without-domain\]$/m,
    );
    expect(generate('--verbose').stderr.match(/\[property-without-domain\]/g)).toHaveLength(9);
    expect(generate('--quiet', '--verbose').status).toBe(2);
    const load = codegen(folder, ['graph', 'load', 'blog.ttl', '--quiet']);
    expect([load.stderr, load.stdout]).toEqual(['', expect.stringContaining('9 warnings')]);
    expect(codegen(folder, ['graph', 'load', 'none.ttl', '--quiet']).stderr).toContain('cannot find none.ttl');
  }));

test('graph load shows the first of each kind of many warnings, and how to list all', () =>
  inFolder((folder) => {
    const properties = Array.from({ length: 40 }, (_, i) => `:p${i} a owl:DatatypeProperty .`).join('\n');
    const others = Array.from(
      { length: 30 },
      (_, i) => `:q${i} a owl:ObjectProperty ; rdfs:domain :User ; rdfs:range :R${i} .`,
    ).join('\n');
    writeFileSync(path.join(folder, 'blog.ttl'), `${blog}\n${properties}\n${others}\n`);
    const { stderr } = codegen(folder, ['graph', 'load', 'blog.ttl']);
    expect(stderr.match(/^blog\.ttl.*\[property-without-domain\]$/gm)).toHaveLength(1);
    expect(stderr.match(/^blog\.ttl.*\[range-not-declared\]$/gm)).toHaveLength(3);
    const [, command = ''] =
      /43 of 70 warnings are shown \(not shown: 27 of \[range-not-declared\]\); codegen (.+) lists all/.exec(stderr) ?? [];
    expect(codegen(folder, command.split(' ')).stderr.match(/^blog\.ttl.*\[property-without-domain\]$/gm)).toHaveLength(40);
    expect(codegen(folder, ['graph', 'load', 'blog.ttl', '--format', 'github']).stdout.match(/^::warning/gm)).toHaveLength(70);
  }));

test('commands for hooks, init and utils also accept --quiet', () =>
  inBlog((folder) => {
    expect(codegen(folder, ['hook', 'run', 'pre-build']).stderr).toContain('no hook is registered');
    for (const command of [
      ['hook', 'run', '--quiet', 'pre-build'],
      ['hook', 'log', '--quiet'],
      ['init', '--quiet'],
      ['utils', 'doctor', '--quiet'],
    ]) {
      expect(codegen(folder, command), command.join(' ')).toMatchObject({ status: 0, stdout: '', stderr: '' });
    }
  }));

test('explain finds the class of a page of a site, and reports pages without one', () =>
  inBlog((folder) => {
    expect(codegen(folder, ['docs', 'blog.ttl', '--output', 'site', '--quiet']).status).toBe(0);
    const page = codegen(folder, ['explain', 'site/data/class-post.js:1']);
    expect(page).toMatchObject({ status: 0, stderr: '' });
    expect(page.stdout).toBe(codegen(folder, ['explain', 'Post', '--ontology', 'blog.ttl']).stdout);
    expect(codegen(folder, ['explain', 'site/index.html:1']).stderr).toContain('[nothing-declared]');
  }));

test('a missing ontology is reported at its source location in the settings', () =>
  inBlog((folder) => {
    const settings = (ontology: string) =>
      writeFileSync(
        path.join(folder, 'codegen.yaml'),
        `ontology: ${ontology}\noutputs: [{ template: sql-schema, folder: out }]\n`,
      );
    const outcomes = () => {
      const { status, stderr } = codegen(folder, ['generate']);
      expect(status).toBe(1);
      return stderr;
    };
    settings('data/shop.ttl');
    expect(outcomes()).toMatch(
      /^codegen\.yaml:1:11: error: cannot find data\/shop\.ttl .*\n.*\n.*\n.* relative to the folder of this file$/m,
    );
    settings('{ file: blog.tl }');
    expect(outcomes()).toMatch(
      /^codegen\.yaml:1:19: error: cannot find blog\.tl .*\n.*\n.*\n.*relative to the folder of this file$/m,
    );
    writeFileSync(path.join(folder, 'codegen.yaml'), '');
    expect(outcomes()).toContain('the settings are empty; they must be a map');
  }));

test('settings of GraphQL Code Generator are ignored', () =>
  inBlog((folder) => {
    const settings = path.join(folder, 'codegen.yml');
    writeFileSync(settings, 'schema: schema.graphql\ngenerates:\n  web/gql/:\n    preset: client\n');
    expect(codegen(folder, ['graph', 'load', 'blog.ttl']).status).toBe(0);
    expect(codegen(folder, ['generate']).stderr).toContain('[no-settings]');
    expect(codegen(folder, ['init']).stderr).toMatch(
      /codegen\.yml, of GraphQL Code Generator \[settings-exist\]\n.*--config graphql\.yml/,
    );
    renameSync(settings, path.join(folder, 'graphql.yml'));
    expect(codegen(folder, ['init']).status).toBe(0);
    expect(codegen(folder, ['init']).stderr).toContain('edit or remove it');
  }));

test('properties without a domain are printed as a block for codegen.yaml', () =>
  inBlog((folder) => {
    const loose = Array.from({ length: 12 }, (_, i) => `:loose${i} a owl:DatatypeProperty ; rdfs:range xsd:string .`).join('\n');
    writeFileSync(path.join(folder, 'blog.ttl'), `${blog}\n${loose}\n`);
    const { stdout } = codegen(folder, ['graph', 'load', 'blog.ttl', '--quiet']);
    expect(stdout.split('\n').slice(-14)).toEqual([
      'no class has these 12 properties; name their classes in codegen.yaml, or use --policy domainless=top:',
      'elements:',
      ...Array.from({ length: 10 }, (_, i) => `  :loose${i}: { domain: [] }`),
      '  # 2 more: codegen graph load blog.ttl --verbose',
      '',
    ]);
    const whole = codegen(folder, ['graph', 'load', 'blog.ttl', '--verbose']).stdout;
    const [, block = ''] = whole.split('domainless=top:\n');
    expect(block.match(/domain: \[\]/g)).toHaveLength(12);

    // The block is valid as it is, and works once classes are named.
    expect(codegen(folder, ['init', '--ontology', 'blog.ttl']).status).toBe(0);
    const settings = path.join(folder, 'codegen.yaml');
    const begun = readFileSync(settings, 'utf8');
    expect(begun).toContain(`# ${block.trimEnd().replaceAll('\n', '\n# ')}\n`);
    const on = begun.replace(/^# Properties.*\n/m, '').replace(/^# (elements:| .*domain:)/gm, '$1');
    writeFileSync(settings, on.replace(':loose3: { domain: [] }', ':loose3: { domain: [":Post"] }'));
    const { status, stderr } = codegen(folder, ['generate']);
    expect([status, stderr]).toEqual([0, expect.not.stringContaining('property-without-domain')]);
    expect(codegen(folder, ['explain', 'Post.loose3']).stdout).toContain('belongs to :Post');
  }));
