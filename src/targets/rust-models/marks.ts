import type { Element } from '../target.ts';
import { type Lines, marked } from '../text/index.ts';

/**
 * Returns the marked lines that declare an element of the model.
 *
 * @param before comments and attributes
 * @param declaration begins with the line that contains the name
 */
export function markedDeclaration(
  element: Element,
  name: string,
  type: string | undefined,
  before: Lines,
  declaration: Lines,
): Lines {
  return marked({ element, name, ...(type !== undefined && { type }) }, declaration, before);
}
