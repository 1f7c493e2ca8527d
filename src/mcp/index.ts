import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import type { Project } from './project.ts';
import { registerResources } from './resources.ts';
import { addTools } from './tools.ts';

export type { Outcome, Project, ProjectFile } from './project.ts';

/**
 * Serves one client with the Model Context Protocol (https://modelcontextprotocol.io) over standard input and output.
 *
 * @param output standard output, which carries only the protocol
 * @returns a promise that settles when standard input ends; open requests are answered after that
 */
export async function serve(output: NodeJS.WriteStream, version: string, project: Project): Promise<void> {
  const server = new McpServer({ name: 'codegen', title: 'codegen', version }, { instructions: INSTRUCTIONS });
  addTools(server, project);
  registerResources(server, project);
  // Standard input that is a file ends, but is not closed.
  const ended = new Promise<void>((resolve) => {
    for (const event of ['end', 'close'] as const) process.stdin.once(event, () => resolve());
  });
  await server.connect(new StdioServerTransport(process.stdin, output));
  await ended;
}

const INSTRUCTIONS = `codegen generates the code of every layer of this project from one ontology (OWL, RDFS, SHACL).
Use these tools instead of your memory: they read the files as they are now. Begin with "model" to see the classes, and with
"model" and a class before you write code that uses it. Do not edit generated files: change the ontology, check the effect with
"diff" and "generate", and correct the code that uses it. Check sample data with "validate".`;
