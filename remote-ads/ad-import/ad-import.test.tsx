import { screen, within } from '@testing-library/react';
import type { ImportFacebookAds } from 'contract/ingest/import';
import type { Service } from 'shared-auth/testing';
import { dialog, readFileAs, user } from 'shared-ui/testing';
import { openAds, row, startAdService } from '../facebook-ads/testing/open-ads';
import { adImport, recordsOf } from './ad-import';

const IMPORT = 'POST /facebook-ads/bulk/import';
/** Spend is kept for 400 days. */
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
const [DAY, NEXT] = [daysAgo(7), daysAgo(6)];

let service: Service;

beforeEach(async () => {
  service = await startAdService();
});
afterEach(() => service.close());

const read = (text: string) => readFileAs(adImport, text);

test('an export by day of Meta, and one of this console, are recognised', () => {
  const byDay = 'Campaign name,Ad set name,Ad name,Ad ID,Day,Amount spent (USD),Account name';
  expect(read(`${byDay}\nC,S,Boots,238500011,${DAY},12.50,Acme`)).toMatchObject({
    roles: ['campaign_name', 'adset_name', 'ad_name', 'ad_identifier', 'day', 'spend', null],
    lines: [
      {
        item: {
          campaign_name: 'C',
          adset_name: 'S',
          ad_name: 'Boots',
          ad_identifier: '238500011',
          days: [{ day: DAY, spend: 12.5 }],
        },
      },
    ],
  });
  const ours = 'Ad ID,Ad Name,Type,Campaign,Ad Set,1d Spend,7d Spend,14d Spend,28d Spend,Updated,Tags';
  expect(read(`${ours}\n23850001,Boots,VIDEO,C,S,1,7,14,28,,x`)).toMatchObject({
    roles: [
      'ad_identifier',
      'ad_name',
      'ad_type',
      'campaign_name',
      'adset_name',
      'spend_last_1d',
      'spend_last_7d',
      'spend_last_14d',
      'spend_last_28d',
      null,
      null,
    ],
    lines: [{ item: { ad_type: 'VIDEO', spend_last_28d: 28 } }],
  });
});

test.each([
  [`,Boots,${DAY},3`, 'Ad ID is required'],
  ['1,Boots,,3', 'The day of the spend is missing'],
  [`1,Boots,${DAY},`, 'The spend of the day is missing'],
  ['1,Boots,soon,3', 'Day “soon” is not a date'],
  ['1,Boots,2019-11-20,3', /^Day must be from /],
  [`1,Boots,${DAY},free`, '“free” is not an amount in US dollars'],
  [`1,Boots,${DAY},-1`, /Spend/],
])('%s is wrong, and says why', (line, message) => {
  const [said] = read(`Ad ID,Ad name,Day,Spend\n${line}`).lines;
  expect(said?.item).toBeNull();
  if (typeof message === 'string') expect(said?.msg).toBe(message);
  else expect(said?.msg).toMatch(message);
});

test('the days of an ad are one record, and what is said of it is said of each of its lines', async () => {
  service.on(IMPORT, ({ body }) => {
    const { records } = body as ImportFacebookAds;
    const isBroken = ({ ad_identifier }: (typeof records)[number]) => ad_identifier === '8';
    const errors = records.flatMap((one, index) =>
      isBroken(one) ? [{ index, key: '8', msg: 'A new ad needs a name' }] : [],
    );
    const counts = { success_count: 1, error_count: 1, created: 1, updated: 0, unchanged: 0, stale: 0 };
    return [200, { ...counts, errors, outcomes: records.map((one) => (isBroken(one) ? 'failed' : 'created')) }];
  });
  openAds();
  await row();
  await user.click(screen.getByRole('button', { name: 'Import' }));
  const form = await dialog('Import Ads');
  await user.click(form.getByLabelText('Or paste it from a spreadsheet'));
  await user.paste(`Ad ID\tAd name\tDay\tSpend\n7\tBoots\t${DAY}\t3\n8\t\t${DAY}\t4\n7\tBoots\t${NEXT}\t5`);
  await user.click(form.getByRole('button', { name: 'Read what is pasted' }));
  expect(await form.findByText('2 can be saved, 1 cannot')).toBeVisible();
  expect(within(form.getByRole('row', { name: /^3/ })).getByText('A new ad needs a name')).toBeVisible();
  expect(form.getAllByText('Is new')).toHaveLength(2);
  await user.click(form.getByRole('button', { name: 'Save 2 lines' }));
  expect(await screen.findByText('Saved 2 lines')).toBeVisible();
  const bodies = service.requestsTo(IMPORT).map(({ body }) => body as ImportFacebookAds);
  expect(bodies.find(({ dry_run }) => !dry_run)).toEqual({
    company_id: 4,
    file: 'Pasted lines',
    records: [
      {
        ad_identifier: '7',
        ad_name: 'Boots',
        days: [
          { day: DAY, spend: 3 },
          { day: NEXT, spend: 5 },
        ],
      },
    ],
  });
});

test('a day of an ad that comes twice is a record of its own, which the service refuses alone', () => {
  const { lines } = read(`Ad ID,Ad name,Day,Spend\n7,Boots,${DAY},3\n7,Boots,${DAY},4\n7,Boots,${NEXT},5`);
  const items = lines.flatMap(({ item }) => item ?? []);
  expect(recordsOf(items)).toMatchObject({
    places: [0, 1, 0],
    records: [{ days: [{ spend: 3 }, { spend: 5 }] }, { days: [{ spend: 4 }] }],
  });
});

test('only who may change ads imports them', async () => {
  openAds({ groups: [] });
  await row();
  expect(screen.queryByRole('button', { name: 'Import' })).toBeNull();
});
