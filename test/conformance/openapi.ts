import { Ajv, type ValidateFunction } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import ajvFormats from 'ajv-formats';
import { parse } from 'yaml';
import type { DomainModel } from '../../src/model/index.ts';
import type { Target } from '../../src/targets/index.ts';
import { type Judge, refused, taken } from './judge.ts';

/**
 * Returns a validator of the schemas of OpenAPI 3.0. Ajv supports `nullable` and rejects it without a `type`. Keywords that
 * 3.0 does not have are errors.
 */
export function ajvOf30(): Ajv {
  const ajv = new Ajv({
    strict: true,
    strictRequired: false,
    ownProperties: true,
    inlineRefs: false,
    meta: false,
    validateSchema: false,
  });
  for (const keyword of ['const', 'contains', 'examples', 'if', 'then', 'else', 'patternProperties', 'propertyNames', '$defs'])
    ajv.removeKeyword(keyword);
  for (const [bound, isWithin] of [
    ['minimum', (value: number, limit: number, isOpen: boolean) => (isOpen ? value > limit : value >= limit)],
    ['maximum', (value: number, limit: number, isOpen: boolean) => (isOpen ? value < limit : value <= limit)],
  ] as const) {
    const exclusive = bound === 'minimum' ? 'exclusiveMinimum' : 'exclusiveMaximum';
    ajv.removeKeyword(bound).removeKeyword(exclusive);
    ajv.addKeyword({ keyword: exclusive, schemaType: 'boolean', dependencies: [bound] });
    ajv.addKeyword({
      keyword: bound,
      type: 'number',
      schemaType: 'number',
      compile: (limit: number, schema) => (value: number) => isWithin(value, limit, schema[exclusive] === true),
    });
  }
  return ajv.addVocabulary(['example', 'x-iri', 'x-value-iris']);
}

/**
 * Adds the documents of all models to one Ajv instance, with the formats as users configure them.
 *
 * @param target the OpenAPI target, or the JSON Schema target, whose bundle is used
 * @returns functions that return the validator of a schema by its name, and all names of a document
 */
export function addDocuments(
  all: readonly { readonly slug: string; readonly model: DomainModel }[],
  target: Target,
): { schemaOf: (slug: string, name: string) => ValidateFunction; namesIn: (slug: string) => ReadonlySet<string> } {
  const documents = all.map(({ model }) => parse(target.generate(model)[0]?.content ?? '', { maxAliasCount: 0 }));
  const isOpenApi = target.name === 'openapi-spec';
  // As in `test/judges/openapi-spec.test.ts`.
  const isOlder = documents.some(({ openapi }) => openapi?.startsWith('3.0.'));
  const ajv = isOlder
    ? ajvOf30()
    : new Ajv2020({ strict: true, strictRequired: false, allowUnionTypes: true, ownProperties: true });
  ajvFormats.default(ajv);
  ajv.addFormat('iri-reference', true);
  if (isOpenApi) ajv.addVocabulary([...new Set(documents.flatMap((document) => Object.keys(document))), 'discriminator']);
  for (const [i, { slug }] of all.entries()) ajv.addSchema({ ...documents[i], $id: slug });
  const names = new Map(
    all.map(({ slug }, i) => [
      slug,
      new Set(Object.keys((isOpenApi ? documents[i].components?.schemas : documents[i].$defs) ?? {})),
    ]),
  );
  return {
    schemaOf: (slug, name) => {
      const validate = ajv.getSchema(`${slug}#/${isOpenApi ? 'components/schemas' : '$defs'}/${name}`);
      if (!validate) throw new Error(`${slug}: there is no schema ${name}`);
      return validate;
    },
    namesIn: (slug) => names.get(slug) ?? new Set(),
  };
}

/** Validates instances with Ajv against the component schemas of their classes. */
export const openapi: Judge = async (cases, target) => {
  const { schemaOf } = addDocuments(cases, target);
  return cases.map(({ slug, samples }) =>
    samples.map(({ instances }) => {
      for (const { class: cls, value } of instances) {
        const validate = schemaOf(slug, cls.name);
        if (!validate(value))
          return refused(validate.errors?.map(({ instancePath, message }) => `data${instancePath} ${message}`).join(', ') ?? '');
      }
      return taken;
    }),
  );
};
