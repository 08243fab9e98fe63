// One page of the browser with what is measured about it.
import { setTimeout as wait } from 'node:timers/promises';
import { watchPage } from './in-page.mjs';
import { Network } from './network.mjs';

const LIMIT_MS = 60_000;
const POLL_MS = 100;
/** How long nothing is asked for until a page is at rest, in milliseconds. */
const REST_MS = 1000;
/** How long the main thread may still work for a click after its rows were painted, in milliseconds. */
const AFTER_CLICK_MS = 120;

/** The middle of some numbers; undefined without any. */
export function median(numbers) {
  const sorted = [...numbers].sort((one, other) => one - other);
  const half = sorted.length >> 1;
  return sorted.length % 2 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
}

export class MeasuredPage {
  /** Opens an empty page under a setting; `awaited` are states whose time is kept at each load, by name (in-page.mjs). */
  static async open(context, awaited, { cpu, network }) {
    const page = await context.newPage();
    await page.addInitScript(watchPage, awaited);
    const session = await context.newCDPSession(page);
    await session.send('Network.enable');
    // The thread's own clock: it hardly moves with what else the machine does.
    await session.send('Performance.enable', { timeDomain: 'threadTicks' });
    const measured = new MeasuredPage(page, session);
    await measured.useNetwork(network);
    await session.send('Emulation.setCPUThrottlingRate', { rate: cpu });
    return measured;
  }

  constructor(page, session) {
    this.page = page;
    this.session = session;
    this.network = new Network(session);
  }

  /** From now on the network has this latency in ms and these bytes a second; null: the machine's own. */
  async useNetwork(network) {
    const { latency, download, upload } = network ?? { latency: 0, download: -1, upload: -1 };
    await this.session.send('Network.emulateNetworkConditions', {
      offline: false,
      latency,
      downloadThroughput: download,
      uploadThroughput: upload,
    });
  }

  /**
   * Milliseconds from the navigation's start until an awaited state was painted. Asked by the protocol: Playwright's own
   * waiting puts a script into the page first, which takes the thread 25 ms before anything is painted.
   */
  async mark(name) {
    const expression = `globalThis.bench?.marks[${JSON.stringify(name)}]`;
    for (let waited = 0; waited < LIMIT_MS; waited += POLL_MS) {
      const { result } = await this.session.send('Runtime.evaluate', { expression });
      if (result.value > 0) return result.value;
      await wait(POLL_MS);
    }
    throw new Error(`'${name}' was not painted within ${LIMIT_MS / 1000} s.`);
  }

  /**
   * Navigates (`go`) and returns, once the page is at rest, when the awaited states were painted (`painted`, the latest of
   * them, in ms), what it took until then, in requests, bytes of JavaScript and blocking time (what each long task had
   * beyond 50 ms, in ms), and the same until it was at rest (`atRest`).
   */
  async load(go, names, restMs = REST_MS) {
    this.network.reset();
    await go(this.page);
    let painted = 0;
    for (const name of names) painted = Math.max(painted, await this.mark(name));
    await this.network.rest(restMs);
    await wait(300);
    const { origin, tasks } = await this.page.evaluate(() => ({
      origin: performance.timeOrigin,
      tasks: globalThis.bench.longTasks,
    }));
    const blockingOf = (some) => some.reduce((sum, [, duration]) => sum + Math.max(0, duration - 50), 0);
    return {
      painted,
      ...this.network.sum(origin + painted),
      blocking: blockingOf(tasks.filter(([start]) => start < painted)),
      atRest: { ...this.network.sum(), blocking: blockingOf(tasks) },
    };
  }

  async #metric(name) {
    const { metrics } = await this.session.send('Performance.getMetrics');
    return metrics.find((metric) => metric.name === name).value;
  }

  /** Bytes of the page's JavaScript heap once its rubbish is collected. */
  async heap() {
    for (let time = 0; time < 2; time += 1) await this.session.send('HeapProfiler.collectGarbage');
    return (await this.session.send('Runtime.getHeapUsage')).usedSize;
  }

  /**
   * Clicks and returns the milliseconds from the click until the state was painted, and the main thread's own time of it;
   * `isOther`: the rows must have changed.
   */
  async click(selector, state, isOther = false) {
    const target = this.page.locator(selector).first();
    await target.scrollIntoViewIfNeeded();
    await this.page.evaluate(([wanted, other]) => globalThis.bench.expect(wanted, other), [state, isOther]);
    const before = await this.#metric('TaskDuration');
    await target.click({ timeout: LIMIT_MS });
    const isDone = () => globalThis.bench.painted > 0 && globalThis.bench.begun > 0;
    await this.page.waitForFunction(isDone, null, { timeout: LIMIT_MS, polling: 30 });
    await wait(AFTER_CLICK_MS);
    const cpu = ((await this.#metric('TaskDuration')) - before) * 1000;
    return { ms: await this.page.evaluate(() => globalThis.bench.painted - globalThis.bench.begun), cpu };
  }
}
