/** What the program has to do with beside its command line and its files. */

/** What the status says with which the program ends. */
export const statuses: readonly (readonly [status: string, meaning: string])[] = [
  ['0', 'It is done.'],
  ['1', 'It failed, something is not up to date (--check), or something is broken that was asked for.'],
  ['2', 'The command line is wrong.'],
  ['130', 'A question was answered with Ctrl-C, and nothing was done.'],
];

/** The variables of the environment that the program reads, and those that it sets for hooks. */
export const variables: readonly (readonly [names: string, meaning: string])[] = [
  [
    'CODEGEN_PAGER, PAGER',
    'The program through which long results are printed on a terminal, the first one that is set; cat, or nothing, for none.',
  ],
  ['NO_COLOR, CLICOLOR=0', 'Print no colours.'],
  ['FORCE_COLOR, CLICOLOR_FORCE', 'Print colours, also where there is no terminal.'],
  ['CODEGEN_PROMPT_DISABLED', 'If set, ask nothing on a terminal.'],
  ['CI', 'If set, show no progress.'],
  ['CODEGEN_SPINNER_DISABLED', 'If set, nothing turns in front of the progress.'],
  ['CODEGEN_TRUST', 'If 1, trust the hooks and the settings that are there, as in CI and containers.'],
  [
    'CODEGEN_AI_PROVIDER, CODEGEN_AI_MODEL, CODEGEN_AI_BASE_URL, CODEGEN_AI_TIMEOUT, CODEGEN_AI_API_KEY',
    'The model of codegen ai generate.',
  ],
  [
    'CODEGEN_SERVER_HOST, CODEGEN_SERVER_TOKEN, CODEGEN_SERVER_USER, CODEGEN_SERVER_PASSWORD, CODEGEN_CREDENTIAL_HELPER',
    'A server of ontologies, and how it is known who asks.',
  ],
  ['CODEGEN_ALLOW_HTTP', 'Hosts that plain HTTP may go to, with commas between them.'],
  ['PGHOST, PGPORT, PGUSER, PGPASSWORD, PGDATABASE', 'The server of codegen migrate verify, where --database-url names none.'],
  ['GITHUB_WORKSPACE', 'The folder that files are relative to in marks for GitHub.'],
  ['XDG_STATE_HOME', 'Where it is kept what is trusted; without it ~/.local/state.'],
  ['XDG_CACHE_HOME', 'Where the compiled program is kept for the next start; without it ~/.cache.'],
  ['NODE_DISABLE_COMPILE_CACHE', 'If set, keep nothing for the next start.'],
  ['TMPDIR', 'Where files are that do not outlive a command.'],
  ['CODEGEN_DEBUG', 'If 1, show where in the program a fault of the program itself arose.'],
  [
    'CODEGEN_EVENT, CODEGEN_HOOK_ID, CODEGEN_PROJECT_ROOT, CODEGEN_OUTPUT_DIR, CODEGEN_ARGUMENT_FILE',
    'Set for the scripts of hooks: what occurred, which hook it is, and where.',
  ],
];
