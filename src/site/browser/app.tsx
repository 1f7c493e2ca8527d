/** The program of the documentation site: shows the page that the address names. */

import { ClassPage } from './class.tsx';
import { Home } from './home.tsx';
import { MapPage } from './map.tsx';
import { ChangesPage, EnumerationPage } from './pages.tsx';
import { AssumptionsPage, EnforcementPage, ReportPage } from './report.tsx';
import { renderPage } from './shell.tsx';

renderPage((route) => {
  switch (route.page) {
    case 'home':
      return <Home />;
    case 'map':
      return <MapPage {...(route.at !== undefined && { at: route.at })} />;
    case 'class':
      return <ClassPage slug={route.slug} {...(route.member !== undefined && { member: route.member })} />;
    case 'enumeration':
      return <EnumerationPage slug={route.slug} />;
    case 'report':
      return <ReportPage {...(route.of && { of: route.of })} />;
    case 'enforcement':
      return <EnforcementPage />;
    case 'assumptions':
      return <AssumptionsPage {...(route.of && { of: route.of })} />;
    case 'changes':
      return <ChangesPage />;
    default:
      return route satisfies never;
  }
});
