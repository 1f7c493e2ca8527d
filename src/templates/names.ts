/** The file by which a folder is known for a template. */
export const MANIFEST = 'template.yaml';
