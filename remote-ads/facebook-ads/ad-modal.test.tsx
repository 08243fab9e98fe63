import { screen, within } from '@testing-library/react';
import type { Service } from 'shared-auth/testing';
import { autumn, openAds, openPreview, page, row, startAdService } from './testing/open-ads';
import { dialog, user } from 'shared-ui/testing';

let service: Service;
beforeEach(async () => {
  service = await startAdService();
});
afterEach(() => service.close());

describe('the preview modal', () => {
  test('shows ad info, spend metrics, tags and an Add Tag action', async () => {
    openAds();
    const modal = await openPreview();
    for (const heading of ['Ad Info', 'Spend Metrics', 'Tags'])
      expect(modal.getByRole('heading', { name: heading })).toBeVisible();
    expect(modal.getByText('23850001')).toBeVisible();
    expect(modal.getByText('$70.00')).toBeVisible();
    expect(modal.getByText('eight')).toBeVisible();
    await user.click(modal.getByRole('button', { name: 'Add Tag' }));
    expect(modal.getByRole('combobox', { name: 'Tags to add' })).toBeVisible();
  });

  test('has a small picture of what the ad spent on each of the last 28 days, fetched for it', async () => {
    service.on('GET /facebook-ads/3/days', [
      200,
      { from: '2026-01-01', to: '2026-01-03', items: [{ day: '2026-01-02', spend: 4.5 }] },
    ]);
    openAds();
    const modal = await openPreview();
    const day = await modal.findByRole('slider', { name: 'Day of Spend by day' });
    // A day that is not stored is one without spend.
    expect(day).toHaveAttribute('aria-valuetext', 'Jan 3, 2026: $0.00');
    expect(modal.getByText('Jan 2, 2026: $4.50')).toBeInTheDocument();
    expect(Object.fromEntries(service.requestsTo('GET /facebook-ads/3/days')[0]?.query ?? [])).toEqual({ days: '28' });
  });

  test('says that no day with spend is known, and tries again what could not be loaded', async () => {
    service.on('GET /facebook-ads/3/days', [500, {}]);
    openAds();
    const modal = await openPreview();
    expect(await modal.findByText('Failed to load its days')).toBeVisible();
    service.on('GET /facebook-ads/3/days', [200, { from: '2026-01-01', to: '2026-01-03', items: [] }]);
    await user.click(modal.getByRole('button', { name: 'Retry' }));
    expect(await modal.findByText('No day of the last 28 with spend is known.')).toBeVisible();
  });

  test("opens from a row's menu too", async () => {
    openAds();
    await row();
    await user.click(screen.getByRole('button', { name: 'Actions for Autumn boots' }));
    await user.click(screen.getByRole('menuitem', { name: 'Preview' }));
    expect(await screen.findByRole('dialog', { name: 'Autumn boots' })).toBeVisible();
  });

  test("leads to the page's other ads, and begins anew with each", async () => {
    const winter = { ...autumn, id: 4, ad_identifier: '23850002', ad_name: 'Winter boots', tags: ['cold'] };
    service.on('GET /facebook-ads', [200, page(autumn, winter)]);
    service.on('GET /facebook-ads/4/tags/', [200, { tags: winter.tags }]);
    service.on('GET /facebook-ads/4/preview', [200, { preview_html: null, error: 'Winter has no preview' }]);
    openAds();
    const first = await openPreview();
    expect(first.getByText('1 of 2')).toBeVisible();
    await user.click(first.getByRole('button', { name: 'Add Tag' }));
    await user.click(first.getByRole('button', { name: 'Next' }));
    const second = await dialog('Winter boots');
    expect(await second.findByText('Winter has no preview')).toBeVisible();
    expect(second.getByText('cold')).toBeVisible();
    expect(second.queryByRole('combobox', { name: 'Tags to add' })).toBeNull();
    expect(second.getByRole('button', { name: 'Next' })).toHaveAttribute('aria-disabled', 'true');
    await user.click(second.getByRole('button', { name: 'Previous' }));
    expect(await dialog('Autumn boots')).toBeDefined();
  });

  test('has the HTML in a frame with an empty sandbox and no referrer, and nowhere else (PREV-02)', async () => {
    service.on('GET /facebook-ads/3/preview', [
      200,
      { preview_html: '<p id="bait">Buy</p><script>parent.localStorage</script>', error: null },
    ]);
    openAds();
    const modal = await openPreview();
    const frame = await modal.findByTitle<HTMLIFrameElement>('Preview of Autumn boots');
    expect(frame.getAttribute('sandbox')).toBe('');
    expect(frame.getAttribute('referrerpolicy')).toBe('no-referrer');
    expect(frame.getAttribute('srcdoc')).toContain("default-src 'none'");
    expect(frame.hasAttribute('src')).toBe(false);
    expect(document.querySelector('#bait')).toBeNull();
  });

  test("without a preview reads 'Preview Not Available' and the reason (PREV-05)", async () => {
    service.on('GET /facebook-ads/3/preview', [200, { preview_html: null, error: 'The ad was deleted' }]);
    openAds();
    const modal = await openPreview();
    expect(await modal.findByText('Preview Not Available')).toBeVisible();
    expect(modal.getByText('The ad was deleted')).toBeVisible();
  });

  test("that cannot be loaded reads 'Failed to load ad preview', with a hint and another try", async () => {
    service.on('GET /facebook-ads/3/preview', [500, {}]);
    openAds();
    const modal = await openPreview();
    expect(await modal.findByText('Failed to load ad preview')).toBeVisible();
    expect(modal.getByText('The preview may be unavailable for this ad.')).toBeVisible();
    const toast = within(screen.getByRole('region', { name: 'Notifications' }));
    expect(toast.getByText('Failed to load ad preview')).toBeVisible();
    expect(toast.getByText('The preview may be unavailable for this ad.')).toBeVisible();
    service.on('GET /facebook-ads/3/preview', [200, { preview_html: '<p>Buy</p>', error: null }]);
    await user.click(modal.getByRole('button', { name: 'Retry' }));
    expect(await modal.findByTitle('Preview of Autumn boots')).toBeVisible();
  });
});
