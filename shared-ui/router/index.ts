/**
 * The router's face: what screens and the host need of react-router-dom. Everybody imports it from here, so that one
 * copy decides what the address is, and only the part in use is carried (STACK "Front end and build").
 */
export {
  createBrowserRouter,
  createMemoryRouter,
  isRouteErrorResponse,
  matchPath,
  Link,
  Navigate,
  NavLink,
  Outlet,
  RouterProvider,
  useBlocker,
  useLocation,
  useMatches,
  useNavigate,
  useParams,
  useRouteError,
  useRoutes,
  useSearchParams,
  type RouteObject,
} from 'react-router-dom';
export { BackLink, useOpenedFrom, type OpenedFrom } from './back-link';
