import { InvalidArgumentError } from 'commander';
import { statOf } from '../diagnostics/index.ts';

/**
 * Takes one more argument that names a settings file, or the folder in which it lies.
 *
 * @throws InvalidArgumentError for what is neither by its name: an ontology, or a template
 */
export function alsoProject(given: string, before: readonly string[] = []): readonly string[] {
  if (/\.(?:ya?ml|json)$/i.test(given) || statOf(given)?.isDirectory()) return [...before, given];
  throw new InvalidArgumentError('It is neither a settings file (.yaml) nor a folder.');
}
