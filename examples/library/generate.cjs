// The same library from a CommonJS script.
'use strict';
const { CodegenError, generate, loadModel } = require('ontology-codegen');

async function main() {
  const { model } = await loadModel({
    'blog.ttl': `
      @prefix : <http://example.org/blog#> .
      @prefix owl: <http://www.w3.org/2002/07/owl#> .
      :Post a owl:Class .`,
  });
  const files = await generate(model, { templates: ['typescript-models'] });
  for (const { path } of files) console.log(path);
  try {
    await generate(model, { templates: ['no-such-template'] });
  } catch (error) {
    console.log(error instanceof CodegenError, error.diagnostics[0].code);
  }
}

main();
