// Finds the last letters that a regular expression can match, for the plugin that makes the package pluralize faster.

const LETTERS = 3;

/**
 * Returns the possible last letters of texts that a regular expression matches, in lower case: for `/(ax|test)is$/`, these
 * are `xis` and `tis`. Understands groups, sets, `?` and `*`, which the rules of `pluralize` consist of; anything else may
 * match any text.
 *
 * @returns undefined if the last letters may be anything
 */
export function endings(source) {
  if (!source.endsWith('$')) return undefined;
  let at = 0;
  // A possible ending, and whether it is the whole matched text.
  const all = (text) => ({ text, isAll: true });
  const anything = { text: '', isAll: false };
  const joined = (first, second) => {
    const text = first.text + second.text;
    return { text: text.slice(-LETTERS), isAll: first.isAll && text.length <= LETTERS };
  };
  const alternatives = () => {
    const possible = sequence();
    while (source[at] === '|') {
      at++;
      possible.push(...sequence());
    }
    return possible;
  };
  const sequence = () => {
    let possible = [all('')];
    while (at < source.length && source[at] !== '|' && source[at] !== ')') {
      const next = repeated();
      possible = next.flatMap((end) => (end.isAll ? possible.map((start) => joined(start, end)) : [end]));
    }
    return possible;
  };
  const repeated = () => {
    const once = single();
    if (source[at] !== '?' && source[at] !== '*') return once;
    return source[at++] === '?' ? [all(''), ...once] : [all(''), ...once.map(({ text }) => ({ text, isAll: false }))];
  };
  const single = () => {
    const [text] = /^(?:\((?:\?:)?|\\.|\[[^\]]*\]|.)/s.exec(source.slice(at));
    at += text.length;
    if (text.startsWith('(')) {
      const possible = alternatives();
      at++;
      return possible;
    }
    if (['^', '$', '\\b'].includes(text)) return [all('')];
    return /^(?:[a-z]|\[[a-z]+\])$/.test(text) ? [...text.replace(/\W/g, '')].map(all) : [anything];
  };
  const found = new Set(alternatives().map(({ text }) => text));
  return found.has('') ? undefined : [...found];
}
