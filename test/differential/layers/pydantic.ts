import { fileURLToPath } from 'node:url';
import { python, run } from '../../support/judges.ts';
import { assignAnswers, documentsJson, inFolder, type Layer } from './layer.ts';

const program = fileURLToPath(new URL('read_documents.py', import.meta.url));

/** `model_validate_json`, then `model_dump_json`. */
export const pydantic: Layer = (corpora, target) =>
  inFolder((folder, write) => {
    for (const { slug, model } of corpora) {
      for (const { path: file, content } of target.generate(model)) write(`${slug}/${file}`, content);
    }
    const env = { PYTHONDONTWRITEBYTECODE: '1' };
    return assignAnswers(corpora, run(python, [program], { cwd: folder, env, input: documentsJson(corpora) }));
  });
