/** Comments as people read them: what other tools would make markup of is words here. */

/**
 * What a comment says, without the signs of Markdown that vocabularies write links with: `[[Person]]` stands for a term,
 * `[text](address)` for a link. Some write the line break of Turtle twice, so that it comes out as a backslash and an n.
 *
 * @param term what stands for a term in double brackets
 */
export function readable(comment: string, term: (name: string) => string = (name) => name): string {
  return comment
    .replace(/(?<=^|[\s.:;,!?)\]"'])\\n(?:\s?\\n)*(?![a-z])\s?/g, (breaks) =>
      breaks.indexOf('n') === breaks.lastIndexOf('n') ? '\n' : '\n\n',
    )
    .replace(/\[\[([\w:.-]{1,200})\]\]/g, (_, name: string) => term(name))
    .replace(/\[([^[\]\n]{1,300})\]\((https?:\/\/[^()\s]{1,500})\)/g, (_, text: string, address: string) =>
      text === address ? text : `${text} (${address})`,
    );
}

/** Of a comment, so much is shown beside a name. */
const ABOUT = 160;

/** The first sentence of a comment, or what fits of it. */
export function firstSentence(doc: string | undefined): string | undefined {
  if (doc === undefined) return undefined;
  const line = readable(doc)
    .replace(/`([^`\n]{1,100})`/g, '$1')
    .replace(/ \(https?:\/\/[^()\s]{1,500}\)/g, '')
    .replace(/\s+/gu, ' ');
  const end = line.search(/[.!?。](?= |$)/u);
  const sentence = end < 0 ? line : line.slice(0, end + 1);
  const characters = [...sentence];
  return characters.length <= ABOUT ? sentence : `${characters.slice(0, ABOUT - 1).join('')}…`;
}
