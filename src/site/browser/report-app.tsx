/** The program of the single-page report (`graph report --html`): only the pages about axioms and assumptions. */

import { AssumptionsPage, EnforcementPage, ReportPage } from './report.tsx';
import { renderPage } from './shell.tsx';

renderPage((route) => {
  const of = 'of' in route && route.of ? { of: route.of } : {};
  if (route.page === 'assumptions') return <AssumptionsPage {...of} />;
  return route.page === 'enforcement' ? <EnforcementPage /> : <ReportPage {...of} />;
});
