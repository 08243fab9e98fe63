/** Notices that an area, or the console itself, was deployed again while the page is open; it never reloads by itself. */
import type { Area } from 'contract/console-config';
import type { ShownToast, useToast } from 'shared-ui';
import { isConsoleDeployedAnew } from './failure-reason';
import { AREA_NAMES } from './remote-failure';
import { listedAreas, newerReleaseOf } from './remotes';

/** How often it is asked, in milliseconds, beside each time the tab comes back to the foreground. */
export const ASKED_EVERY = 5 * 60_000;
const CONSOLE_LIMIT = 5000;

type Part = Area | 'console';
type Toasts = ReturnType<typeof useToast>;

/** Notice given of a part, and its release: each is notified once. */
const told = new Map<Part, { release: string; notice: ShownToast }>();

function tell(toasts: Toasts, part: Part, release: string | null) {
  const known = told.get(part);
  if (known?.release === release) return;
  // Rolled back, or followed by another.
  known?.notice.dismiss();
  told.delete(part);
  if (release === null) return;
  const notice = toasts.show({
    type: 'info',
    message: `A new version of ${part === 'console' ? 'this console' : AREA_NAMES[part]} is ready`,
    duration: null,
    // Unsaved text is asked about by the browser (leave-question).
    action: { label: 'Reload', onSelect: () => window.location.reload() },
  });
  told.set(part, { release, notice });
}

/** Asks once; what cannot be asked is left for the next time, without a word. */
async function ask(toasts: Toasts) {
  if (document.visibilityState === 'hidden') return;
  const areas = (await listedAreas()).map((area) =>
    newerReleaseOf(area).then(
      (release) => tell(toasts, area, release),
      () => undefined,
    ),
  );
  await Promise.all([
    ...areas,
    isConsoleDeployedAnew(CONSOLE_LIMIT).then((isNew) => isNew && tell(toasts, 'console', 'new')),
  ]);
}

/** Asks now, every five minutes and when the tab comes back; hands back the way to stop. */
export function watchReleases(toasts: Toasts): () => void {
  const askAgain = () => void ask(toasts);
  askAgain();
  const timer = setInterval(askAgain, ASKED_EVERY);
  document.addEventListener('visibilitychange', askAgain);
  return () => {
    clearInterval(timer);
    document.removeEventListener('visibilitychange', askAgain);
  };
}
