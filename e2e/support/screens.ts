import { expect, type Page } from '@playwright/test';

/** The screens, each with the buttons of its title that open a dialog; a row of each list opens too. */
export const SCREENS: readonly [path: string, ...dialogs: string[]][] = [
  ['/'],
  ['/company-management', 'Add New'],
  ['/product-variants?company_id=1', 'Add New', 'Import'],
  ['/product-variants/11/cogs'],
  ['/facebook-ads?company_id=1', 'Import'],
  ['/agent-definitions', 'Add New'],
  ['/knowledge', 'Add New'],
  ['/social-media-post-criteria', 'Add New'],
  ['/social-media-search-terms?company_id=1', 'Add New'],
  ['/social-media-profiles', 'Add New'],
  ['/social-media-posts', 'Add New', 'Bulk Add Posts'],
  ['/agent-chat'],
  ['/activity'],
  ['/company/connections', 'Add New'],
  ['/company/connections/credentials'],
  ['/company/people', 'Add New'],
  ['/company/sign-in-rules', 'Add New'],
  ['/company/machine-tokens', 'Add New'],
  ['/social/review?company_id=1'],
  ['/social/tags'],
  ['/ads/spend?company_id=1'],
  ['/ads/tags'],
  ['/ads/naming-rules', 'Add New'],
];

/** Waits until all is loaded and nothing of the page has changed for a while. */
export async function atRest(page: Page) {
  await expect(page.locator('.list-table__skeleton, .c-spinner')).toHaveCount(0);
  await page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        const rest = () => setTimeout(resolve, 300);
        let resting = rest();
        setTimeout(resolve, 3000);
        new MutationObserver(() => {
          clearTimeout(resting);
          resting = rest();
        }).observe(document, { childList: true, subtree: true, characterData: true });
      }),
  );
}
