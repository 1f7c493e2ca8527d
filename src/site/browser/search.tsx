/** Search while typing that tolerates typing errors: a combobox with a list (https://www.w3.org/WAI/ARIA/apg/patterns/combobox/). */

import MiniSearch from 'minisearch';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { SearchEntry } from '../data.ts';
import { loadFile, siteIndex } from './load.ts';
import { classHref, enumerationHref } from './routes.ts';

const MAX_RESULTS = 12;

/** An untyped object, because the types allow this role only for an input with a `datalist`. */
const combobox = (isExpanded: boolean): object => ({ role: 'combobox', 'aria-expanded': isExpanded });

type Document = SearchEntry & { readonly id: number };

/** Returns the words of names that are written as one, and the whole: `CreativeWork` is found by `creative`, `work` and itself. */
function words(text: string): string[] {
  const found = new Set<string>();
  for (const part of text.split(/[\s\p{Z}\p{P}\p{S}]+/u)) {
    if (part === '') continue;
    found.add(part);
    const split = part.replace(/(\p{Ll}|\p{N})(?=\p{Lu})/gu, '$1 ').split(' ');
    if (split.length > 1) for (const word of split) found.add(word);
  }
  if (text.includes(':')) found.add(text);
  return [...found];
}

let searchPromise: Promise<(query: string) => readonly SearchEntry[]> | undefined;

/** Returns the search function. The first call loads the entries and builds the search index. */
export function searcher(): Promise<(query: string) => readonly SearchEntry[]> {
  searchPromise ??= loadFile('search').then(async (entries) => {
    const documents: readonly Document[] = entries.map((entry, id) => ({ ...entry, id }));
    const search = new MiniSearch<Document>({ fields: ['name', 'label', 'iri', 'about'], tokenize: words });
    await search.addAllAsync(documents, { chunkSize: 500 });
    const ranks = { class: 3, enumeration: 2.5, field: 1, value: 0.8 } as const;
    return (query: string) => {
      const lower = query.trim().toLowerCase();
      const found = search.search(query, {
        // An IRI is one word, because its parts also occur in most other IRIs.
        tokenize: (text) => (/^\s*[a-z]+:\/\//i.test(text) ? [text.trim()] : words(text)),
        prefix: (term) => term.length > 1,
        fuzzy: (term) => (term.length > 3 ? 0.2 : false),
        maxFuzzy: 2,
        boost: { name: 6, label: 4, iri: 1.5, about: 0.7 },
        weights: { fuzzy: 0.3, prefix: 0.6 },
        boostDocument: (id) => {
          const { kind, name = '', label } = documents[id as number] ?? {};
          const isExact = name.toLowerCase() === lower || label?.toLowerCase() === lower;
          return (kind ? ranks[kind] : 1) * (isExact ? 10 : 1);
        },
      });
      return found.slice(0, MAX_RESULTS).flatMap(({ id }) => documents[id as number] ?? []);
    };
  });
  return searchPromise;
}

/** Returns the address of the page that a search result leads to. */
export function hrefOf({ kind, of, name }: SearchEntry): string {
  const { classes, enumerations } = siteIndex();
  if (kind === 'class' || kind === 'field') {
    const cls = classes[of];
    return cls ? (kind === 'class' ? classHref(cls) : classHref(cls, name)) : '#/';
  }
  const enumeration = enumerations[of];
  return enumeration ? enumerationHref(enumeration) : '#/';
}

function describeResult({ kind, of }: SearchEntry): string {
  const { classes, enumerations } = siteIndex();
  if (kind === 'field') return `field of ${classes[of]?.name ?? ''}`;
  if (kind === 'value') return `value of ${enumerations[of]?.name ?? ''}`;
  return kind;
}

/** Shows the search field with its results. The key `/` moves the focus to it. */
export function Search() {
  const [query, setQuery] = useState('');
  const [found, setFound] = useState<readonly SearchEntry[]>([]);
  const [active, setActive] = useState(-1);
  const [isOpen, setOpen] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const focus = (event: KeyboardEvent) => {
      const { target } = event;
      const isTyping = target instanceof HTMLElement && /^(?:input|textarea|select)$/i.test(target.tagName);
      if (event.key !== '/' || isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      input.current?.focus();
    };
    document.addEventListener('keydown', focus);
    const idle = window.setTimeout(() => void searcher(), 300);
    return () => {
      document.removeEventListener('keydown', focus);
      window.clearTimeout(idle);
    };
  }, []);
  const showResults = async (text: string) => {
    setQuery(text);
    setOpen(true);
    setActive(-1);
    const search = await searcher();
    // The user has typed more in the meantime: a later call shows those results.
    if (input.current && input.current.value !== text) return;
    setFound(text.trim() === '' ? [] : search(text));
  };
  const go = (entry: SearchEntry | undefined) => {
    if (!entry) return;
    window.location.hash = hrefOf(entry);
    setOpen(false);
    setQuery('');
    setFound([]);
    input.current?.blur();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const last = found.length - 1;
    if (event.key === 'ArrowDown') setActive(active >= last ? 0 : active + 1);
    else if (event.key === 'ArrowUp') setActive(active <= 0 ? last : active - 1);
    else if (event.key === 'Enter') go(found[Math.max(active, 0)]);
    else if (event.key === 'Escape') {
      setOpen(false);
      return;
    } else return;
    event.preventDefault();
  };
  const isShown = isOpen && query.trim() !== '';
  return (
    <search class="search">
      <label for="query" class="unseen">
        Search classes, fields and values
      </label>
      <input
        id="query"
        ref={input}
        type="search"
        {...combobox(isShown && found.length > 0)}
        aria-controls="found"
        aria-autocomplete="list"
        aria-activedescendant={isShown && active >= 0 ? `found-${active}` : undefined}
        autocomplete="off"
        spellcheck={false}
        placeholder="Search ( / )"
        value={query}
        onInput={(event) => void showResults(event.currentTarget.value)}
        onFocus={() => setOpen(true)}
        onBlur={() => setOpen(false)}
        onKeyDown={onKeyDown}
      />
      <div id="found" role="listbox" aria-label="What was found" hidden={!isShown || found.length === 0}>
        {found.map((entry, i) => (
          // biome-ignore lint/a11y/useFocusableInteractive: the input keeps the focus and states which option is active
          // biome-ignore lint/a11y/useKeyWithClickEvents: the input handles the keys
          <div
            role="option"
            id={`found-${i}`}
            key={`${entry.kind} ${entry.name} ${entry.of}`}
            aria-selected={i === active}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => go(entry)}
          >
            <b>{entry.name}</b> <span class="soft">{describeResult(entry)}</span>
            {entry.about !== undefined && <span class="about">{entry.about}</span>}
          </div>
        ))}
      </div>
      <p class="unseen" role="status">
        {isShown ? `${found.length} found` : ''}
      </p>
    </search>
  );
}
