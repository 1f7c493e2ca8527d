import type { Variant } from '../../../src/model/index.ts';
import { planNames } from '../../../src/targets/openapi-spec/names.ts';
import { addDocuments } from '../../conformance/openapi.ts';
import type { Answer, Layer } from './layer.ts';

/** `JSON.parse`, then Ajv with the component schema; a schema writes nothing. */
export const openapi: Layer = async (corpora, target) => {
  const schemaOf = addDocuments(corpora, target);
  return corpora.map(({ slug, model, documents }) => {
    const names = planNames(model);
    const nameOf = ({ class: cls, role }: Variant): string =>
      role === 'create' || role === 'update' ? names.of(cls)[role] : cls.name;
    return documents.map(({ variant, text }): Answer => {
      let value: unknown;
      try {
        value = JSON.parse(text);
      } catch (error) {
        return { fault: String(error) };
      }
      try {
        const validate = schemaOf(slug, nameOf(variant));
        if (validate(value)) return {};
        const [first] = validate.errors ?? [];
        return { fault: `${first?.instancePath}: ${first?.message}` };
      } catch (error) {
        // The schema cannot be compiled.
        return { fault: `crash: ${error}` };
      }
    });
  });
};
