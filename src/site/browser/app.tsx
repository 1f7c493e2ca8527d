/** The site in the browser: an address behind `#`, and the page that it means. */

import { render } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { ClassPage } from './class.tsx';
import { Home } from './home.tsx';
import { index, receive } from './load.ts';
import { MapPage } from './map.tsx';
import { AssumptionsPage, ChangesPage, EnforcementPage, EnumerationPage } from './pages.tsx';
import { type Route, routeOf } from './routes.ts';
import { Search } from './search.tsx';

function Page({ route }: { route: Route }) {
  switch (route.page) {
    case 'home':
      return <Home />;
    case 'map':
      return <MapPage {...(route.at !== undefined && { at: route.at })} />;
    case 'class':
      return <ClassPage slug={route.slug} {...(route.member !== undefined && { member: route.member })} />;
    case 'enumeration':
      return <EnumerationPage slug={route.slug} />;
    case 'enforcement':
      return <EnforcementPage />;
    case 'assumptions':
      return <AssumptionsPage />;
    case 'changes':
      return <ChangesPage />;
    default:
      return route satisfies never;
  }
}

const pages = [
  ['home', '#/', 'Overview'],
  ['map', '#/map', 'Map'],
  ['enforcement', '#/enforcement', 'Not enforced'],
  ['assumptions', '#/assumptions', 'Assumed'],
  ['changes', '#/changes', 'Changes'],
] as const;

/** What is said of the page before its name. */
function nameOf(route: Route): string {
  const { classes, enumerations } = index();
  if (route.page === 'class') return classes.find(({ slug }) => slug === route.slug)?.name ?? route.slug;
  if (route.page === 'enumeration') return enumerations.find(({ slug }) => slug === route.slug)?.name ?? route.slug;
  return pages.find(([page]) => page === route.page)?.[2] ?? '';
}

function App() {
  const [hash, setHash] = useState(window.location.hash);
  const route = routeOf(hash);
  const main = useRef<HTMLElement>(null);
  const { title, against } = index();
  const key = route.page === 'class' || route.page === 'enumeration' ? `${route.page} ${route.slug}` : route.page;
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
          {pages
            .filter(([page]) => page !== 'changes' || against !== undefined)
            .map(([page, href, name]) => (
              <a key={page} href={href} aria-current={route.page === page ? 'page' : undefined}>
                {name}
              </a>
            ))}
        </nav>
      </header>
      <main ref={main}>
        <Page key={key} route={route} />
      </main>
    </>
  );
}

receive();
document.addEventListener('DOMContentLoaded', () => {
  const root = document.getElementById('site');
  if (root && index()) render(<App />, root);
});

// What is folded on the screen is read on paper.
let folded: readonly HTMLDetailsElement[] = [];
window.addEventListener('beforeprint', () => {
  folded = [...document.querySelectorAll('details')].filter(({ open }) => !open);
  for (const details of folded) details.open = true;
});
window.addEventListener('afterprint', () => {
  for (const details of folded) details.open = false;
});
