/** The pages of a site about axioms and assumptions, by themselves: one file, in which all data stands. */

import { AssumptionsPage, EnforcementPage, ReportPage } from './report.tsx';
import { begin } from './shell.tsx';

begin((route) => {
  const of = 'of' in route && route.of ? { of: route.of } : {};
  if (route.page === 'assumptions') return <AssumptionsPage {...of} />;
  return route.page === 'enforcement' ? <EnforcementPage /> : <ReportPage {...of} />;
});
