import { AT_LENGTH, expect, signIn, test } from './support/test';

const ROUTES: Record<string, string[]> = {
  '/company-management': ['CompanyAdmin'],
  '/product-variants': ['CompanyAdmin', 'Admin'],
  '/product-variants/1/cogs': ['CompanyAdmin', 'Admin'],
  '/facebook-ads': [],
  '/agent-definitions': ['AaasAdmin'],
  '/knowledge': ['AaasAdmin'],
  '/social-media-post-criteria': ['SocialMediaManager'],
  '/social-media-search-terms': ['SocialMediaManager'],
  '/social-media-profiles': ['SocialMediaManager'],
  '/social-media-posts': ['SocialMediaManager'],
  '/agent-chat': [],
};

const USERS: Record<string, { groups: string[]; menu: string[] }> = {
  admin: {
    groups: ['CompanyAdmin', 'SocialMediaManager', 'AdManager', 'AaasAdmin', 'Admin'],
    menu: ['Company', 'Social Media', 'Advertising', 'Admin'],
  },
  'company-admin': { groups: ['CompanyAdmin'], menu: ['Company'] },
  'variants-admin': { groups: ['Admin'], menu: [] },
  'social-manager': { groups: ['SocialMediaManager'], menu: ['Social Media'] },
  'ad-manager': { groups: ['AdManager'], menu: ['Advertising'] },
  'agent-admin': { groups: ['AaasAdmin'], menu: ['Admin'] },
  staff: { groups: [], menu: [] },
};

// All groups, one of them, the one without a menu of its own, and none; the others differ by names alone.
const ON_EVERY_CHANGE = ['admin', 'social-manager', 'variants-admin', 'staff'];

for (const [username, { groups, menu }] of Object.entries(USERS)) {
  const when = ON_EVERY_CHANGE.includes(username) ? {} : AT_LENGTH;
  test(`${username} sees exactly its menu and its screens`, when, async ({ page }) => {
    await signIn(page, username);
    await expect(page.getByRole('navigation', { name: 'Main' }).getByRole('heading')).toHaveText(menu);
    for (const [path, admitted] of Object.entries(ROUTES)) {
      await page.goto(path);
      await expect(page.getByRole('banner').getByText(username, { exact: true })).toBeVisible();
      const denied = page.getByText(`You do not have permission to access this page. Required role: ${admitted[0]}.`);
      if (admitted.length === 0 || admitted.some((group) => groups.includes(group))) {
        const screen = page.getByText('This area is not deployed.').or(page.getByRole('heading', { level: 1 }));
        await expect(screen.first()).toBeVisible();
        await expect(page.getByRole('heading', { name: 'Access Denied' })).toHaveCount(0);
      } else {
        await expect(denied).toBeVisible();
      }
    }
  });
}
