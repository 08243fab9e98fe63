import type { Page } from '@playwright/test';
import { AT_LENGTH, enter, expect, expectAccessibleInBoth, test } from './support/test';

const SCREENS: [string, (page: Page) => Promise<unknown>][] = [
  [
    'the dashboard',
    async (page) => {
      await page.goto('/');
      await expect(page.getByText('Needs attention')).toBeVisible();
    },
  ],
  [
    'Company Management',
    async (page) => {
      await page.goto('/company-management');
      await page.getByRole('checkbox', { name: /^Select 24/ }).check();
    },
  ],
  [
    'Company Management with an open row menu',
    async (page) => {
      await page.goto('/company-management');
      await page.getByRole('button', { name: 'Actions for Summit Trail Gear' }).click();
      await expect(page.getByRole('menu')).toBeVisible();
    },
  ],
  [
    'the form with its errors',
    async (page) => {
      await page.goto('/company-management');
      await page.getByRole('button', { name: 'Add New' }).click();
      await page.getByRole('button', { name: 'Create', exact: true }).click();
      await expect(page.getByText('Slug is required')).toBeVisible();
    },
  ],
  [
    'the details',
    async (page) => {
      await page.goto('/company-management');
      await page.getByRole('button', { name: 'Actions for Summit Trail Gear' }).click();
      await page.getByRole('menuitem', { name: 'View Details' }).click();
      await expect(page.getByText('System Information')).toBeVisible();
    },
  ],
  [
    'an empty list',
    async (page) => {
      await page.goto('/company-management?name=nothing');
      await expect(page.getByText('No Records Found')).toBeVisible();
    },
  ],
  [
    'Agent Definitions with the form of a new one',
    async (page) => {
      await page.goto('/agent-definitions');
      await page.getByRole('button', { name: 'Add New' }).click();
      await page.getByRole('button', { name: 'Create', exact: true }).click();
      await expect(page.getByText('System Prompt is required')).toBeVisible();
    },
  ],
  [
    'Knowledge',
    async (page) => {
      await page.goto('/knowledge');
      await expect(page.getByText(/total records/)).toBeVisible();
    },
  ],
  [
    'Agent Chat',
    async (page) => {
      await page.goto('/agent-chat');
      await page.getByLabel('Message').fill('Hello');
      await page.keyboard.press('Enter');
      await expect(page.getByText('Please select an agent first.')).toBeVisible();
    },
  ],
  [
    'an area that is not deployed',
    async (page) => {
      await page.route('**/config.json', (route) => route.fulfill({ json: { brand: 'Storeward', remotes: {} } }));
      await page.goto('/facebook-ads');
      await expect(page.getByText('This area is not deployed.')).toBeVisible();
      await page.unroute('**/config.json');
    },
  ],
  [
    'the error screen',
    async (page) => {
      await page.goto('/nowhere');
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    },
  ],
];

for (const [width, when] of [
  [1440, {}],
  [390, AT_LENGTH],
] as const)
  test(`axe finds nothing on any screen, in light and in dark, ${width} px wide`, when, async ({ page }) => {
    test.setTimeout(240_000);
    await page.setViewportSize({ width, height: 900 });
    await page.goto('/login');
    await expect(page.getByLabel('Username')).toBeVisible();
    await expectAccessibleInBoth(page);
    await enter(page, 'admin');
    for (const [name, show] of SCREENS)
      await test.step(name, async () => {
        await show(page);
        await expectAccessibleInBoth(page);
      });
  });
