import type { Page } from '@playwright/test';
import { atRest, SCREENS } from './support/screens';
import { AT_LENGTH, enter, expect, test } from './support/test';

const SIZES = [
  [1440, 900],
  [960, 600],
  [390, 844],
  // 400 % of 1280
  [320, 256],
] as const;

/** Presses a button at a list's title; on a phone some of them unfold. */
async function press(page: Page, name: string) {
  const button = page.getByRole('button', { name, exact: true }).first();
  const more = page.getByRole('button', { name: 'More actions' });
  await expect(button.or(more).first()).toBeVisible();
  if (!(await button.isVisible())) await more.click();
  await button.click({ timeout: 10_000 });
}

/**
 * Faults in how the page stands, by the text or the label of the element: the page or a dialog wider than its window,
 * text that is cut with no sign of it, something to press that is smaller than 24 px, words that lie over other words.
 */
const faultsOf = (page: Page) =>
  page.evaluate(() => {
    const faults: string[] = [];
    const nameOf = (element: Element) =>
      `${element.tagName.toLowerCase()}.${element.className.toString().split(' ')[0]} ${JSON.stringify((element.ariaLabel ?? element.textContent).trim().slice(0, 40))}`;
    const dialog = document.querySelector('[role=dialog]');
    const top = dialog ?? document.body;
    const isSeen = (element: Element) =>
      element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
      getComputedStyle(element).clipPath === 'none' &&
      !element.closest('.c-visually-hidden, .skip-link, [aria-hidden=true], svg');
    const root = document.documentElement;
    if (root.scrollWidth > root.clientWidth) {
      const beyond = [...top.querySelectorAll('*')].find((at) => at.getBoundingClientRect().right > root.clientWidth);
      faults.push(`The page is ${root.scrollWidth} px wide: ${beyond ? nameOf(beyond) : ''}`);
    }
    for (const part of document.querySelectorAll('.ant-modal-wrap, .ant-modal-body, [role=dialog]'))
      if (part.scrollWidth > part.clientWidth + 1)
        faults.push(`A dialog scrolls sideways, ${part.scrollWidth} in ${part.clientWidth}: ${nameOf(part)}`);

    /** Whether it is in the window, under nothing that sticks to its edges. */
    const isOnTop = (box: DOMRect) => {
      const hit = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
      return hit !== null && hit.closest('.list-foot, .console-header') === null;
    };
    const controls = [...top.querySelectorAll<HTMLElement>('button, a[href], input, select, textarea, [role=button]')]
      .filter(isSeen)
      .map((control) => ({ control, box: control.getBoundingClientRect() }))
      .filter(({ box }) => box.width > 0 && isOnTop(box));
    // WCAG 2.5.8: smaller ones have so much room around them; a link in a sentence is as high as its line.
    for (const { control, box } of controls) {
      const isInText = control.matches('a') && getComputedStyle(control).display === 'inline';
      const isInField = control.closest('label, .tag-picker__field') !== null;
      if ((box.width >= 24 && box.height >= 24) || isInText || isInField) continue;
      const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
      const isNear = ({ control: other, box: its }: (typeof controls)[number]) =>
        other !== control &&
        Math.hypot(Math.max(its.left - x, 0, x - its.right), Math.max(its.top - y, 0, y - its.bottom)) < 12;
      if (controls.some(isNear))
        faults.push(`Small (${Math.round(box.width)} × ${Math.round(box.height)}): ${nameOf(control)}`);
    }

    const texts = [...top.querySelectorAll<HTMLElement>('*')].filter(
      (element) =>
        [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim()) &&
        !element.matches('option, script, style, title') &&
        isSeen(element),
    );
    for (const element of texts) {
      const { overflowX, textOverflow, display } = getComputedStyle(element);
      const isCut = element.scrollWidth > element.clientWidth + 1 && display !== 'inline';
      if (isCut && ['hidden', 'clip'].includes(overflowX) && textOverflow !== 'ellipsis')
        faults.push(`Cut, ${element.scrollWidth} in ${element.clientWidth}: ${nameOf(element)}`);
    }

    // Words over words, among those of one frame: what sticks lies over what passes beneath.
    /** The seen part of a text's box, which its clipping ancestors cut. */
    const clipped = (element: Element, box: DOMRect) => {
      let { left, right, top, bottom } = box;
      for (let at: Element | null = element; at && at !== root; at = at.parentElement) {
        if (getComputedStyle(at).overflow === 'visible') continue;
        const its = at.getBoundingClientRect();
        left = Math.max(left, its.left);
        right = Math.min(right, its.right);
        top = Math.max(top, its.top);
        bottom = Math.min(bottom, its.bottom);
      }
      return new DOMRect(left, top, Math.max(right - left, 0), Math.max(bottom - top, 0));
    };
    const boxes = texts.flatMap((element) => {
      const range = document.createRange();
      return [...element.childNodes].flatMap((node) => {
        if (node.nodeType !== Node.TEXT_NODE || !node.textContent?.trim()) return [];
        range.selectNodeContents(node);
        return [...range.getClientRects()].map((box) => ({ element, box: clipped(element, box) }));
      });
    });
    const seenAt = ({ element, box }: (typeof boxes)[number]) => {
      const hit = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
      return hit !== null && (element.contains(hit) || hit.contains(element));
    };
    const inSight = boxes.filter(
      (one) =>
        one.box.width > 1 &&
        one.box.top >= 0 &&
        one.box.bottom <= innerHeight &&
        one.box.right <= innerWidth &&
        seenAt(one),
    );
    for (const [at, { element, box }] of inSight.entries())
      for (const { element: other, box: its } of inSight.slice(at + 1)) {
        if (element.contains(other) || other.contains(element)) continue;
        const wide = Math.min(box.right, its.right) - Math.max(box.left, its.left);
        const high = Math.min(box.bottom, its.bottom) - Math.max(box.top, its.top);
        if (wide > 2 && high > 4) faults.push(`Over each other: ${nameOf(element)} and ${nameOf(other)}`);
      }
    return [...new Set(faults)];
  });

