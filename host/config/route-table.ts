import type { Area } from 'contract/console-config';
import type { ConsolePath } from 'contract/console-paths';
import type { Group } from 'contract/session';
import type { MenuSection } from 'shared-ui';

/** One row of the specification's route table (specification 1 §2, specification 2 §2), or a screen of the host's own. */
export interface Route {
  path: ConsolePath;
  /** Whose remote renders its screen; null: the host does. */
  area: Area | null;
  /** Any one of these groups opens it; none: any signed-in user. The first is the {role} of the Access Denied panel. */
  groups: readonly Group[];
  /** The screen's own sentence, beside the guard's sentence, to someone without the group. */
  denied?: string;
  /** The entry's words in the menu; a route without them is reached from another screen. */
  entry?: string;
}

/** The screens of the remotes, in the order of the specification's table, and then those of the host. */
export const ROUTES: readonly Route[] = [
  { path: '/company-management', area: 'company', groups: ['CompanyAdmin'], entry: 'Company Management' },
  {
    path: '/product-variants',
    area: 'company',
    groups: ['CompanyAdmin', 'Admin'],
    denied: 'You must be a Company Admin to access Product Variants Management.',
    entry: 'Product Variants',
  },
  {
    path: '/product-variants/:id/cogs',
    area: 'company',
    groups: ['CompanyAdmin', 'Admin'],
    denied: 'You must be a Company Admin to access Product Variant COGS Management.',
  },
  { path: '/facebook-ads', area: 'ads', groups: [], entry: 'Facebook Ads' },
  { path: '/agent-definitions', area: 'agents', groups: ['AaasAdmin'], entry: 'Agent Definitions' },
  { path: '/knowledge', area: 'agents', groups: ['AaasAdmin'], entry: 'Knowledge' },
  { path: '/social-media-post-criteria', area: 'social', groups: ['SocialMediaManager'], entry: 'Post Criteria' },
  {
    path: '/social-media-search-terms',
    area: 'social',
    groups: ['SocialMediaManager'],
    denied: 'You must be a Social Media Manager to access this page.',
    entry: 'Search Terms',
  },
  { path: '/social-media-profiles', area: 'social', groups: ['SocialMediaManager'], entry: 'Profiles' },
  { path: '/social-media-posts', area: 'social', groups: ['SocialMediaManager'], entry: 'Posts' },
  { path: '/agent-chat', area: 'agents', groups: [], entry: 'Agent Chat' },
  // In no section of the menu: reached from the dashboard, the command palette and a record's history.
  { path: '/activity', area: null, groups: ['AaasAdmin'], entry: 'Activity' },
];

/** A section of the menu: shown to its group alone, whatever the routes in it would admit. */
export interface Section {
  group: Group;
  title: MenuSection;
  paths: readonly ConsolePath[];
}

/** The menu, in the order in which its sections and entries are shown. */
export const MENU: readonly Section[] = [
  { group: 'CompanyAdmin', title: 'Company', paths: ['/company-management', '/product-variants'] },
  {
    group: 'SocialMediaManager',
    title: 'Social Media',
    paths: [
      '/social-media-post-criteria',
      '/social-media-posts',
      '/social-media-profiles',
      '/social-media-search-terms',
    ],
  },
  { group: 'AdManager', title: 'Advertising', paths: ['/facebook-ads'] },
  { group: 'AaasAdmin', title: 'Admin', paths: ['/agent-chat', '/agent-definitions', '/knowledge'] },
];

/** The route of a menu entry. */
export function routeOf(path: ConsolePath): Route {
  const route = ROUTES.find((candidate) => candidate.path === path);
  if (!route) throw new Error(`No route is for ${path}`);
  return route;
}
