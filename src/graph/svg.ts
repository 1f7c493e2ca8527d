import { fail, phase } from '../diagnostics/index.ts';
import type { DomainModel } from '../model/index.ts';
import { associations } from './diagram.ts';
import { toDot } from './dot.ts';
import type { PictureOptions } from './options.ts';

/** Beyond so many nodes and edges together, laying out takes minutes and then the memory of WebAssembly. */
const LARGEST = 5000;

/**
 * A model's graph (see `toDot`) as an SVG document, laid out by Graphviz. The same model gives the same bytes.
 *
 * @throws DiagnosticError if the model is too large to be laid out.
 */
export async function toSvg(model: DomainModel, options: PictureOptions = {}): Promise<string> {
  const classes = model.classes.length;
  const lines = associations(model).length + model.classes.reduce((sum, cls) => sum + cls.parents.length, 0);
  if (classes + lines > LARGEST) fail('picture-too-large', { classes, lines });
  const { Graphviz } = await import('@hpcc-js/wasm-graphviz');
  const graphviz = await Graphviz.load();
  phase(`laying out ${classes} classes and ${lines} lines`);
  // Fonts as wide as those that there is room for, and none that is wider.
  return graphviz
    .layout(toDot(model, options), 'svg', 'dot')
    .replaceAll('font-family="Helvetica,sans-Serif"', 'font-family="Verdana,DejaVu Sans,Helvetica,Arial,sans-serif"');
}
