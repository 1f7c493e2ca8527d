import { toMermaid } from '../../../graph/index.ts';
import { type DomainClass, declaredRelations, isReference } from '../../../model/index.ts';
import { countText, fileText, firstSentence, inlineText, modelTitle, paragraphs, replaceUnderscores, table } from './prose.ts';
import { type Subject, scopeNote } from './subject.ts';

/** A diagram with more classes is not useful in a README. */
const MAX_DIAGRAM_CLASSES = 40;

/** Writes a README: the purpose of the domain, its classes, and how to generate code from it. */
export function printReadme(subject: Subject): string {
  const { model, classes, file, facts } = subject;
  const ontology = file ?? 'domain.ttl';
  const fields = classes.reduce((sum, cls) => sum + cls.fields.filter((f) => f.type.kind !== 'id' && !isReference(f)).length, 0);
  const relations = classes.reduce((sum, cls) => sum + cls.relations.filter((r) => r.declared).length, 0);
  return fileText([
    `# ${modelTitle(model)}`,
    '',
    ...(model.doc === undefined ? [] : [paragraphs(model.doc), '']),
    ...scopeNote(subject),
    '## Domain',
    '',
    `${countText(classes.length, 'class', 'classes')} with ${countText(fields, 'attribute')} and ${countText(relations, 'relationship')}, defined in ${file === undefined ? 'an ontology' : `\`${file}\``}${model.iri === undefined ? '' : ` (<${model.iri}>)`}.`,
    '',
    ...table(
      ['Class', 'What it is', 'A kind of', 'Related to'],
      classes.map((cls) => [
        `\`${cls.name}\``,
        cls.doc === undefined ? '' : inlineText(firstSentence(cls.doc)),
        cls.parents.map((parent) => `\`${parent.name}\``).join(', '),
        related(cls),
      ]),
    ),
    '',
    ...(classes.length === model.classes.length && classes.length <= MAX_DIAGRAM_CLASSES
      ? ['```mermaid', toMermaid(model).trimEnd(), '```', '']
      : []),
    '## Generating code',
    '',
    'The ontology is the source: change it, generate again, and every layer follows.',
    '',
    ...generateCommands(ontology, subject),
    '',
    ...(facts.length === 0
      ? []
      : [
          '## Project',
          '',
          ...table(
            ['Fact', 'Value', 'Stated in'],
            facts.map((fact) => [fact.name, inlineText(fact.value), `\`${fact.source}\``]),
          ),
        ]),
  ]);
}

/** Lists the commands that generate code, according to how this folder is set up. */
function generateCommands(ontology: string, { generatedBy }: Subject): readonly string[] {
  const load = `codegen graph load ${shellWord(ontology)}`;
  const generate = {
    project: `codegen project gen . --graph ${shellWord(ontology)} --force`,
    settings: 'codegen generate',
    alone: `codegen template generate-rdf --ontology ${shellWord(ontology)} --template all --output-dir generated`,
  }[generatedBy ?? 'alone'];
  const commands = ['```sh', load, generate, '```'];
  if (generatedBy === 'settings') return [...commands, '', '`codegen.yaml` lists what is generated, and where.'];
  if (generatedBy === 'project')
    return [...commands, '', 'Generated files begin with `@generated`; all others are kept as they are.'];
  return [
    ...commands,
    '',
    '| Folder in `generated/` | What it holds |',
    '| --- | --- |',
    '| `rust-models/` | Rust structs with serde |',
    '| `typescript-models/` | TypeScript interfaces and factories |',
    '| `sql-schema/` | PostgreSQL tables |',
    '| `graphql-schema/` | GraphQL schema |',
    '| `openapi-spec/` | OpenAPI 3.1 document |',
    '| `python-pydantic/` | Pydantic models |',
  ];
}

const MAX_NAMED_RELATIONS = 5;

/** Lists the related classes, each with the names of the relations: `User` (author). */
function related(cls: DomainClass): string {
  const roles = new Map<DomainClass, string[]>();
  for (const relation of declaredRelations(cls)) {
    if (relation.source === cls) roles.set(relation.target, [...(roles.get(relation.target) ?? []), relation.name]);
  }
  return [...roles]
    .map(([target, names]) => {
      if (names.length === 1 && names[0] === target.slug) return `\`${target.name}\``;
      const more = names.length > MAX_NAMED_RELATIONS ? ` and ${names.length - MAX_NAMED_RELATIONS} more` : '';
      return `\`${target.name}\` (${names.slice(0, MAX_NAMED_RELATIONS).map(replaceUnderscores).join(', ')}${more})`;
    })
    .join(', ');
}

function shellWord(word: string): string {
  return /^[\w./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
