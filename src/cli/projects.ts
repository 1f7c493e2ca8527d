import { InvalidArgumentError } from 'commander';
import { statOf } from '../diagnostics/index.ts';

/**
 * Adds an argument that names a settings file or its folder.
 *
 * @throws InvalidArgumentError for any other name, such as that of an ontology or a template
 */
export function addProject(given: string, before: readonly string[] = []): readonly string[] {
  if (/\.(?:ya?ml|json)$/i.test(given) || statOf(given)?.isDirectory()) return [...before, given];
  throw new InvalidArgumentError('It is neither a settings file (.yaml) nor a folder.');
}
