/** The project of a server. `codegen mcp` implements it. */
export interface Project {
  /** Whether clients may write generated files. */
  readonly canWrite: boolean;
  /**
   * Runs a command of the program.
   *
   * @param input its standard input
   * @param signal ends the command
   */
  run(args: readonly string[], input: string, signal: AbortSignal): Promise<Outcome>;
  /**
   * Returns the argument for a file that a client named.
   *
   * @throws DiagnosticError if the file is outside the project
   */
  fileArgument(named: string): string;
  /**
   * Returns the files of the ontology, and the generated ones.
   *
   * @throws DiagnosticError if the settings are invalid or not trusted
   */
  files(signal: AbortSignal): Promise<readonly ProjectFile[]>;
}

export interface Outcome {
  readonly status: number;
  readonly stdout: string;
  readonly stderr: string;
}

export interface ProjectFile {
  readonly path: string;
  /** The template that generated the file; undefined for a file of the ontology. */
  readonly template?: string;
}
