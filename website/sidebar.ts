/**
 * What is beside each page of the site, by task. Every document stands here once (test/docs.test.ts);
 * paths are those of the sources.
 */
const GROUPS: Record<string, Record<string, string>> = {
  'Start here': {
    'What it is': 'README.md',
    'A domain of your own': 'docs/start/own-domain.md',
    'A published vocabulary': 'docs/start/vocabulary.md',
    'SHACL shapes': 'docs/start/shapes.md',
    'An existing database': 'docs/start/database.md',
    'Tutorial: ten minutes': 'docs/tutorial.md',
    Cookbook: 'docs/cookbook.md',
  },
  'Coming from elsewhere': {
    LinkML: 'docs/from/linkml.md',
    Prisma: 'docs/from/prisma.md',
    'GraphQL Code Generator': 'docs/from/graphql-codegen.md',
    'OpenAPI-first': 'docs/from/openapi.md',
    'How it compares': 'docs/comparison.md',
  },
  'Describe the domain': {
    'From ontology to code': 'docs/mapping.md',
    'Files of an ontology': 'docs/files.md',
    'What the ontology says': 'docs/constraints.md',
    'Stated and assumed': 'docs/assumptions.md',
    'Part of an ontology': 'docs/slices.md',
    'Ontologies on servers': 'docs/endpoints.md',
    'In your editor': 'docs/editors.md',
  },
  'Generate code': {
    'Settings of a project': 'docs/settings.md',
    'The generated code': 'docs/code.md',
    'A service in Rust': 'docs/service.md',
    'Whole projects': 'docs/project.md',
    'PostgreSQL, and sqlx': 'docs/postgresql.md',
    'API documents': 'docs/api.md',
    'Schemas, shapes, contexts, pages': 'docs/more-templates.md',
    'IRIs in the output': 'docs/iris.md',
    'Templates of your own': 'docs/templates.md',
  },
  'Change it later': {
    'What changed, what breaks': 'docs/diff.md',
    Migrations: 'docs/migrations.md',
    Hooks: 'docs/hooks.md',
  },
  'Data, people, programs': {
    'Data in and out': 'docs/data.md',
    'A site for people': 'docs/site.md',
    'Documents and models': 'docs/ai.md',
    Analysis: 'docs/analyze.md',
    'The library': 'docs/library.md',
    'The model as JSON': 'docs/model.md',
  },
  'Look it up': {
    Commands: 'docs/commands.md',
    Messages: 'docs/diagnostics/README.md',
    'Matrix of conformance': 'docs/conformance.md',
    'Time and memory': 'docs/performance.md',
    'The machine, checked': 'docs/doctor.md',
    Changelog: 'CHANGELOG.md',
  },
  'Work on it': {
    Contributing: 'CONTRIBUTING.md',
    Architecture: 'docs/architecture.md',
    Security: 'SECURITY.md',
  },
};

/** All documents of the site, in the order in which they are read. */
export const documents = Object.values(GROUPS).flatMap((group) => Object.values(group));

/** The address of a document on the site, without an ending. */
export const address = (document: string): string => `/${document.replace(/(^|\/)README\.md$/, '$1').replace(/\.md$/, '')}`;

export const sidebar = Object.entries(GROUPS).map(([text, group]) => ({
  text,
  items: Object.entries(group).map(([name, document]) => ({ text: name, link: address(document) })),
}));
