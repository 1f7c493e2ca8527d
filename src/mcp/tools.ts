/** Declares the tools that a client can call. Each runs one command of the program: the tool `query` runs `codegen graph query`. */

import { existsSync } from 'node:fs';
import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { z } from 'zod';
import { DiagnosticError, fail, formatDiagnostic } from '../diagnostics/index.ts';
import { answerOf } from './answer.ts';
import { classModelOf, overviewOf } from './class-model.ts';
import type { Outcome, Project } from './project.ts';

/** Windows limits a command line to 32,767 characters (https://learn.microsoft.com/windows/win32/api/processthreadsapi). */
const MAX_ARGUMENT_CHARACTERS = 20_000;

const word = (about: string) =>
  z
    .string()
    .min(1)
    .max(MAX_ARGUMENT_CHARACTERS)
    .refine((text) => !text.includes('\0'), 'an argument cannot contain NUL')
    .describe(about);
const ontology = word('Ontology, a file of the project (default: the one in codegen.yaml)').optional();
const offset = z.int().min(0).default(0).describe('Offset in characters, to read on in a long answer');
const format = z.enum(['text', 'json']).default('text').describe('Format of the answer');

/** Runs a command. `input` is its standard input. */
type Run = (args: readonly string[], input?: string) => Promise<Outcome>;

