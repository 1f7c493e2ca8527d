import { Argument, Command, CommanderError, Option } from 'commander';
import manifest from '../../package.json' with { type: 'json' };
import { DiagnosticError } from '../diagnostics/index.ts';
import { collect, example, withSources } from './declare.ts';
import { during } from './during.ts';
import { registerHookCommands } from './hook-commands.ts';
import type { Io } from './io.ts';
import { report } from './report.ts';

/**
 * The program: arguments (without the interpreter and the script) in, exit status out. 0 is done, 1 means
 * that the operation failed, 2 that the command line itself is wrong.
 */
export async function main(argv: readonly string[], io: Io): Promise<number> {
  let status = 0;
  const [first = ''] = argv;
  const needsAll = first === 'help' || first === 'completion';
  const program = buildProgram(
    io,
    (code) => {
      status = code;
    },
    needsAll ? undefined : first,
  );
  try {
    await program.parseAsync([...argv], { from: 'user' });
    return status;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    if (error instanceof DiagnosticError) return report(io, error.diagnostics) || 1;
    throw error;
  }
}

/**
 * Declares the commands; completion and the reference are printed from these declarations. What the commands do is
 * loaded when they are called.
 *
 * @param only the one group whose commands are asked for: declaring the others costs every start milliseconds
 */
