import type { Element } from '../target.ts';
import { flatten, type Lines, marked } from '../text/index.ts';

/**
 * The lines that declare an element of the model.
 *
 * @param before comments and attributes
 * @param declaration begins with the line that has the name
 */
export function declaring(element: Element, name: string, type: string | undefined, before: Lines, declaration: Lines): Lines {
  const line = flatten(before).length + 1;
  return marked({ element, name, ...(type !== undefined && { type }), ...(line > 1 && { line }) }, [before, declaration]);
}
