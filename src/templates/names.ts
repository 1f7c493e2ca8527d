/** The file that identifies a folder as a template. */
export const MANIFEST = 'template.yaml';
