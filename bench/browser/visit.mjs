// One visit to an app, from an empty browser to its last click: every figure of lines.mjs.
import { setTimeout as wait } from 'node:timers/promises';
import { brotliCompressSync } from 'node:zlib';
import { MeasuredPage, median } from './measured-page.mjs';

const ROWS = 25;
const TIMES = 3;
/** Between two clicks, so that nothing of the first is counted with the second; in milliseconds. */
const PAUSE_MS = 350;
/** A page that is only opened to be opened again need not be waited for as long as one whose requests are counted. */
const SHORT_REST_MS = 400;
/** Longer than the console waits before its background work; so that no click is measured beside that. */
const QUIET_MS = 3500;

/**
 * Visits an app in a new process of the browser and returns its figures, flat, by the names that lines.mjs uses. Loads are
 * under the setting; clicks have its processor but the machine's own network, for what they wait for is the service.
 */
export async function visit(launch, app, origin, setting) {
  const browser = await launch();
  try {
    const newContext = (storageState) =>
      browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'en-US', storageState });
    const warming = await newContext();
    await (await warming.newPage()).goto(origin + app.blank);
    await warming.close();

    const signing = await newContext();
    const login = await signIn(signing, app, origin, setting);
    login.javascript = (await javascriptInDocument(await newContext(), app, origin)) ?? login.atRest.javascript;
    const context = await newContext(await signing.storageState());
    await signing.close();
    if (app.chooses) await context.addInitScript(...app.chooses);
    const state = { row: app.list.row, count: ROWS };
    const measured = await MeasuredPage.open(context, { rows: state }, setting);
    const loads = await loadList(measured, `${origin}${app.list.path}`, () =>
      MeasuredPage.open(context, { rows: state }, setting),
    );
    await measured.useNetwork(null);
    return { login, ...loads, ...(await clickThrough(measured, app, state)) };
  } finally {
    await browser.close();
  }
}

/** Longer than a document takes that needs no script file. */
const WITHOUT_FILES_MS = 1500;

/**
 * Bytes of JavaScript, compressed, that the login can be used with where it needs no script file: those in its document;
 * null where it needs some.
 */
async function javascriptInDocument(context, { login }, origin) {
  try {
    const page = await context.newPage();
    await page.route(/\.js$/, (route) => route.abort());
    const document = await page.goto(origin + login.path, { waitUntil: 'commit' });
    await page.locator(login.submit).waitFor({ timeout: WITHOUT_FILES_MS });
    const scripts = [...(await document.text()).matchAll(/<script>([^]*?)<\/script>/g)].map(([, text]) => text);
    return brotliCompressSync(scripts.join('')).length;
  } catch (error) {
    if (error.name === 'TimeoutError') return null;
    throw error;
  } finally {
    await context.close();
  }
}

/** The login page, cold; then signs in, unmeasured. */
async function signIn(context, { login }, origin, setting) {
  const [[username]] = login.fields;
  const states = { submit: { selector: login.submit }, username: { selector: username } };
  const measured = await MeasuredPage.open(context, states, setting);
  const { page } = measured;
  const figures = await measured.load(
    () => page.goto(origin + login.path, { waitUntil: 'commit' }),
    Object.keys(states),
  );
  await measured.useNetwork(null);
  for (const [field, text] of login.fields) await page.locator(field).fill(text);
  await page.locator(login.submit).click();
  await page.waitForSelector(login.done);
  await wait(PAUSE_MS);
  return figures;
}

/**
 * The list with an empty cache, in a new tab that was elsewhere, and again in the same tab. Of what is repeated the last counts:
 * a browser compiles a script for its cache only when it came a second time.
 */
async function loadList(measured, address, newTab) {
  const rows = ['rows'];
  const open = (page) => page.goto(address, { waitUntil: 'commit' });
  const cold = await measured.load(open, rows);
  const heap = await measured.heap();
  measured.network.reset();
  await measured.network.rest(QUIET_MS);
  const ahead = measured.network.sum();
  let warm;
  for (let time = 0; time < 2; time += 1) {
    const tab = await newTab();
    await tab.page.goto('data:text/html,elsewhere');
    await wait(PAUSE_MS);
    warm = await tab.load(open, rows, SHORT_REST_MS);
    await tab.page.close();
  }
  let reload;
  for (let time = 0; time < TIMES; time += 1)
    reload = await measured.load((page) => page.reload({ waitUntil: 'commit' }), rows, SHORT_REST_MS);
  return { cold: { ...cold, heap }, warm, reload, ahead };
}

async function clickThrough(measured, { next, sort, sizes, other, ownText }, state) {
  /** Does something several times and takes the middle of each figure. */
  const repeated = async (click) => {
    const figures = [];
    for (let time = 0; time < TIMES; time += 1) {
      figures.push(...(await click()));
      await wait(PAUSE_MS);
    }
    return { ms: median(figures.map(({ ms }) => ms)), cpu: median(figures.map(({ cpu }) => cpu)) };
  };
  const nextPage = await repeated(async () => [await measured.click(next, state, true)]);
  const sorted = await repeated(async () => [await measured.click(sort, state, true)]);

  const theirs = { ...state, text: other.text };
  const own = { ...state, text: ownText };
  const firstVisit = await measured.click(other.there, theirs);
  await measured.network.rest(SHORT_REST_MS);
  const listToList = await repeated(async () => {
    const back = await measured.click(other.back, own);
    await wait(PAUSE_MS);
    return [back, await measured.click(other.there, theirs)];
  });
  await measured.click(other.back, own);
  await wait(PAUSE_MS);

  // Once a visit: the second time its rows are at hand.
  const hundred = await measured.click(sizes[100], { ...state, count: 100 }, true);
  return { next: nextPage, sort: sorted, firstVisit, listToList, hundred };
}
