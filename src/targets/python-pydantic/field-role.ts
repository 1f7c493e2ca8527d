/** The model in which a class has a field. */
export type FieldRole = 'entity' | 'create' | 'update';
