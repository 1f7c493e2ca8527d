/** So many letters of an ending are looked at. */
const LETTERS = 3;

/**
 * What a text ends with, in small letters, that an expression matches up to its end, as far as that is known:
 * `/(ax|test)is$/` takes none but those that end with `xis` or `tis`. Known are groups, sets, `?` and `*`, which is what the
 * rules of `pluralize` are made of; whatever else there is may be anything.
 *
 * @returns undefined if it may be anything
 */
export function endings(source) {
  if (!source.endsWith('$')) return undefined;
  let at = 0;
  // Each possibility is the end of a text, and whether that is all of what was matched.
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