export function addTools(server: McpServer, project: Project): void {
  const file = project.fileArgument;

  /**
   * @param work runs the command with valid arguments
   * @param writes whether the tool may replace files
   */
  function add<S extends z.ZodRawShape>(
    name: string,
    title: string,
    description: string,
    shape: S,
    work: (given: z.output<z.ZodObject<S>>, run: Run) => Promise<Outcome>,
    writes = false,
  ): void {
    const annotations = { readOnlyHint: !writes, destructiveHint: writes, idempotentHint: true, openWorldHint: false };
    const inputSchema: z.ZodObject = z.strictObject({ ...shape, offset });
    server.registerTool(name, { title, description, inputSchema, annotations }, async (args, { signal }) => {
      try {
        const outcome = await work(args as z.output<z.ZodObject<S>>, (args, input = '') => project.run(args, input, signal));
        return answerOf(outcome, args['offset'] as number);
      } catch (error) {
        if (!(error instanceof DiagnosticError)) throw error;
        return answerOf({ status: 1, stdout: '', stderr: error.diagnostics.map((each) => formatDiagnostic(each)).join('\n') }, 0);
      }
    });
  }

  add(
    'model',
    'Model of a class',
    'Returns the model of a class: all its fields with types, cardinality and constraints, its relations, and what codegen assumes. Without a class, lists the classes and enumerations. Members that are null, false or empty are omitted.',
    { class: word('Name (Post), prefixed name (ex:Post) or IRI of a class or enumeration').optional(), ontology },
    async (args, run) => {
      const outcome = await run(['graph', 'model', ...operands(args.ontology)]);
      if (outcome.status !== 0) return outcome;
      const model = JSON.parse(outcome.stdout);
      return withData(outcome, args.class === undefined ? overviewOf(model) : await classModelOf(model, args.class));
    },
  );

  add(
    'explain',
    'Explain an element or generated code',
    'Explains a class, a field or a line of generated code: its axioms, what codegen assumes, how each template enforces it, and its names in the generated code. Also explains the code of a message.',
    {
      what: word('Class (Post), field (Post.title), line of a file (src/models/post.rs:21), or code of a message'),
      ontology,
      format,
    },
    async ({ what, ...given }, run) => {
      const named = /^(.+?):\d+(?::\d+)?$/s.exec(what)?.[1] ?? what;
      if (existsSync(named)) file(named);
      return run(['explain', ...ontologyOption(given), ...jsonOption(given), '--', what]);
    },
  );

  add(
    'query',
    'SPARQL query',
    'Runs a SPARQL query (SELECT, ASK, CONSTRUCT or DESCRIBE) on the ontology, whose prefixes are declared.',
    {
      sparql: word('Query'),
      format: z.enum(['table', 'json', 'csv', 'turtle']).default('table').describe('Format of the result'),
      ontology,
    },
    async (given, run) =>
      run(['graph', 'query', `--sparql=${given.sparql}`, `--format=${given.format}`, ...operands(given.ontology)]),
  );

  const record = z.record(z.string(), z.unknown());
  add(
    'validate',
    'Validate a record',
    'Validates instance data against the ontology and its shapes. Give one of record, turtle and file. `valid` is the result; each diagnostic names the violated axiom or shape.',
    {
      record: z
        .union([record, z.array(record)])
        .optional()
        .describe('Record in JSON, as generated code reads it, or a list'),
      turtle: z.string().optional().describe('Individuals in Turtle'),
      file: word('File of the project with RDF or JSON').optional(),
      class: word('Class of records that do not name it').optional(),
      ontology,
    },
    async ({ record, turtle, file, ...args }, run) => {
      const [input, ...others] = [
        ...(record === undefined ? [] : [{ text: JSON.stringify(record, undefined, 2), words: ['--from=records', '--', '-'] }]),
        ...(turtle === undefined ? [] : [{ text: turtle, words: ['--from=rdf', '--', '-'] }]),
        ...(file === undefined ? [] : [{ text: '', words: operands(file) }]),
      ];
      if (!input || others.length > 0)
        fail('usage', { message: 'validate needs exactly one of record, turtle and file', help: 'give one of them' });
      const cls = args.class === undefined ? [] : [`--class=${args.class}`];
      const outcome = await run(['data', 'validate', '--json', ...cls, ...ontologyOption(args), ...input.words], input.text);
      const data = JSON.parse(outcome.stdout || '{}');
      // Violations are a result; anything else with a status other than 0 is an error.
      if (data.individuals === undefined) return outcome;
      return withData({ ...outcome, status: 0 }, { valid: outcome.status === 0 && data.individuals > 0, ...data });
    },
  );

  add(
    'report',
    'Report on an ontology',
    'Lists the axioms and shapes, which templates enforce, approximate or drop each, and what codegen assumes because the ontology does not state it.',
    { assumed: z.boolean().default(false).describe('Only the assumptions, with reasons and policies'), ontology, format },
    async (given, run) =>
      run(['graph', 'report', ...(given.assumed ? ['--assumed'] : []), ...jsonOption(given), ...operands(given.ontology)]),
  );

  add(
    'diff',
    'Compare versions of an ontology',
    'Compares two versions of an ontology and states which changes are breaking: for JSON documents, clients of REST and GraphQL, code and stored rows. A version is a file, git:<revision> or git:<revision>:<file>.',
    {
      old: word('Old version, for example git:main'),
      new: word('New version (default: the ontology in codegen.yaml)').optional(),
      renamed: z.array(word('ex:old=ex:new')).default([]).describe('Renamed IRIs or prefixed names, each as old=new'),
      format,
    },
    async (args, run) => {
      const sides = [args.old, ...(args.new === undefined ? [] : [args.new])].map((side) => {
        const [, revision, path] = /^(git:[^:]*)(?::(.+))?$/s.exec(side) ?? [];
        return revision === undefined ? file(side) : path === undefined ? side : `${revision}:${file(path)}`;
      });
      return run(['diff', ...args.renamed.map((each) => `--renamed=${each}`), ...jsonOption(args), '--', ...sides]);
    },
  );

  add(
    'generate',
    'Generate code',
    `Lists the files that generation would change, for all outputs in codegen.yaml. ${
      project.canWrite
        ? 'With write: true, writes them and runs trusted hooks. Files that codegen did not generate are never replaced.'
        : 'This server cannot write files; the user can start it with --allow-write.'
    }`,
    { write: z.boolean().default(false).describe('Write the files') },
    async ({ write }, run) => {
      if (write && !project.canWrite)
        fail('usage', {
          message: 'this server cannot write files; nothing was generated',
          help: 'start it with codegen mcp --allow-write, or run codegen generate',
        });
      return run(['generate', '--json', ...(write ? [] : ['--dry-run'])]);
    },
    project.canWrite,
  );

  function operands(named: string | undefined): readonly string[] {
    return named === undefined ? [] : ['--', file(named)];
  }

  function ontologyOption({ ontology }: { readonly ontology?: string | undefined }): readonly string[] {
    return ontology === undefined ? [] : [`--ontology=${file(ontology)}`];
  }
}

const jsonOption = ({ format }: { readonly format: 'text' | 'json' }): readonly string[] => (format === 'json' ? ['--json'] : []);

/** Returns an outcome that has other data than the command printed. */
const withData = (outcome: Outcome, data: object): Outcome => ({ ...outcome, stdout: JSON.stringify(data, undefined, 1) });