export function buildProgram(io: Io, done: (status: number) => void, only?: string): Command {
  const program = new Command('codegen')
    .description('Generates every layer of an application from one ontology.')
    .version(manifest.version, '-V, --version', 'print the version')
    .helpOption('-h, --help', 'print this help')
    .helpCommand('help [command]', 'print the help of a command')
    .configureOutput({
      writeOut: (text) => io.stdout.write(text),
      writeErr: (text) => io.stderr.write(text),
      getOutHelpWidth: () => io.stdout.columns ?? 100,
      getErrHelpWidth: () => io.stderr.columns ?? 100,
    })
    // Also on a narrow terminal.
    .configureHelp({ minWidthToWrap: 10 })
    .showHelpAfterError('(add --help for the options)')
    // What follows the event of `hook run` belongs to the scripts, even if it looks like an option of the program.
    .enablePositionalOptions()
    .addHelpText('after', example('codegen template generate-rdf --ontology blog.ttl --template all --output-dir out'))
    .exitOverride();

  const group = (name: string, description: string, show: string, declare: (group: Command) => void) => {
    const command = program.command(name).description(description);
    if (only !== undefined && only !== name) return;
    declare(command);
    command.addHelpText('after', example(show));
  };

  group('template', 'generate sources from an ontology', 'codegen template list', (template) => {
    withSources(
      template
        .command('generate-rdf')
        .description('generate sources from an ontology with named templates')
        .requiredOption('--ontology <path>', 'the ontology: Turtle, or another RDF syntax by its extension')
        .requiredOption('--template <name>', 'the template; may be repeated; "all" for all of them', collect)
        .requiredOption('--output-dir <path>', 'where to write; several templates get a folder each'),
    )
      .option('--json', 'print what was done as JSON')
      .option('--dry-run', 'print what would be done, and write nothing')
      .addOption(new Option('--check', 'write nothing; exit with 1 unless everything is up to date').conflicts('dryRun'))
      .addHelpText(
        'after',
        example('codegen template generate-rdf --ontology blog.ttl --template rust-models --output-dir src/models'),
      )
      .action(async (options) => {
        const { generate } = await import('./generate.ts');
        done(await during(io, `generating from ${options.ontology}`, (io) => generate(io, options)));
      });
    template
      .command('list')
      .description('list the templates')
      .option('--category <name>', 'only those of a category, such as rdf-generators')
      .option('--json', 'print JSON')
      .addHelpText('after', example('codegen template list --category rdf-generators'))
      .action(async (options) => {
        const { listTemplates } = await import('./templates.ts');
        done(await listTemplates(io, options));
      });
  });

  group('graph', 'look at an ontology', 'codegen graph load blog.ttl', (graph) => {
    withSources(
      graph
        .command('load <ontology-file>')
        .description('parse an ontology, and say what is in it and what generation would warn of')
        .option('--json', 'print JSON'),
    )
      .addHelpText('after', example('codegen graph load blog.ttl'))
      .action(async (file, options) => {
        const { load } = await import('./graph.ts');
        done(await during(io, `reading ${file}`, (io) => load(io, file, options)));
      });
    withSources(
      graph
        .command('report <ontology-file>')
        .description('list all axioms and shapes of an ontology, and whether each template enforces them')
        .addOption(new Option('--format <format>', 'how to print it').choices(['text', 'json', 'html']).default('text')),
    )
      .addHelpText('after', example('codegen graph report shop.ttl --format html > report.html'))
      .action(async (file, options) => {
        const { reportAxioms } = await import('./graph.ts');
        done(await during(io, `reading ${file}`, (io) => reportAxioms(io, file, options)));
      });
    withSources(
      graph
        .command('query <ontology-file>')
        .description('run a SPARQL query on an ontology; its prefixes are declared already')
        .option('--sparql <query>', 'the query')
        .addOption(new Option('--query-file <path>', 'read the query from a file').conflicts('sparql'))
        .addOption(
          new Option('--format <format>', 'how to print the result')
            .choices(['table', 'json', 'csv', 'tsv', 'turtle'])
            .default('table'),
        ),
    )
      .addHelpText('after', example("codegen graph query blog.ttl --sparql 'SELECT ?class WHERE { ?class a owl:Class }'"))
      .action(async (file, options) => {
        const { query } = await import('./graph.ts');
        done(await during(io, `querying ${file}`, (io) => query(io, file, options)));
      });
    withSources(
      graph
        .command('visualize <ontology-file>')
        .description('draw the classes of an ontology and their relationships')
        .addOption(new Option('--format <format>', 'what to write').choices(['dot', 'svg', 'mermaid']).default('dot'))
        .option('--output <path>', 'the file to write; standard output if absent'),
    )
      .addHelpText('after', example('codegen graph visualize blog.ttl --format svg --output blog.svg'))
      .action(async (file, options) => {
        const { visualize } = await import('./graph.ts');
        done(await during(io, `drawing ${file}`, (io) => visualize(io, file, options)));
      });
  });

  group('project', 'generate whole projects', 'codegen project gen blog-app --graph blog.ttl', (project) => {
    withSources(
      project
        .command('gen <target>')
        .description('generate a project from an ontology: a Rust crate, a frontend, a Python package, and the schemas')
        .requiredOption('--graph <path>', 'the ontology'),
    )
      .option('--force', 'replace what was generated before, and scaffold files that nobody changed since')
      .addOption(new Option('--check', 'write nothing; exit with 1 unless everything is up to date').conflicts('dryRun'))
      .option('--dry-run', 'print what would be done, and write nothing')
      .option('--json', 'print what was done as JSON')
      .option('--quiet', 'print nothing but errors')
      .addHelpText(
        'after',
        `\n<target> is the folder of the project, or "." for the current one.\n${example('codegen project gen blog-app --graph blog.ttl')}`,
      )
      .action(async (target, options) => {
        const { generateProject } = await import('./project.ts');
        done(await generateProject(io, target, options));
      });
  });

  group('ai', 'write and look at texts of a project', 'codegen ai analyze --project . --format text', (ai) => {
    ai.command('generate <prompt>')
      .description('write a text: with a model, or without one from what the ontology and the sources say')
      .option('--code <text>', 'code or Turtle that it is about; "-" reads standard input')
      .option('--project <path>', 'the folder of the project that it is about')
      .addOption(
        new Option('--provider <name>', 'who writes (default: $CODEGEN_AI_PROVIDER, or offline)').choices([
          'offline',
          'openai-compatible',
          'anthropic',
          'ollama',
        ]),
      )
      .option('--model <name>', 'the model (default: $CODEGEN_AI_MODEL)')
      .option('--base-url <url>', 'where the model is (default: $CODEGEN_AI_BASE_URL)')
      .option('--timeout <seconds>', 'how long the model may be silent (default: $CODEGEN_AI_TIMEOUT, or 120)')
      .option('--show-context', 'print what would be sent to a model, and send nothing')
      .addHelpText(
        'after',
        `\nThe key of the provider is taken from $CODEGEN_AI_API_KEY.\n${example('codegen ai generate "Write the data dictionary" --project .')}`,
      )
      .action(async (prompt, options) => {
        const { aiGenerate } = await import('./ai-generate.ts');
        done(await aiGenerate(io, prompt, options));
      });

    ai.command('analyze')
      .description('analyse sources and ontologies: complexity of functions, security, modelling')
      .option('--project <path>', 'the folder of the project', '.')
      .option('--complexity', 'measure the functions; without this and --security, both are done')
      .option('--security', 'look for what is dangerous')
      .addOption(new Option('--format <format>', 'how to print the report').choices(['json', 'text', 'sarif']).default('json'))
      .addOption(
        new Option('--fail-on <severity>', 'exit with 1 if a finding is as bad as this, or worse').choices([
          'info',
          'low',
          'medium',
          'high',
          'critical',
        ]),
      )
      .option('--include-generated', 'look at generated and minified files, too')
      .addHelpText('after', example('codegen ai analyze --project . --security --format text --fail-on high'))
      .action(async (options) => {
        const { analyze } = await import('./analyze.ts');
        done(await analyze(io, options));
      });
  });

  group('utils', 'look after the tool itself', 'codegen utils doctor', (utils) => {
    utils
      .command('doctor')
      .description('check what the tool, and the projects that it generates, need on this machine')
      .option('--json', 'print JSON')
      .option('--online', 'ask the provider of the AI model, too')
      .addHelpText('after', example('codegen utils doctor'))
      .action(async (options) => {
        const { doctor } = await import('./doctor.ts');
        done(await doctor(io, options));
      });
  });

  group('hook', 'run scripts of your own when something happens', 'codegen hook list', (hook) =>
    registerHookCommands(hook, io, done),
  );

  withSources(
    program
      .command('explain <name>')
      .description('say where a class or field comes from, what shaped it, and what each template calls it')
      .option('--ontology <path>', 'the ontology; for a line of a generated file it is found by itself'),
  )
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      `\n<name> is a class, a field as Class.field, or a line of a generated file.\n${example('codegen explain Post.title --ontology blog.ttl')}\n  $ codegen explain src/models/post.rs:21`,
    )
    .action(async (name, options) => {
      const { explain } = await import('./explain.ts');
      done(await during(io, `explaining ${name}`, (io) => explain(io, name, options)));
    });

  program
    .command('completion')
    .description('print the script by which bash, zsh or fish completes commands, options and values')
    .addArgument(new Argument('<shell>').choices(['bash', 'zsh', 'fish']))
    .addHelpText('after', COMPLETION)
    .action(async (shell) => {
      const { completion } = await import('./completion.ts');
      done(await completion(io, program, shell));
    });

  return program;
}

const COMPLETION = `
To load it:
  bash  source <(codegen completion bash)    in ~/.bashrc
  zsh   source <(codegen completion zsh)     in ~/.zshrc, after compinit
  fish  codegen completion fish > ~/.config/fish/completions/codegen.fish
${example('source <(codegen completion bash)')}`;
