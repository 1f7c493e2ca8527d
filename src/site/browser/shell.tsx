/** What stands around each page, and how one comes from page to page: an address behind `#`, and the page that it means. */

import { type ComponentChildren, render } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { index, receive } from './load.ts';
import { watchPaper } from './print-layout.ts';
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

/** What all pages are reached by, those alone that there are. */
function shownPages() {
  const { part, against } = index();
  if (part === 'assumptions') return pages.filter(([page]) => page === part);
  if (part === 'report') return pages.filter(([page]) => page === part || page === 'enforcement' || page === 'assumptions');
  return pages.filter(([page]) => page !== 'changes' || against !== undefined);
}

/** What is said of the page before its name. */
function nameOf(route: Route): string {
  const { classes, enumerations } = index();
  if (route.page === 'class') return classes.find(({ slug }) => slug === route.slug)?.name ?? route.slug;
  if (route.page === 'enumeration') return enumerations.find(({ slug }) => slug === route.slug)?.name ?? route.slug;
  return pages.find(([page]) => page === route.page)?.[1] ?? '';
}

/** Addresses with different keys are different pages; others are places on one. */
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
  const { title } = index();
  const key = keyOf(route);
  const before = useRef(key);
  useEffect(() => {
    const moved = () => setHash(window.location.hash);
    window.addEventListener('hashchange', moved);
    return () => window.removeEventListener('hashchange', moved);
  }, []);
  useEffect(() => {
    document.title = `${nameOf(route)} – ${title}`;
    // Who listens to the page hears that it is another one.
    if (before.current !== key) {
      window.scrollTo(0, 0);
      main.current?.querySelector<HTMLElement>('h1')?.focus();
    }
    before.current = key;
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

/** Draws the page that the address means, once all that every page needs is there. */
export function begin(page: Page): void {
  receive();
  document.addEventListener('DOMContentLoaded', () => {
    const root = document.getElementById('site');
    if (root && index()) render(<Shell page={page} />, root);
  });
  watchPaper();
}
