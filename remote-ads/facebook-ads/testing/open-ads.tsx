/** The screen of ads beside a service with one ad of many. */
import { screen } from '@testing-library/react';
import type { FacebookAd } from 'contract/ads/facebook-ads';
import type { Group } from 'contract/session';
import { startService, type Service } from 'shared-auth/testing';
import { dialog, openScreen, user } from 'shared-ui/testing';
import FacebookAdsScreen from '../facebook-ads.screen';

export const autumn: FacebookAd = {
  id: 3,
  company_id: 4,
  company_name: 'Acme',
  ad_identifier: '23850001',
  ad_name: 'Autumn boots',
  ad_type: 'VIDEO',
  campaign_name: 'Autumn',
  adset_name: 'Boots, 25-34',
  spend_last_1d: 12.5,
  spend_last_7d: 70,
  spend_last_14d: 0,
  spend_last_28d: null,
  cache_updated_at: '2026-01-02T12:00:00.000Z',
  tags: ['Sale', 'a/b', 'ünï', 'four', 'five', 'six', 'seven', 'eight'],
};
const totals = { spend_last_1d: 1200.5, spend_last_7d: 8000, spend_last_14d: 16000, spend_last_28d: 33333.33 };
/** A page of ads, of six hundred in all. */
export const page = (...items: FacebookAd[]) => ({
  items,
  total: items.length && 600,
  page: 1,
  page_size: 25,
  total_pages: 24,
  totals,
});

const companies = [4, 5].map((id) => ({ id, name: id === 4 ? 'Acme' : 'Bexley', slug: `c-${id}` }));

/** A service that lists `autumn`, its tags and its preview; close it at the end. */
export async function startAdService(): Promise<Service> {
  localStorage.clear();
  const service = await startService();
  service.on('GET /facebook-ads', [200, page(autumn)]);
  service.on('GET /facebook-ads/3/tags/', [200, { tags: autumn.tags }]);
  service.on('GET /facebook-ads/3/preview', [200, { preview_html: '<p>Buy boots</p>', error: null }]);
  service.on('GET /facebook-ads/3/days', [200, { from: '2026-01-01', to: '2026-01-28', items: [] }]);
  service.on('GET /tags/', [200, { items: [{ id: 1, name: 'Sale', company_id: 4 }], total: 1 }]);
  service.on('GET /companies', [200, { items: [companies[1]], total: 1 }]);
  for (const company of companies) service.on(`GET /companies/${company.id}`, [200, company]);
  return service;
}

/** Opens the screen for somebody of these groups; returns the router, whose address is the page's. */
export const openAds = ({ groups = ['AdManager'] as Group[], address = '/facebook-ads?company_id=4' } = {}) =>
  openScreen(<FacebookAdsScreen />, { groups, companies, address }).router;

/** The row of `autumn`. */
export const row = () => screen.findByRole('row', { name: /Autumn boots/ });

/** Opens the preview modal of `autumn`; returns what is in it. */
export async function openPreview() {
  await row();
  await user.click(screen.getByRole('button', { name: 'Autumn boots' }));
  return dialog('Autumn boots');
}
