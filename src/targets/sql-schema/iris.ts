/** The table with the IRIs of rows that were imported from RDF: no column of the schema stores them. */

export const IRIS = 'codegen_iris';

/** Creates the table if it does not exist: the IRI of each id, and the individual's types other than the class of its row. */
export const CREATE_IRIS = `CREATE TABLE IF NOT EXISTS ${IRIS} (id UUID PRIMARY KEY, iri TEXT NOT NULL, types TEXT[] NOT NULL);`;
