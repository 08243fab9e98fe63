import { AREAS } from 'api/contract/console-config';
import { Spinner } from 'shared-ui';
import { createBrowserRouter, Navigate } from 'shared-ui/router';
import { signOut } from 'shared-auth/host';
import { ErrorScreen } from './error-screen';
import { SignedInOnly } from './guard';
import { Login } from './login/login.screen';
import { ROUTES } from './route-table';
import { AddedPages, DashboardPage, GuardedPages } from './signed-in-parts';

/** An address whose id is none (`abc`, `1e3`) is no route, as any other address that the console does not have. */
function knownIds({ params }: { params: Readonly<Partial<Record<string, string>>> }) {
  if (params.id !== undefined && !/^[1-9]\d{0,9}$/.test(params.id))
    throw new Response(null, { status: 404, statusText: 'Not Found' });
  return null;
}

/** Every URL of the console. */
export const createRouter = () =>
  createBrowserRouter([
    {
      errorElement: <ErrorScreen />,
      hydrateFallbackElement: <Spinner page />,
      children: [
        { path: '/login', element: <Login /> },
        {
          path: '/clear-auth',
          loader: () => {
            signOut();
            return null;
          },
          element: <Navigate to="/login" replace />,
        },
        {
          element: <SignedInOnly />,
          children: [
            { path: '/', element: <DashboardPage /> },
            {
              element: <GuardedPages />,
              children: ROUTES.map((route) => ({
                path: route.path,
                handle: route,
                element: null,
                loader: route.path.includes(':') ? knownIds : undefined,
              })),
            },
            ...AREAS.map((area) => ({ path: `/${area}/*`, element: <AddedPages key={area} area={area} /> })),
          ],
        },
      ],
    },
  ]);
