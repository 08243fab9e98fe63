import { expect } from '@playwright/test';
import type { Fault } from '../support/faulty-site';
import { click, enter, expectText, find, test } from './firefox';

const FILES = {
  container: /^\/remotes\/company\/remoteEntry\.\w+\.js$/,
  screen: /^\/remotes\/company\/product-variants\.\w+\.js$/,
  style: /^\/remotes\/company\/product-variants\.\w+\.css$/,
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
      await find(firefox, 'a[href="/product-variants"]');
      site.misbehave({ files: FILES[name], fault });
      await click(firefox, 'a[href="/product-variants"]');
      await expectText(firefox, /The Company area could not be shown/);
      // Requests that hang keep hanging: only new ones are served.
      site.misbehave(null);
      site.asked.length = 0;
      await click(firefox, 'button ::-p-text(Retry)');
      await expect.poll(() => firefox.$$eval('h1', ([title]) => title?.textContent)).toBe('Product Variants');
      expect(
        site.asked.filter((path) => FILES[name].test(path.replace(/\?again=.*/, '')) && path.includes('?')),
      ).toHaveLength(1);
    },
  );
