/** Renders the class diagram of a model as SVG with Graphviz. */

import { fail } from '../diagnostics/index.ts';
import type { DomainModel } from '../model/index.ts';
import { associations } from './diagram.ts';
import { toDot } from './dot.ts';
import type { PictureOptions } from './options.ts';

/** Maximum number of nodes plus edges. Larger layouts take minutes and may exceed the memory of WebAssembly. */
const MAX_ELEMENTS = 5000;

/**
 * Renders a model's graph (see `toDot`) as an SVG document with Graphviz. The output is deterministic.
 *
 * @throws DiagnosticError if the model is too large.
 */
export async function toSvg(model: DomainModel, options: PictureOptions = {}): Promise<string> {
  const classes = model.classes.length;
  const lines = associations(model).length + model.classes.reduce((sum, cls) => sum + cls.parents.length, 0);
  if (classes + lines > MAX_ELEMENTS) fail('picture-too-large', { classes, lines });
  const { Graphviz } = await import('@hpcc-js/wasm-graphviz');
  const graphviz = await Graphviz.load();
  // Use only fonts that are at most as wide as the font for which widths were computed.
  return graphviz
    .layout(toDot(model, options), 'svg', 'dot')
    .replaceAll('font-family="Helvetica,sans-Serif"', 'font-family="Verdana,DejaVu Sans,Helvetica,Arial,sans-serif"');
}
