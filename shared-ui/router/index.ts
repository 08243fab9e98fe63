/**
 * The router's face: what screens and the host need of react-router-dom. Everybody imports it from here, so that one
 * copy decides what the address is, and only the part in use is carried (STACK "Front end and build").
 */
export {
  matchPath,
  Link,
  Navigate,
  NavLink,
  Outlet,
  useLocation,
  useNavigate,
  useParams,
  useRoutes,
  type RouteObject,
} from 'react-router-dom';
export { BackLink, useOpenedFrom, type OpenedFrom } from './back-link';
export { isLeaving, LEAVING } from './leaving';
export { PageRouter } from './page-router';
export { useBlocker } from './use-blocker';
