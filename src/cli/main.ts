/** Runs the command that a command line names, and converts errors to messages and an exit status. */

import { Command, CommanderError } from 'commander';
import manifest from '../../package.json' with { type: 'json' };
import { sanitizeOutput } from '../diagnostics/index.ts';
import { registerDataCommands } from './data-commands.ts';
import { Commands, example } from './declare.ts';
import { docsOptions } from './docs-options.ts';
import { diagnosticsOf, requestedFormat } from './failure.ts';
import { helpItem } from './help-item.ts';
import { addHelpText } from './help-text.ts';
import { registerHookCommands } from './hook-commands.ts';
import { type Io, type Output, widthOf } from './io.ts';
import {
  aiGenerateOptions,
  analyzeOptions,
  diffOptions,
  doctorOptions,
  explainOptions,
  generateAllOptions,
  generateOptions,
  initOptions,
  listOptions,
  loadOptions,
  lspOptions,
  mcpOptions,
  migrateDriftOptions,
  migrateNewOptions,
  migrateStatusOptions,
  migrateVerifyOptions,
  modelCommandOptions,
  projectOptions,
  queryOptions,
  reportOptions,
  templateCheckOptions,
  templateNewOptions,
  trustOptions,
  visualizeOptions,
} from './options.ts';
import { addProject } from './projects.ts';
import { reportFailure } from './report.ts';
import { normalizeArguments } from './usage-errors.ts';

/**
 * Runs the program with the arguments (without the interpreter and the script), and returns the exit status: 0 for success, 1 if
 * the operation failed, 2 if the command line is invalid.
 */
export async function main(argumentList: readonly string[], processIo: Io): Promise<number> {
  const { io, printed } = trackOutput(processIo);
  let status = 0;
  const argv = expandHelp(argumentList);
  const [first = '', second] = argv;
  if (argv !== argumentList && argumentList.length === 2) {
    const page = await (await import('./help-topics.ts')).helpTopic(first, widthOf(io.stdout));
    if (page !== undefined) {
      io.stdout.write(page);
      return 0;
    }
  }
  const program = buildProgram(io, (code) => {
    status = code;
  });
  if (first === 'completion' && second === 'words') {
    const { completeWords } = await import('./completion.ts');
    io.stdout.write((await completeWords(program, argv.slice(2))).map((word) => `${word}\n`).join(''));
    return 0;
  }
  try {
    await program.parseAsync(normalizeArguments(program, argv), { from: 'user' });
    return status;
  } catch (error) {
    if (error instanceof CommanderError && error.exitCode === 0) return 0;
    const format = requestedFormat(program, argv);
    // commander has already printed the help of a group without a command.
    const isPrinted = error instanceof CommanderError && error.code === 'commander.help';
    const stderr = { ...io.stderr, write: () => true };
    return reportFailure(isPrinted ? { ...io, stderr } : io, diagnosticsOf(error, io.env), format, printed());
  }
}

/** Converts `help graph load` to `graph load --help`, because commander supports only one name after `help`. */
function expandHelp(argv: readonly string[]): readonly string[] {
  return argv[0] === 'help' && argv.length > 1 ? [...argv.slice(1), '--help'] : argv;
}

/**
 * Returns an output whose text cannot control a terminal. Files and pipes receive text unchanged. Bytes are unchanged: they come
 * from a hook's script, which runs with the user's trust and may use colours.
 */
function safeOutput(output: Output): Output {
  const { isTTY, columns, fd } = output;
  if (!isTTY) return output;
  return { write: (text) => output.write(typeof text === 'string' ? sanitizeOutput(text) : text), isTTY, columns, fd };
}

/** Returns outputs that are safe for a terminal, and a function that states whether standard output was written. */
function trackOutput(io: Io): { readonly io: Io; readonly printed: () => boolean } {
  const stdout = safeOutput(io.stdout);
  let isPrinted = false;
  const write = (text: string | Uint8Array) => {
    isPrinted = true;
    return stdout.write(text);
  };
  return {
    io: { ...io, stdout: { write, isTTY: stdout.isTTY, columns: stdout.columns, fd: stdout.fd }, stderr: safeOutput(io.stderr) },
    printed: () => isPrinted,
  };
}

/**
 * Declares the commands. Completion and the reference are printed from these declarations. The implementations are loaded when
 * commands are called.
 */
