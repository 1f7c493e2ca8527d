/** Describes the exit statuses and environment variables of the program, for `codegen help` and the reference. */

export const statuses: readonly (readonly [status: string, meaning: string])[] = [
  ['0', 'Success.'],
  ['1', 'The command failed, a file is not up to date (--check), or a check found an error.'],
  ['2', 'The command line is invalid.'],
];

/** The environment variables that the program reads, and those that it sets for hooks. */
export const variables: readonly (readonly [names: string, meaning: string])[] = [
  ['NO_COLOR, CLICOLOR=0', 'Print no colours.'],
  ['FORCE_COLOR, CLICOLOR_FORCE', 'Print colours also without a terminal.'],
  ['CODEGEN_TRUST', 'If 1, trust all hooks and settings, for CI and containers.'],
  [
    'CODEGEN_AI_PROVIDER, CODEGEN_AI_MODEL, CODEGEN_AI_BASE_URL, CODEGEN_AI_TIMEOUT, CODEGEN_AI_API_KEY',
    'The language model of codegen ai generate.',
  ],
  [
    'CODEGEN_SERVER_HOST, CODEGEN_SERVER_TOKEN, CODEGEN_SERVER_USER, CODEGEN_SERVER_PASSWORD, CODEGEN_CREDENTIAL_HELPER',
    'Credentials for a server of ontologies.',
  ],
  ['CODEGEN_ALLOW_HTTP', 'Comma-separated hosts that may be reached over plain HTTP.'],
  ['PGHOST, PGPORT, PGUSER, PGPASSWORD, PGDATABASE', 'The server of codegen migrate verify without --database-url.'],
  ['GITHUB_WORKSPACE', 'Base folder of file names in annotations for GitHub.'],
  ['XDG_STATE_HOME', 'Folder of the record of trust (default: ~/.local/state).'],
  ['XDG_CACHE_HOME', 'Folder of the compile cache (default: ~/.cache).'],
  ['NODE_DISABLE_COMPILE_CACHE', 'If set, use no compile cache.'],
  ['TMPDIR', 'Folder of temporary files.'],
  ['CODEGEN_DEBUG', 'If 1, print a stack trace for internal errors.'],
  [
    'CODEGEN_EVENT, CODEGEN_HOOK_ID, CODEGEN_PROJECT_ROOT, CODEGEN_OUTPUT_DIR, CODEGEN_ARGUMENT_FILE',
    'Set for the scripts of hooks: event, hook, folders and argument file.',
  ],
];
