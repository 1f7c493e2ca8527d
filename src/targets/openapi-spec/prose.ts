/** What an ontology says about its elements, as the CommonMark that OpenAPI's descriptions are. */

interface Described {
  readonly name: string;
  readonly label?: string;
  readonly doc?: string;
}

/** The documentation of an element, else its label if that says more than its name. */
export function description(element: Described): string | undefined {
  if (element.doc !== undefined) return commonMark(element.doc);
  if (element.label === undefined || letters(element.label) === letters(element.name)) return undefined;
  return commonMark(element.label);
}

/** `blog_post` → `blog post` */
export function words(snake: string): string {
  return snake.replaceAll('_', ' ');
}

function letters(name: string): string {
  return name.toLowerCase().replace(/[\s_-]+/g, '');
}

/** An HTML tag, comment or declaration begins so (CommonMark 0.31, section 6.6); a link in angle brackets is none. */
const HTML = /<(?=[A-Za-z/!?])(?!https?:\/\/[^\s<>]*>)/g;

/** A link or link definition, unless it leads to the web, to an address, or to a place relative to the document. */
const LINK = /\](?=[(:])(?!.\s*(?:https?:\/\/|mailto:|[/#)]|[^\s:&)]+(?:[\s)]|$)|$))/g;

/**
 * Text that documentation pages show as it is, even those that do not sanitise what they render: the text can hold
 * no HTML and no `javascript:` link. All other Markdown stays, because ontologies do use it.
 */
function commonMark(text: string): string {
  return text.replace(HTML, '&lt;').replace(LINK, ']\\');
}