/** Makes labels longer by two fifths, as those of another language are. */
const lengthenLabels = (page: Page) =>
  page.evaluate(() => {
    const top = document.querySelector('[role=dialog]') ?? document.querySelector('main');
    for (const label of top?.querySelectorAll('label, .c-label, button, h1, h2, dt, legend') ?? [])
      for (const node of label.childNodes)
        if (node.nodeType === Node.TEXT_NODE && (node.textContent?.trim().length ?? 0) > 3)
          node.textContent += ' ' + 'mo'.repeat(Math.ceil((node.textContent?.length ?? 0) / 5));
  });

for (const [width, height] of SIZES)
  test(`nothing is cut, too small, too wide or over other words, ${width} × ${height}`, AT_LENGTH, async ({ page }) => {
    test.setTimeout(300_000);
    await page.setViewportSize({ width, height });
    await enter(page, 'admin');
    const judge = async (scene: string) => {
      await atRest(page);
      expect.soft(await faultsOf(page), scene).toEqual([]);
      await lengthenLabels(page);
      expect.soft(await faultsOf(page), `${scene}, with longer labels`).toEqual([]);
    };
    for (const [path, ...dialogs] of SCREENS)
      await test.step(path, async () => {
        await page.goto(path);
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        await judge(path);
        for (const dialog of dialogs) {
          await page.goto(path);
          await press(page, dialog);
          await expect(page.getByRole('dialog')).toBeVisible();
          await judge(`${path}, ${dialog}`);
        }
        const row = page.locator('tbody tr[data-record] .list-table__actions').first();
        await page.goto(path);
        await atRest(page);
        if ((await row.count()) === 0) return;
        await row.locator('button').first().click();
        await page.getByRole('menuitem').first().click();
        await expect(page.getByRole('dialog')).toBeVisible();
        await judge(`${path}, the first row`);
      });
  });

/**
 * Parts that the system's own colours leave unseen: words on a ground of much the same colour, and fields, boxes and buttons
 * without words that have neither an edge nor a ground of their own.
 */
