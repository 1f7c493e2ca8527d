/**
 * The pages of the site, grouped as in Diátaxis: tutorial, how-to guides, reference and explanation.
 * Lists every document once (test/docs.test.ts), by its path in the repository.
 */
const GROUPS: Record<string, Record<string, string>> = {
  Tutorial: {
    Overview: 'README.md',
    'Tutorial: ten minutes': 'docs/tutorial.md',
    Playground: 'docs/how-to/playground.md',
  },
  'How to: start': {
    'A domain of your own': 'docs/how-to/own-domain.md',
    'A published vocabulary': 'docs/how-to/vocabulary.md',
    'SHACL shapes': 'docs/how-to/shapes.md',
    'An existing database': 'docs/how-to/database.md',
    'From LinkML': 'docs/how-to/from-linkml.md',
    'From Prisma': 'docs/how-to/from-prisma.md',
    'From GraphQL Code Generator': 'docs/how-to/from-graphql-codegen.md',
    'From OpenAPI-first': 'docs/how-to/from-openapi.md',
    Cookbook: 'docs/how-to/cookbook.md',
  },
  'How to: read ontologies': {
    'Several files': 'docs/how-to/files.md',
    'A part of an ontology': 'docs/how-to/slices.md',
    'Ontologies on servers': 'docs/how-to/endpoints.md',
    'Set up your editor': 'docs/how-to/editors.md',
    'Connect an AI assistant': 'docs/how-to/mcp.md',
  },
  'How to: use the output': {
    'The generated code': 'docs/how-to/code.md',
    PostgreSQL: 'docs/how-to/postgresql.md',
    'API documents': 'docs/how-to/api.md',
    'Generate a service': 'docs/how-to/service.md',
    'A whole project': 'docs/how-to/project.md',
    'Schemas, shapes, contexts, pages': 'docs/how-to/more-templates.md',
    'IRIs in the output': 'docs/how-to/iris.md',
    'Templates of your own': 'docs/how-to/templates.md',
    'A documentation site': 'docs/how-to/site.md',
  },
  'How to: change and check': {
    'Check in CI': 'docs/how-to/ci.md',
    'Compare versions': 'docs/how-to/diff.md',
    Migrations: 'docs/how-to/migrations.md',
    Hooks: 'docs/how-to/hooks.md',
    Data: 'docs/how-to/data.md',
    'The JavaScript library': 'docs/how-to/library.md',
    'AI documents': 'docs/how-to/ai.md',
    'Static analysis': 'docs/how-to/analyze.md',
    'Check your machine': 'docs/how-to/doctor.md',
  },
  Reference: {
    Commands: 'docs/reference/commands.md',
    Settings: 'docs/reference/settings.md',
    Messages: 'docs/reference/messages.md',
    Datatypes: 'docs/reference/datatypes.md',
    'SPARQL support': 'docs/reference/sparql.md',
    Conformance: 'docs/reference/conformance.md',
    'The model as JSON': 'docs/reference/model.md',
    Changelog: 'CHANGELOG.md',
  },
  Explanation: {
    'How an ontology becomes code': 'docs/explanation/mapping.md',
    'What is enforced': 'docs/explanation/constraints.md',
    'Stated and assumed': 'docs/explanation/assumptions.md',
    'Known limits': 'docs/explanation/limits.md',
    'Comparison with other tools': 'docs/explanation/comparison.md',
    Security: 'SECURITY.md',
    Performance: 'docs/explanation/performance.md',
    Architecture: 'docs/explanation/architecture.md',
    Contributing: 'CONTRIBUTING.md',
  },
};

/** All documents of the site, in the order of the sidebar. */
export const documents = Object.values(GROUPS).flatMap((group) => Object.values(group));

/** Returns the path of a document on the site, without an extension. */
export const address = (document: string): string => `/${document.replace(/(^|\/)README\.md$/, '$1').replace(/\.md$/, '')}`;

export const sidebar = Object.entries(GROUPS).map(([text, group]) => ({
  text,
  items: Object.entries(group).map(([name, document]) => ({ text: name, link: address(document) })),
}));
