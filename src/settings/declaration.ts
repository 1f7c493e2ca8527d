/**
 * The members of a settings file: the single source of its validation, its TypeScript type, its published JSON Schema
 * (docs/codegen.schema.json) and the reference in docs/reference/settings.md.
 */

import { z } from 'zod';
import { dataWarnings, ontologyWarnings } from '../diagnostics/index.ts';
import { type PolicyName, policiesOf, policyNames, policySpecs } from '../model/index.ts';
import { templateNames } from '../targets/index.ts';

function text(about: string) {
  return z.string().min(1).meta({ description: about });
}

function list(about: string, item: string) {
  return z.array(text(item)).meta({ description: about });
}

function flag(about: string) {
  return z.boolean().meta({ description: about });
}

/**
 * Declares a word from a fixed set or, which `z.enum` does not offer, of a pattern.
 *
 * @param others a pattern of further accepted words
 */
function word(known: readonly string[], about: string, others?: RegExp) {
  return z
    .string()
    .superRefine((value, context) => {
      if (!known.includes(value) && !others?.test(value)) context.addIssue({ code: 'custom', params: { known } });
    })
    .meta({
      description: about,
      ...(others ? { anyOf: [{ enum: [...known] }, { pattern: others.source }] } : { enum: [...known] }),
    });
}

function policy(name: PolicyName) {
  const { values, about } = policySpecs[name];
  const meta = { description: about, default: policiesOf()[name] };
  // A language is a BCP 47 tag.
  if (values.length === 0)
    return z
      .string()
      .regex(/^[A-Za-z]{1,8}(-[A-Za-z0-9]{1,8})*$/, 'a tag such as en or pt-BR')
      .meta(meta);
  // Numbers may be written without quotes (`SettingsDocument.data`); other YAML readers see them as numbers.
  const numbers = values.map(Number).filter((number) => !Number.isNaN(number));
  return z
    .enum(values)
    .meta(numbers.length === 0 ? meta : { ...meta, type: ['string', 'number'], enum: [...values, ...numbers] });
}

const ontologyFile = text(
  'the file: Turtle, or another RDF syntax by its extension; or an address, sparql+https://… or https://…',
);

const sources = z
  .strictObject({
    file: ontologyFile,
    shapes: list('files with SHACL shapes for the ontology', 'a file').optional(),
    imports: z
      .record(z.string(), text('a file'))
      .meta({ description: 'the files of ontologies that are imported, by their IRIs' })
      .optional(),
    catalog: text('an XML catalogue of such files; default: catalog-v001.xml next to the ontology').optional(),
    'allow-read': list(
      'further folders that imports may be in, besides the repository of the ontology or, without one, its own folder',
      'a folder',
    ).optional(),
    'graph-names': list('the named graphs to read from an endpoint', 'an IRI').optional(),
  })
  .meta({ description: 'the ontology with all that belongs to it' });

const output = z
  .strictObject({
    template: word(templateNames, 'a built-in template, or the path of your own: ./templates/go-structs', /[/\\]/),
    folder: z
      .string()
      .min(1)
      .refine((folder) => !folder.includes('\\'), 'has a \\ in it: paths are written with / on every system')
      .meta({ description: 'the folder that is written to; nothing else is generated there' }),
    options: z
      .record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.array(z.string())]))
      .meta({ description: 'the options of the template' })
      .optional(),
  })
  .meta({ description: 'what is generated, and where' });

const element = z
  .strictObject({
    name: text('the name in every layer: a class BlogPost, a property head_line').optional(),
    skip: flag('true leaves it out; references to a class become IRIs, or nothing (outside)').optional(),
    required: flag('whether there is at least one value').optional(),
    many: flag('whether there may be several values').optional(),
    deletion: z
      .enum(['cascade', 'set-null', 'restrict'])
      .meta({ description: 'what happens when the referenced instance is deleted' })
      .optional(),
    generated: z
      .enum(['none', 'now', 'on-change', 'zero'])
      .meta({ description: 'what is filled in automatically: nothing, the time, the time of the last change, or 0' })
      .optional(),
    'server-assigned': flag('whether the server alone writes it').optional(),
    resource: flag('whether an API has paths and root queries for a class').optional(),
    abstract: flag('whether a class has no instances but those of its subclasses').optional(),
    listed: flag(
      'whether the individuals of a class or SKOS scheme in the ontology are all there are: it becomes an enumeration',
    ).optional(),
    domain: z
      .union([z.string(), z.array(z.string())])
      .meta({ description: 'the classes that may have a property, in addition to those of the ontology; [] for none' })
      .optional(),
    despite: text('reason for contradicting the ontology').optional(),
  })
  .meta({ description: 'decisions about a class or a property' });

const code = (about: string) => word([...ontologyWarnings, ...dataWarnings, 'silence-unused'], about);

const diagnostics = z
  .strictObject({
    errors: z
      .union([z.literal('all'), z.array(code('the code of a warning'))])
      .meta({ description: 'the warnings that are errors: their codes, or all' })
      .optional(),
    silence: z
      .array(
        z
          .strictObject({
            code: code('the code of the warning'),
            at: text(
              'a file, a line of one (blog.ttl:12), or an element (ex:title); without it, wherever the warning is',
            ).optional(),
            reason: text('reason for the silence'),
          })
          .meta({ description: 'a silenced warning' }),
      )
      .meta({ description: 'the silenced warnings' })
      .optional(),
  })
  .meta({ description: 'treatment of warnings' });

/** All members with their descriptions. Paths are relative to the folder of the settings file. */
export const declaration = z.strictObject({
  ontology: z.union([ontologyFile, sources]).meta({ description: 'the ontology: its file, or a map of all that belongs to it' }),
  outputs: z.array(output).min(1).meta({ description: 'the outputs of codegen generate, each in its own folder' }).optional(),
  service: z
    .enum(['none', 'rest', 'graphql', 'all'])
    .meta({
      description: 'the service that codegen project gen generates; default: that of the project, or all',
    })
    .optional(),
  policies: z
    .strictObject(Object.fromEntries(policyNames.map((name) => [name, policy(name).optional()])))
    .meta({ description: 'what is decided where the ontology is silent' })
    .optional(),
  select: list(
    'the classes that are generated, with their superclasses; all without it',
    'Offer, schema:Offer or schema:*Action',
  ).optional(),
  exclude: list('the excluded classes, with their subclasses', 'Offer, schema:Offer or schema:*Action').optional(),
  depth: z
    .int()
    .min(0)
    .max(1_000_000)
    .meta({ description: 'the maximum number of references from a selected class to other generated classes', default: 0 })
    .optional(),
  outside: z
    .enum(['iri', 'omit'])
    .meta({ description: 'what references to other classes become: the IRI of the resource, or nothing', default: 'iri' })
    .optional(),
  elements: z
    .record(z.string(), element)
    .meta({ description: 'decisions on single elements: ex:Post, ex:title, or ex:Post/ex:title for a property in one class' })
    .optional(),
  diagnostics: diagnostics.optional(),
});

/** The type of a settings file as written. */
export type DeclaredSettings = z.infer<typeof declaration>;