const unseenOf = (page: Page) =>
  page.evaluate(() => {
    const top = document.querySelector('[role=dialog]') ?? document.body;
    const context = document.createElement('canvas').getContext('2d', { willReadFrequently: true })!;
    const channelsOf = (color: string) => {
      context.clearRect(0, 0, 1, 1);
      context.fillStyle = color;
      context.fillRect(0, 0, 1, 1);
      return [...context.getImageData(0, 0, 1, 1).data] as [number, number, number, number];
    };
    const luminanceOf = (color: string) => {
      const [red, green, blue] = channelsOf(color)
        .slice(0, 3)
        .map((of) => of / 255)
        .map((of) => (of <= 0.03928 ? of / 12.92 : ((of + 0.055) / 1.055) ** 2.4)) as [number, number, number];
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    };
    const groundOf = (element: Element | null): string => {
      for (let at = element; at; at = at.parentElement) {
        const { backgroundColor } = getComputedStyle(at);
        if (channelsOf(backgroundColor)[3] > 250) return backgroundColor;
      }
      return 'Canvas';
    };
    const contrastOf = (one: string, other: string) => {
      const [low, high] = [luminanceOf(one), luminanceOf(other)].sort((a, b) => a - b) as [number, number];
      return (high + 0.05) / (low + 0.05);
    };
    const nameOf = (element: Element) =>
      `${element.tagName.toLowerCase()}.${element.className.toString().split(' ')[0]} ${JSON.stringify((element.ariaLabel ?? element.textContent).trim().slice(0, 40))}`;
    const isSeen = (element: Element) =>
      element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
      !element.closest('.c-visually-hidden, .skip-link, [aria-hidden=true], svg, iframe, option');
    const faults: string[] = [];
    for (const element of top.querySelectorAll('*')) {
      if (!isSeen(element)) continue;
      const style = getComputedStyle(element);
      const hasWords = [...element.childNodes].some((at) => at.nodeType === Node.TEXT_NODE && at.textContent?.trim());
      const isOff = element.closest(':disabled, [aria-disabled=true]') !== null;
      if (hasWords && !isOff && contrastOf(style.color, groundOf(element)) < 4.5)
        faults.push(`Words in ${style.color} on ${groundOf(element)}: ${nameOf(element)}`);
      const isField = element.matches('input:not([type=hidden]), select, textarea');
      const isWordless =
        element.matches('button, [role=button]') && !element.textContent.trim() && !element.querySelector('svg, img');
      if (!isField && !isWordless) continue;
      const { width, height } = element.getBoundingClientRect();
      if (width < 2 || height < 2) continue;
      const frames = [element, ...(isField ? [element.parentElement!, element.parentElement!.parentElement!] : [])];
      const isFramed = frames.some((at) => {
        const { borderBottomStyle, borderBottomWidth, borderBottomColor, backgroundColor, appearance } =
          getComputedStyle(at);
        const hasEdge = borderBottomStyle !== 'none' && parseFloat(borderBottomWidth) > 0;
        const isDrawn = hasEdge && contrastOf(borderBottomColor, groundOf(at.parentElement)) >= 3;
        return isDrawn || contrastOf(backgroundColor, groundOf(at.parentElement)) >= 3 || appearance === 'auto';
      });
      if (!isFramed) faults.push(`No edge: ${nameOf(element)}`);
    }
    return [...new Set(faults)];
  });

for (const colorScheme of ['light', 'dark'] as const)
  test(`with the system's own colours, ${colorScheme}, all words and fields are seen`, AT_LENGTH, async ({ page }) => {
    test.setTimeout(300_000);
    await page.emulateMedia({ forcedColors: 'active', colorScheme });
    await enter(page, 'admin');
    for (const [path, ...dialogs] of SCREENS)
      await test.step(path, async () => {
        await page.goto(path);
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        await atRest(page);
        expect.soft(await unseenOf(page), path).toEqual([]);
        for (const dialog of dialogs) {
          await press(page, dialog);
          await expect(page.getByRole('dialog')).toBeVisible();
          await atRest(page);
          expect.soft(await unseenOf(page), `${path}, ${dialog}`).toEqual([]);
          await page.keyboard.press('Escape');
          await expect(page.getByRole('dialog')).toBeHidden();
        }
      });
  });
