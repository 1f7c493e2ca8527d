/** The frame around each page: the title, the search field and the navigation. The fragment of the address selects the page. */

import { type ComponentChildren, render } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { registerCallback, siteIndex } from './load.ts';
import { watchPrinting } from './print-layout.ts';
import { type Route, routeOf } from './routes.ts';
import { Search } from './search.tsx';

const pages = [
  ['home', 'Overview'],
  ['map', 'Map'],
  ['report', 'Report'],
  ['enforcement', 'Not enforced'],
  ['assumptions', 'Assumed'],
  ['changes', 'Changes'],
] as const;

/** Returns the pages of the main navigation that this site has. */
function shownPages() {
  const { part, against } = siteIndex();
  if (part === 'assumptions') return pages.filter(([page]) => page === part);
  if (part === 'report') return pages.filter(([page]) => page === part || page === 'enforcement' || page === 'assumptions');
  return pages.filter(([page]) => page !== 'changes' || against !== undefined);
}

/** Returns the name of a page, which begins the title of the document. */
function nameOf(route: Route): string {
  const { classes, enumerations } = siteIndex();
  if (route.page === 'class') return classes.find(({ slug }) => slug === route.slug)?.name ?? route.slug;
  if (route.page === 'enumeration') return enumerations.find(({ slug }) => slug === route.slug)?.name ?? route.slug;
  return pages.find(([page]) => page === route.page)?.[1] ?? '';
}

/** Returns the key of a page: addresses with the same key lead to places on the same page. */
function keyOf(route: Route): string {
  if (route.page === 'class' || route.page === 'enumeration') return `${route.page} ${route.slug}`;
  if (route.page === 'report' || route.page === 'assumptions')
    return [route.page, route.of?.slug, route.of?.member].filter((part) => part !== undefined).join(' ');
  return route.page;
}

type Page = (route: Route) => ComponentChildren;

function Shell({ page }: { page: Page }) {
  const [hash, setHash] = useState(window.location.hash);
  const route = routeOf(hash);
  const main = useRef<HTMLElement>(null);
  const { title } = siteIndex();
  const key = keyOf(route);
  const previousKey = useRef(key);
  useEffect(() => {
    const updateHash = () => setHash(window.location.hash);
    window.addEventListener('hashchange', updateHash);
    return () => window.removeEventListener('hashchange', updateHash);
  }, []);
  useEffect(() => {
    document.title = `${nameOf(route)} – ${title}`;
    // The focus on the heading makes screen readers announce the new page.
    if (previousKey.current !== key) {
      window.scrollTo(0, 0);
      main.current?.querySelector<HTMLElement>('h1')?.focus();
    }
    previousKey.current = key;
  }, [key]);
  return (
    <>
      <button type="button" class="skip" onClick={() => main.current?.querySelector<HTMLElement>('h1')?.focus()}>
        Skip to the page
      </button>
      <header>
        <a class="title" href="#/">
          {title}
        </a>
        <Search />
        <nav aria-label="Pages">
          {shownPages().map(([name, words]) => (
            <a key={name} href={name === 'home' ? '#/' : `#/${name}`} aria-current={route.page === name ? 'page' : undefined}>
              {words}
            </a>
          ))}
        </nav>
      </header>
      <main ref={main} key={key}>
        {page(route)}
      </main>
    </>
  );
}

/** Renders the page of the address, once the data that all pages need is loaded. */
export function renderPage(page: Page): void {
  registerCallback();
  document.addEventListener('DOMContentLoaded', () => {
    const root = document.getElementById('site');
    if (root && siteIndex()) render(<Shell page={page} />, root);
  });
  watchPrinting();
}
