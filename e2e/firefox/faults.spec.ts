import { expect } from '@playwright/test';
import type { Fault } from '../support/faulty-site';
import { click, enter, expectText, find, test } from './firefox';

const FILES = {
  container: /^\/remotes\/company\/remoteEntry\.\w+\.js$/,
  screen: /^\/remotes\/company\/product-variants\.\w+\.js$/,
  style: /^\/remotes\/company\/company-added\.\w+\.css$/,
};
const VARIANTS = { path: '/product-variants', title: 'Product Variants' };
/** Screens that need them. */
const SCREENS = {
  container: VARIANTS,
  screen: VARIANTS,
  style: { path: '/company/connections', title: 'Connections' },
};

const WORDS = { empty: 'came whole but empty', hangs: 'hung' } as const satisfies Partial<Record<Fault, string>>;

// In every change's run those that Firefox alone does otherwise; `pnpm test:firefox` tries them all.
const CASES: [keyof typeof FILES, keyof typeof WORDS, tags: string[]][] = [
  ['container', 'empty', ['@each-change']],
  ['style', 'hangs', ['@each-change']],
  ['container', 'hangs', []],
  ['screen', 'empty', []],
  ['screen', 'hangs', []],
  ['style', 'empty', []],
];

for (const [name, fault, tags] of CASES)
  test(
    `Firefox: after a ${name} that ${WORDS[fault]}, the first Retry asks the network, and heals`,
    { tag: tags },
    async ({ firefox, site }) => {
      await enter(firefox, site, 'admin');
      await firefox.goto(site.url);
      const { path, title } = SCREENS[name];
      await find(firefox, `a[href="${path}"]`);
      site.misbehave({ files: FILES[name], fault });
      await click(firefox, `a[href="${path}"]`);
      await expectText(firefox, /The Company area could not be shown/);
      // Requests that hang keep hanging: only new ones are served.
      site.misbehave(null);
      site.asked.length = 0;
      await click(firefox, 'button ::-p-text(Retry)');
      await expect.poll(() => firefox.$$eval('h1', ([heading]) => heading?.textContent)).toBe(title);
      expect(
        site.asked.filter((path) => FILES[name].test(path.replace(/\?again=.*/, '')) && path.includes('?')),
      ).toHaveLength(1);
    },
  );
