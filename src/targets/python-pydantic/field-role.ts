/** The Pydantic model that a field is printed in: the record of a class, or a request to create or update one. */
export type FieldRole = 'entity' | 'create' | 'update';