export function buildProgram(io: Io, done: (status: number) => void): Command {
  const program = new Command('codegen')
    .description('Generate types, database schemas, APIs and whole projects from one ontology')
    .version(manifest.version, '-V, --version', 'Print the version')
    .helpOption('-h, --help', 'Print help')
    .helpCommand('help [command]', 'Print the help of a command')
    .configureOutput({
      writeOut: (text) => io.stdout.write(text),
      writeErr: (text) => io.stderr.write(text),
      outputError: () => {},
      getOutHelpWidth: () => io.stdout.columns ?? 100,
      getErrHelpWidth: () => io.stderr.columns ?? 100,
    })
    // Wraps text also on a narrow terminal.
    .configureHelp({ minWidthToWrap: 10, formatItem: helpItem })
    // What follows the event of `hook run` belongs to the scripts, even if it looks like an option of the program.
    .enablePositionalOptions()
    .exitOverride();
  addHelpText(program, `${TOPICS}\n${example('codegen init && codegen generate')}`);

  const commands = new Commands(done, (level) => {
    io.level = level;
  });
  const group = (name: string, description: string, show: string, declare: (group: Command) => void) => {
    const command = program.command(name).description(description);
    declare(command);
    addHelpText(command, example(show));
  };

  commands.add(program, 'init', {
    about: 'Create a codegen.yaml for the ontology and the outputs of this project',
    options: initOptions,
    help: `${INIT}\n${example('codegen init && codegen generate')}`,
    run: async (options) => (await import('./init.ts')).init(io, options),
  });

  const generate = commands.add(program, 'generate [projects...]', {
    about: 'Generate all outputs that codegen.yaml lists',
    options: generateAllOptions,
    help: `${GENERATE}\n${example('codegen generate')}\n  $ codegen generate --watch\n  $ codegen generate --check services/*/codegen.yaml`,
    run: async (options, projects) => {
      if (options.watch) return (await import('./generate-watch.ts')).watchAll(io, options, projects);
      if (projects.length > 0) {
        const { generateSeveral } = await import('./generate-projects.ts');
        return generateSeveral(io, options, projects);
      }
      const { generateAll } = await import('./generate-all.ts');
      return generateAll(io, options);
    },
  });
  generate.registeredArguments[0]?.argParser(addProject);

  group('template', 'Generate source files with chosen templates', 'codegen template list', (template) => {
    commands.add(template, 'generate-rdf', {
      about: 'Generate source files from an ontology',
      options: generateOptions,
      help: example('codegen template generate-rdf --ontology blog.ttl --template rust-models --output-dir src/models'),
      run: async (options) => (await import('./generate.ts')).generate(io, options),
    });
    commands.add(template, 'list', {
      about: 'List the templates',
      options: listOptions,
      help: example('codegen template list --category rdf-generators'),
      run: async (options) => (await import('./templates.ts')).listTemplates(io, options),
    });
    commands.add(template, 'new <name>', {
      about: 'Create a custom template in a new folder',
      options: templateNewOptions,
      help: example('codegen template new templates/kotlin-models'),
      run: async (options, name) => (await import('./custom-templates.ts')).newTemplate(io, name, options),
    });
    commands.add(template, 'check <path>', {
      about: 'Check a custom template against a model that uses every feature',
      options: templateCheckOptions,
      help: example('codegen template check templates/kotlin-models'),
      run: async (options, path) => (await import('./custom-templates.ts')).checkTemplate(io, path, options),
    });
  });

  group('graph', 'Inspect and query an ontology', 'codegen graph load blog.ttl', (graph) => {
    commands.add(graph, 'load [ontology-file...]', {
      about: 'Parse an ontology and print a summary with all warnings',
      options: loadOptions,
      help: `${LOAD}\n${example('codegen graph load blog.ttl')}`,
      run: async (options, files) => (await import('./graph.ts')).load(io, files, options),
    });
    commands.add(graph, 'report [ontology-file]', {
      about: 'List axioms, shapes and assumptions, and which templates enforce them',
      options: reportOptions,
      help: `${example('codegen graph report shop.ttl --format html --output report.html')}\n  $ codegen graph report shop.ttl --assumed`,
      run: async (options, file) => (await import('./graph.ts')).reportModel(io, file, options),
    });
    commands.add(graph, 'query [ontology-file]', {
      about: 'Run a SPARQL query, which may use the prefixes of the ontology',
      options: queryOptions,
      help: example("codegen graph query blog.ttl --sparql 'SELECT ?class WHERE { ?class a owl:Class }'"),
      run: async (options, file) => (await import('./graph.ts')).query(io, file, options),
    });
    commands.add(graph, 'model [ontology-file]', {
      about: 'Print the model that templates receive',
      options: modelCommandOptions,
      help: `\nSee docs/reference/model.md; the JSON Schema is docs/model.schema.json.\n${example('codegen graph model blog.ttl --format json > blog.json')}`,
      run: async (options, file) => (await import('./print-model.ts')).printModel(io, file, options),
    });
    commands.add(graph, 'visualize [ontology-file]', {
      about: 'Draw a diagram of the classes and their relationships',
      options: visualizeOptions,
      help: example('codegen graph visualize blog.ttl --format svg --output blog.svg'),
      run: async (options, file) => (await import('./graph.ts')).visualize(io, file, options),
    });
  });

  group('data', 'Convert, validate and create sample data', 'codegen data convert people.ttl --to ndjson', (data) =>
    registerDataCommands(data, commands, io),
  );

  group('project', 'Generate whole projects', 'codegen project gen blog-app --graph blog.ttl', (project) => {
    commands.add(project, 'gen <target>', {
      about: 'Generate a project: a Rust crate, a frontend, a Python package and schemas',
      options: projectOptions,
      help: `\n<target> is the folder of the project; "." is the current one.\n${example('codegen project gen blog-app --graph blog.ttl')}`,
      run: async (options, target) => (await import('./project.ts')).generateProject(io, target, options),
    });
  });

  group('ai', 'Generate documents and analyze code', 'codegen ai analyze --project . --format text', (ai) => {
    commands.add(ai, 'generate <prompt>', {
      about: 'Generate a document, with a language model or offline from the project',
      options: aiGenerateOptions,
      help: `\nSet the key of the provider in $CODEGEN_AI_API_KEY.\n${example('codegen ai generate "Write the data dictionary" --project .')}`,
      run: async (options, prompt) => (await import('./ai-generate.ts')).aiGenerate(io, prompt, options),
    });
    commands.add(ai, 'analyze', {
      about: 'Analyze source files and ontologies: complexity, security',
      options: analyzeOptions,
      help: example('codegen ai analyze --project . --security --format text --fail-on high'),
      run: async (options) => (await import('./analyze.ts')).analyze(io, options),
    });
  });

  group('utils', 'Check the installation', 'codegen utils doctor', (utils) => {
    commands.add(utils, 'doctor', {
      about: 'Check the tools that codegen and generated projects need',
      options: doctorOptions,
      help: example('codegen utils doctor'),
      run: async (options) => (await import('./doctor.ts')).doctor(io, options),
    });
  });

  group('hook', 'Run scripts on events', 'codegen hook list', (hook) => registerHookCommands(hook, commands, io));

  commands.add(program, 'trust', {
    about: 'Trust the hooks and template modules of this project',
    options: trustOptions,
    help: TRUST,
    run: async (options) => (await import('./trust.ts')).trustProject(io, options),
  });

  commands.add(program, 'explain <what>', {
    about: 'Show which statement of the ontology a class, field or generated line comes from, and its names in the outputs',
    options: explainOptions,
    help: `\n<what> is a class, a field (Class.field), a line (file:line) of a generated file or an ontology, or a message code such as import-missing.\n${example('codegen explain Post.title --ontology blog.ttl')}\n  $ codegen explain src/models/post.rs:21`,
    run: async (options, name) => (await import('./explain.ts')).explain(io, name, options),
  });

  commands.add(program, 'docs [ontology-file]', {
    about: 'Generate a browsable documentation site',
    options: docsOptions,
    help: `\nThe site can be opened from the disk and loads nothing from the network.\n${example('codegen docs blog.ttl --output site')}\n  $ codegen docs blog.ttl --output site --against main`,
    run: async (options, file) => (await import('./docs.ts')).docs(io, file, options),
  });

  commands.add(program, 'diff [old] [new]', {
    about: 'Compare two versions of an ontology and show breaking changes',
    options: diffOptions,
    help: DIFF,
    run: async (options, old, now) => (await import('./diff.ts')).diff(io, old, now, options),
  });

  commands.add(program, 'lsp', {
    about: 'Start the language server for editors',
    options: lspOptions,
    help: `\ndocs/how-to/editors.md has the settings of editors.\n${example('codegen lsp --stdio')}`,
    run: async (options) => (await import('./lsp.ts')).languageServer(options),
  });

  commands.add(program, 'mcp [folder]', {
    about: 'Start the Model Context Protocol server for AI assistants',
    options: mcpOptions,
    help: MCP,
    run: async (options, folder) => (await import('./mcp.ts')).serveMcp(folder, options),
  });

  group('migrate', 'Create and check database migrations', 'codegen migrate new --ontology blog.ttl', (migrate) => {
    commands.add(migrate, 'new', {
      about: 'Create the SQL files of the next migration (up and down)',
      options: migrateNewOptions,
      help: example('codegen migrate new --ontology blog.ttl --dir migrations'),
      run: async (options) => (await import('./migrate.ts')).migrateNew(io, options),
    });
    commands.add(migrate, 'status', {
      about: 'Show whether the migrations match the ontology',
      options: migrateStatusOptions,
      help: example('codegen migrate status --ontology blog.ttl --check'),
      run: async (options) => (await import('./migrate.ts')).migrateStatus(io, options),
    });
    commands.add(migrate, 'verify', {
      about: 'Run all migrations up and down on a server and compare the result',
      options: migrateVerifyOptions,
      help: example('codegen migrate verify --ontology blog.ttl --database-url postgresql://localhost/scratch'),
      run: async (options) => (await import('./migrate-verify.ts')).migrateVerify(io, options),
    });
    commands.add(migrate, 'drift', {
      about: 'Print a psql script that compares a database with the migrations',
      options: migrateDriftOptions,
      help: example('codegen migrate drift --ontology blog.ttl --output drift.sql && psql -X -f drift.sql "$DATABASE_URL"'),
      run: async (options) => (await import('./migrate-drift.ts')).migrateDrift(io, options),
    });
  });

  const shells = ['bash', 'zsh', 'fish'] as const;
  const completion = commands.add(program, 'completion <shell>', {
    about: 'Print the completion script of a shell',
    options: {},
    isSilent: true,
    help: COMPLETION,
    run: async (_, name) => {
      const shell = shells.find((each) => each === name);
      if (shell === undefined) return 2;
      return (await import('./completion.ts')).completion(io, shell);
    },
  });
  completion.registeredArguments[0]?.choices(shells);

  return program;
}

