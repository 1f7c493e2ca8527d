/**
 * Breaks prose into lines of at most `width` characters, at blanks. Line breaks of the text stay,
 * and a word longer than the width keeps its own line.
 */
export function wrap(prose: string, width: number): string[] {
  // Most prose is short.
  if (prose.length <= width && !prose.startsWith(' ') && !prose.includes('\n')) return [prose.trimEnd()];
  const out: string[] = [];
  for (const paragraph of prose.split('\n')) {
    let line = '';
    for (const word of paragraph.split(' ')) {
      if (line !== '' && line.length + 1 + word.length > width) {
        out.push(line.trimEnd());
        line = word;
      } else {
        line = line === '' ? word : `${line} ${word}`;
      }
    }
    out.push(line.trimEnd());
  }
  return out;
}
