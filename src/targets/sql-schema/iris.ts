/** The table where the IRIs of rows stand that came from RDF: no column of the schema holds them. */

/** What it is called. */
export const IRIS = 'codegen_iris';

/** Creates it where it is missing: the IRI of each identity, and what the individual is beside the class of its row. */
export const CREATE_IRIS = `CREATE TABLE IF NOT EXISTS ${IRIS} (id UUID PRIMARY KEY, iri TEXT NOT NULL, types TEXT[] NOT NULL);`;
