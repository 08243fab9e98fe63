import { LatePart } from 'shared-ui';

type Part = typeof import('./dashboard/dashboard.screen');

let part: Part | null = null;

const load = () =>
  import(/* webpackChunkName: 'dashboard' */ './dashboard/dashboard.screen').then((loaded) => (part = loaded));

/** Fetches the dashboard ahead of its use; when that fails, its use says so. */
export const preloadDashboard = (): Promise<unknown> => load().catch(() => undefined);

const draw = ({ Dashboard }: Part) => <Dashboard />;

/** The dashboard: at once where its code is there, else as soon as it is. No list waits for it. */
export const DashboardPage = () =>
  part ? (
    draw(part)
  ) : (
    <LatePart load={load} failure="The dashboard could not be shown" page>
      {draw}
    </LatePart>
  );
