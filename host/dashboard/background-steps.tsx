import { dashboardApi } from './dashboard.api';

/** Background steps of an upgrade that still run, for AaasAdmin (DECISIONS §12). */
export function BackgroundSteps() {
  const { data } = dashboardApi.endpoints.summary.useQuery();
  return data?.background?.map(({ title, progress, has_failed }) => (
    <p key={title} className="dashboard-background">
      In the background: {title}, {Math.floor(progress * 100)}&nbsp;%
      {has_failed && '. It failed and is tried again; the service’s log says why.'}
    </p>
  ));
}
