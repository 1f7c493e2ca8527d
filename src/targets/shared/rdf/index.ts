/** What a model says as RDF: the properties that fields are, the terms that values are, and Turtle. */

export { namespaceBelow, termsFor } from './namespaces.ts';
export { individualOf, isOfPlainText, isOfResources, type PropertyPath, propertyOf, rdfDatatype } from './terms.ts';
export { type Node, type Statement, statementsOf, Terms } from './turtle.ts';
