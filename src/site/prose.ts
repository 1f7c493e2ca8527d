/** Converts comments of the ontology to plain text: `A [[Concert]] of a band.` becomes `A Concert of a band.` */

/**
 * Returns a comment without the Markdown syntax of links in vocabularies: `[[Person]]` is a term, `[text](address)` a link. Also
 * corrects line breaks that were escaped twice in Turtle and appear as a backslash and an n.
 *
 * @param term returns the replacement for a term in double brackets
 */
export function readableText(comment: string, term: (name: string) => string = (name) => name): string {
  return comment
    .replace(/(?<=^|[\s.:;,!?)\]"'])\\n(?:\s?\\n)*(?![a-z])\s?/g, (breaks) =>
      breaks.indexOf('n') === breaks.lastIndexOf('n') ? '\n' : '\n\n',
    )
    .replace(/\[\[([\w:.-]{1,200})\]\]/g, (_, name: string) => term(name))
    .replace(/\[([^[\]\n]{1,300})\]\((https?:\/\/[^()\s]{1,500})\)/g, (_, text: string, address: string) =>
      text === address ? text : `${text} (${address})`,
    );
}

/** Limit of characters shown next to a name. */
const MAX_LENGTH = 160;

/** Returns the first sentence of a comment, truncated to the limit. */
export function firstSentence(doc: string | undefined): string | undefined {
  if (doc === undefined) return undefined;
  const line = readableText(doc)
    .replace(/`([^`\n]{1,100})`/g, '$1')
    .replace(/ \(https?:\/\/[^()\s]{1,500}\)/g, '')
    .replace(/\s+/gu, ' ');
  const end = line.search(/[.!?。](?= |$)/u);
  const sentence = end < 0 ? line : line.slice(0, end + 1);
  const characters = [...sentence];
  return characters.length <= MAX_LENGTH ? sentence : `${characters.slice(0, MAX_LENGTH - 1).join('')}…`;
}
