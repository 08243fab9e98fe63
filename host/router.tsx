import { AREAS } from 'api/contract/console-config';
import { Spinner } from 'shared-ui';
import { createBrowserRouter, Navigate } from 'shared-ui/router';
import { signOut } from 'shared-auth/host';
import { ErrorScreen } from './error-screen';
import { SignedInOnly } from './guard';
import { Login } from './login/login.screen';
import { ROUTES } from './route-table';
import { AddedPages, DashboardPage, GuardedPages } from './signed-in-parts';

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
              children: ROUTES.map((route) => ({ path: route.path, handle: route, element: null })),
            },
            ...AREAS.map((area) => ({ path: `/${area}/*`, element: <AddedPages key={area} area={area} /> })),
          ],
        },
      ],
    },
  ]);
