import { addDocuments } from '../../conformance/openapi.ts';
import { type Answer, type Layer, typeName } from './layer.ts';

/** Parses with `JSON.parse`, then validates with Ajv and an OpenAPI document or a JSON Schema bundle. Writes nothing. */
export const openapi: Layer = async (corpora, target) => {
  const { schemaOf, namesIn } = addDocuments(corpora, target);
  return corpora.map(({ slug, model, documents }) => {
    const declared = namesIn(slug);
    return documents.map((document): Answer | undefined => {
      const name = typeName(model, document);
      if (name === undefined || !declared.has(name)) return undefined;
      const { text } = document;
      let value: unknown;
      try {
        value = JSON.parse(text);
      } catch (error) {
        return { fault: String(error) };
      }
      try {
        const validate = schemaOf(slug, name);
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
