import { setTimeout as wait } from 'node:timers/promises';

/** Resolves when `holds` does; asks less and less often, and for ever: the test's own limit is for what never comes. */
export async function eventually(holds: () => boolean | Promise<boolean>): Promise<void> {
  for (let pause = 10; !(await holds()); pause = Math.min(2 * pause, 500)) await wait(pause);
}
