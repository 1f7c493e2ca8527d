/**
 * The letters with which a text ends that an expression matches up to its end: `/(ax|test)is$/` takes none but an s. Known are
 * groups, sets, `?` and `*`, which is what the rules of `pluralize` are made of; whatever else there is may be anything.
 *
 * @returns undefined if it may be anything
 */
export function lastLetters(source) {
  if (!source.endsWith('$')) return undefined;
  let at = 0;
  const either = (one, other) => (one === undefined || other === undefined ? undefined : one + other);
  const alternatives = () => {
    let all = { letters: '', isEmpty: false };
    for (;;) {
      const { letters, isEmpty } = sequence();
      all = { letters: either(all.letters, letters), isEmpty: all.isEmpty || isEmpty };
      if (source[at] !== '|') return all;
      at++;
    }
  };
  const sequence = () => {
    let all = { letters: '', isEmpty: true };
    while (at < source.length && source[at] !== '|' && source[at] !== ')') {
      const { letters, isEmpty } = repeated();
      all = isEmpty ? { letters: either(all.letters, letters), isEmpty: all.isEmpty } : { letters, isEmpty };
    }
    return all;
  };
  const repeated = () => {
    const part = single();
    if (source[at] !== '?' && source[at] !== '*') return part;
    at++;
    return { ...part, isEmpty: true };
  };
  const single = () => {
    const [text] = /^(?:\((?:\?:)?|\\.|\[[^\]]*\]|.)/s.exec(source.slice(at));
    at += text.length;
    if (text.startsWith('(')) {
      const part = alternatives();
      at++;
      return part;
    }
    if (['^', '$', '\\b'].includes(text)) return { letters: '', isEmpty: true };
    return { letters: /^(?:[a-z]|\[[a-z]+\])$/.test(text) ? text.replace(/\W/g, '') : undefined, isEmpty: false };
  };
  const { letters, isEmpty } = alternatives();
  return isEmpty ? undefined : letters;
}
