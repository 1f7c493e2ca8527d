/** Reads YAML that users write: settings, and manifests of templates. */

export { type Path, readDocument, type YamlDocument } from './document.ts';
