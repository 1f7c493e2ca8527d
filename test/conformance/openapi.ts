import { Ajv2020 } from 'ajv/dist/2020.js';
import ajvFormats from 'ajv-formats';
import { parse } from 'yaml';
import { type Judge, refused, taken } from './judge.ts';

/** Validates instances with Ajv against the component schemas of their classes. */
export const openapi: Judge = async (cases, target) => {
  const documents = cases.map(({ model }) => parse(target.generate(model)[0]?.content ?? '', { maxAliasCount: 0 }));
  // As in `test/judges/openapi-spec.test.ts`.
  const ajv = new Ajv2020({ strict: true, strictRequired: false, allowUnionTypes: true, ownProperties: true });
  ajvFormats.default(ajv);
  ajv.addFormat('iri-reference', true);
  ajv.addFormat('decimal', true);
  ajv.addVocabulary([...new Set(documents.flatMap((document) => Object.keys(document)))]);
  return cases.map(({ name, slug, samples }, i) => {
    ajv.addSchema({ ...documents[i], $id: slug });
    return samples.map(({ instances }) => {
      for (const { class: cls, value } of instances) {
        const validate = ajv.getSchema(`${slug}#/components/schemas/${cls.name}`);
        if (!validate) throw new Error(`${name}: there is no schema of ${cls.name}`);
        if (!validate(value)) return refused(ajv.errorsText(validate.errors));
      }
      return taken;
    });
  });
};
