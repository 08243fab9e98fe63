/** Each screen by Tab alone, and the names of all that can be used on it by the browser's accessibility tree (WCAG 2.1.1, 2.1.2, 2.4.3, 2.4.11, 4.1.2). */
import type { CDPSession, Page } from '@playwright/test';
import { atRest, SCREENS } from './support/screens';
import { AT_LENGTH, enter, expect, test } from './support/test';

/** Roles that somebody acts on. */
const ROLES = /^(button|link|checkbox|radio|switch|textbox|searchbox|combobox|listbox|spinbutton|slider|tab|menuitem)$/;
/** More than any screen has. */
const MOST = 400;

interface Node {
  role?: { value: string };
  name?: { value: string };
  ignored: boolean;
  properties?: { name: string; value: { value?: unknown } }[];
  backendDOMNodeId?: number;
}

/** All that can be acted on and has no name. */
async function nameless(devtools: CDPSession) {
  const { nodes } = (await devtools.send('Accessibility.getFullAXTree')) as { nodes: Node[] };
  const usable = nodes.filter(({ ignored, role }) => !ignored && ROLES.test(role?.value ?? ''));
  expect(usable.length).toBeGreaterThan(5);
  return usable.flatMap(({ role, name, backendDOMNodeId }) =>
    name?.value.trim() ? [] : [`${role?.value} ${backendDOMNodeId}`],
  );
}

/** The element that has the focus: what it is, and whether somebody sees it and where the focus is. */
const focused = (page: Page) =>
  page.evaluate(() => {
    const element = document.activeElement;
    if (!element || element === document.body) return null;
    const page = window as { tabbed?: Set<Element>; last?: Element };
    const tabbed = (page.tabbed ??= new Set());
    const isKnown = tabbed.has(element);
    // A date has a stop for each of its parts.
    const isSame = page.last === element;
    page.last = element;
    tabbed.add(element);
    const box = element.getBoundingClientRect();
    const at = document.elementFromPoint(
      Math.min(Math.max(box.x + box.width / 2, 1), innerWidth - 1),
      Math.min(Math.max(box.y + Math.min(box.height, 20) / 2, 1), innerHeight - 1),
    );
    // A label lies over the box that it is of.
    const isSeen = at !== null && (element.contains(at) || at.contains(element) || at.closest('label') !== null);
    const hasRing = (one: Element, part?: string) => {
      const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(one, part);
      return (outlineStyle !== 'none' && outlineWidth !== '0px') || boxShadow !== 'none';
    };
    // Some draw it around the box that they stand in, or that they fill.
    const around = [element, element.parentElement, element.parentElement?.parentElement].filter((one) => !!one);
    const isMarked =
      around.some((one) => hasRing(one)) || ['::before', '::after'].some((part) => hasRing(element, part));
    return { what: element.outerHTML.slice(0, 160), isKnown, isSame, isSeen, isMarked };
  });

/** All that Tab ought to reach. */
const tabbable = (page: Page) =>
  page.evaluate(
    () =>
      [...document.querySelectorAll<HTMLElement>('a[href], button, input, select, textarea, [tabindex]')].filter(
        (element) =>
          element.tabIndex >= 0 &&
          !element.matches(':disabled, [type="hidden"], [inert] *') &&
          element.checkVisibility({ visibilityProperty: true }),
      ).length,
  );

test('each screen is gone through by Tab, is left again, and all on it has a name', AT_LENGTH, async ({ page }) => {
  test.setTimeout(240_000);
  await enter(page, 'admin');
  const devtools = await page.context().newCDPSession(page);
  for (const [path] of SCREENS)
    await test.step(path, async () => {
      await page.goto(path);
      await atRest(page);
      expect.soft(await nameless(devtools), path).toEqual([]);
      const wanted = await tabbable(page);
      const faults: string[] = [];
      let reached = 0;
      let ends = 0;
      for (;;) {
        await page.keyboard.press('Tab');
        const now = await focused(page);
        // Past the last one the focus leaves the page, and begins again at its top: a screen may have started further down.
        if (now === null) ends += 1;
        if (ends > 1 || (now?.isKnown && !now.isSame)) break;
        if (!now || now.isSame) continue;
        reached += 1;
        if (reached > MOST) throw new Error(`${path}: Tab comes to no end.`);
        if (!now.isSeen) faults.push(`covered or out of sight: ${now.what}`);
        if (!now.isMarked) faults.push(`not marked: ${now.what}`);
      }
      expect.soft(faults, path).toEqual([]);
      expect.soft(reached, `${path}: reached by Tab`).toBeGreaterThanOrEqual(wanted);
    });
});
