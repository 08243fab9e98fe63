import { AREAS, type Area } from 'contract/console-config';
import { useEffect } from 'react';
import { ErrorBoundary } from 'react-error-boundary';
import { useSession } from 'shared-auth';
import { signOut } from 'shared-auth/host';
import { Navigate, useLocation, useRoutes, type RouteObject } from 'shared-ui/router';
import { NotFound } from '../config/not-found';
import { ROUTES } from '../config/route-table';
import { dashboard } from '../dashboard/dashboard-part';
import { Login } from '../login/login.screen';
import { ErrorScreen } from './error-screen';
import { SignedInOnly } from './guard';
import { signedIn } from './signed-in-part';

/** Forgets who is signed in, whoever it is (specification 1 §2, `/clear-auth`). */
function ClearAuth() {
  const { user } = useSession();
  useEffect(() => signOut(), []);
  return user === null && <Navigate to="/login" replace />;
}

const DashboardPage = () => <dashboard.Part>{({ Dashboard }) => <Dashboard />}</dashboard.Part>;
const GuardedPages = () => <signedIn.Part>{({ GuardedArea }) => <GuardedArea />}</signedIn.Part>;
const AddedPages = ({ area }: { area: Area }) => (
  <signedIn.Part>{({ AddedScreens }) => <AddedScreens area={area} />}</signedIn.Part>
);

function Nowhere(): never {
  throw new NotFound();
}

/** Every URL of the console. */
const PAGES: RouteObject[] = [
  { path: '/login', element: <Login /> },
  { path: '/clear-auth', element: <ClearAuth /> },
  {
    element: <SignedInOnly />,
    children: [
      { path: '/', element: <DashboardPage /> },
      { element: <GuardedPages />, children: ROUTES.map(({ path }) => ({ path, element: null })) },
      ...AREAS.map((area) => ({ path: `/${area}/*`, element: <AddedPages key={area} area={area} /> })),
    ],
  },
  { path: '*', element: <Nowhere /> },
];

/** The page at the address; what fails while it is rendered is said in its place until another address is opened. */
export function Pages() {
  const { key } = useLocation();
  const page = useRoutes(PAGES);
  return (
    <ErrorBoundary FallbackComponent={ErrorScreen} resetKeys={[key]}>
      {page}
    </ErrorBoundary>
  );
}
