import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startConsole, type RunningConsole } from './support/running-console';
import { expect, expectAccessibleInBoth, makeFirstUser, test as base } from './support/test';

/** A console without anything in it. */
const test = base.extend<object, { house: RunningConsole }>({
  house: [
    async ({}, use) => {
      const DATA_DIR = await mkdtemp(path.join(tmpdir(), 'console-first-'));
      const house = await startConsole({ DATA_DIR }, '--no-demo');
      await use(house);
      await house.stop();
      await rm(DATA_DIR, { recursive: true });
    },
    { scope: 'worker', timeout: 90_000 },
  ],
  baseURL: ({ house }, use) => use(house.url),
});

const VARIANTS = 'SKU,Channel,Product,Variant\nTEA-1,Shopify,Assam,100 g\nTEA-2,Shopify,Assam,250 g\n';

test('from the first link to a company’s own rows and a colleague, by the steps of the dashboard', async ({
  page,
  house,
}) => {
  await makeFirstUser(page, house);

  const steps = page.getByRole('region', { name: 'First steps' });
  const titles = steps.getByRole('heading', { level: 3 });
  await expect(titles).toHaveText(['Add a company', 'Bring in its data', 'Let people in']);
  await expect(steps.getByRole('link')).toHaveText([
    'Company Management',
    'Connections',
    'Product Variants',
    'Facebook Ads',
    'People',
  ]);
  await expectAccessibleInBoth(page);

  await steps.getByRole('link', { name: 'Company Management' }).click();
  // The one in the list that is still empty; the other stands at its title.
  await page.getByRole('button', { name: 'Add New' }).last().click();
  const company = page.getByRole('dialog');
  await company.getByLabel('Company Name').fill('Leaf & Kettle');
  await company.getByLabel('Slug').fill('leaf-kettle');
  await company.getByLabel('Logo URL').fill('https://logos.example/leaf.png');
  await company.getByLabel('Timezone').selectOption('America/Denver');
  await company.getByRole('button', { name: 'Create' }).click();
  await expect(page.getByRole('rowheader', { name: 'Leaf & Kettle' })).toBeVisible();

  await page.goto('/');
  await expect(titles).toHaveText(['Add a companyDone', 'Bring in its data', 'Let people in']);
  await steps.getByRole('link', { name: 'Product Variants' }).click();
  await page.getByRole('button', { name: 'Import', exact: true }).last().click();
  const file = page.getByRole('dialog', { name: /^Import/ });
  await file.getByRole('radio', { name: 'variants' }).check();
  await file.getByLabel('File', { exact: true }).setInputFiles({
    name: 'variants.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(VARIANTS),
  });
  await file.getByRole('button', { name: 'Save 2 variants' }).click();
  await expect(page.getByText('Saved 2 variants')).toBeVisible();
  await expect(page.getByRole('row', { name: /TEA-2/ })).toContainText('Assam');

  await page.goto('/');
  await expect(titles).toHaveText(['Add a companyDone', 'Bring in its dataDone', 'Let people in']);
  await steps.getByRole('link', { name: 'People' }).click();
  await page.getByRole('button', { name: 'Add New' }).click();
  const person = page.getByRole('dialog', { name: 'Add Person' });
  await person.getByLabel('Name').fill('Ada');
  await person.getByRole('checkbox', { name: 'AdManager' }).check();
  await person.getByRole('button', { name: 'Create' }).click();
  await expect(page.getByRole('dialog', { name: 'Copy the Invitation' })).toBeVisible();

  await page.goto('/');
  await expect(page.getByRole('heading', { name: 'Needs attention' })).toBeVisible();
  await expect(page.getByRole('list', { name: /^Companies/ })).toContainText('Leaf & Kettle');
  await expect(steps).toBeHidden();
});
