/** The RDF view of a model: properties of fields, terms of values, and Turtle. */

export { namespaceBelow, termsFor } from './namespaces.ts';
export { individualOf, isOfPlainText, isOfResources, type PropertyPath, propertyOf, rdfDatatype } from './terms.ts';
export { type Node, type Statement, statementsOf, Terms } from './turtle.ts';