const TOPICS = `
Topics: codegen help policies | settings | environment | exit`;

const LOAD = `
With several files, each is an ontology of its own, and --json prints { "ontologies": [ … ] }.`;

const GENERATE = `
[projects...] are settings files or folders that contain one (default: the nearest codegen.yaml upward). Each project is
generated completely or not at all; an error in one does not stop the others. With several projects, --json prints
{ "projects": [ … ] }.`;

const INIT = `
Cargo.toml, package.json, pyproject.toml and migrations/ determine the outputs; without them, all outputs go to generated/.
An existing settings file is never changed.`;

const TRUST = `
Hooks that "codegen hook create" registers on this machine are trusted. Run this command after a clone or a pull that brought
hooks, or if codegen.yaml names a template module. Read the scripts first.
In CI and containers, set CODEGEN_TRUST=1.
${example('codegen trust')}`;

const DIFF = `
Each side is a file, git:<ref> or git:<ref>:<path>. <new> defaults to the ontology of the settings. Elements are matched by
IRI: if only the label of a property changes, its generated name changes, and the diff shows a rename. Classes are
named by their IRI.
${example('codegen diff --against main blog.ttl')}
  $ codegen diff v1/blog.ttl v2/blog.ttl --fail-on breaking:rest`;

const MCP = `
[folder] is the folder of the project (default: the current one). The client starts the server and talks to it over standard
input and output; docs/how-to/mcp.md has the settings of clients.
${example('codegen mcp ~/shop')}`;

const COMPLETION = `
Load it:
  bash  source <(codegen completion bash)    in ~/.bashrc
  zsh   source <(codegen completion zsh)     in ~/.zshrc, after compinit
  fish  codegen completion fish > ~/.config/fish/completions/codegen.fish
${example('source <(codegen completion bash)')}`;
