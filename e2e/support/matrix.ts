import type { Page } from '@playwright/test';
import type { Fault } from './faulty-site';

/** A kind of file behind a screen, as the table of the matrix names it. */
export interface FileKind {
  name: string;
  /** Which files, by their path on the server that holds them; `hostChunk` is found in the build. */
  files: RegExp | 'hostChunk';
  /** Where a person opens it: a screen, or a dialog of one. */
  opens: 'screen' | 'dialog';
  /** The screen that needs it; absent: the variants. */
  screen?: string;
  faults: readonly Fault[];
}

const OF_THE_WIRE = ['cut', '404', '503', 'HTML', 'half', 'hangs'] as const;
/** A file as an interrupted copy leaves it, for ever in the caches. */
const OF_CODE = [...OF_THE_WIRE, 'empty'] as const;

/** Every kind of file with the faults that mean something for it: only code is evaluated, only a screen is rendered. */
export const FILES: readonly FileKind[] = [
  { name: 'manifest', files: /\/mf-manifest\.json$/, opens: 'screen', faults: OF_THE_WIRE },
  { name: 'container', files: /\/remoteEntry\.\w+\.js$/, opens: 'screen', faults: [...OF_CODE, 'evaluates badly'] },
  {
    name: 'screen chunk',
    files: /\/product-variants\.\w+\.js$/,
    opens: 'screen',
    faults: [...OF_CODE, 'evaluates badly', 'draws badly'],
  },
  { name: 'style', files: /\/company-added\.\w+\.css$/, opens: 'screen', screen: 'Connections', faults: OF_CODE },
  { name: 'host chunk', files: 'hostChunk', opens: 'screen', faults: [...OF_THE_WIRE, 'throws', 'evaluates badly'] },
  { name: 'dialog chunk', files: /\/\d+\.[0-9a-f]{12}\.js$/, opens: 'dialog', faults: OF_THE_WIRE },
];

/** Text that a person reads. */
export function wordsOf(fault: Fault, isHosts: boolean): string {
  const server = isHosts ? 'The server of the console' : 'Its server';
  switch (fault) {
    case 'cut':
      return `${server} could not be reached.`;
    case '404':
    case '503':
      return `${server} answered with an error (${fault}).`;
    case 'HTML':
    case 'half':
    case 'empty':
      return `What ${server.replace(/^./, (letter) => letter.toLowerCase())} sent is not a part of this console.`;
    case 'hangs':
      return `${server} did not answer within 5 seconds.`;
    default:
      return isHosts
        ? 'A part of the console itself stopped working because of a fault of its own.'
        : 'It stopped working because of a fault of its own.';
  }
}

/** The browser's own report of how long the panel or toast took, from the click on: the machine's load is in neither. */
export async function watchFor(page: Page, words: string) {
  await page.evaluate((sought) => {
    const state = window as unknown as { clickedAt?: number; shownAfter?: number };
    document.addEventListener('click', () => (state.clickedAt ??= performance.now()), { capture: true, once: true });
    const isShown = () => document.body.innerText.includes(sought);
    const observer = new MutationObserver(() => {
      if (state.clickedAt === undefined || !isShown()) return;
      state.shownAfter = performance.now() - state.clickedAt;
      observer.disconnect();
    });
    observer.observe(document.body, { childList: true, subtree: true, characterData: true });
  }, words);
  return () => page.evaluate(() => (window as unknown as { shownAfter?: number }).shownAfter);
}
