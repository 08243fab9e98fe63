/** Finds why a file behind a screen failed: the browser says only that it did. */
import type { Area } from 'contract/console-config';
import { HttpError, probeSiteFile, readSiteText } from 'shared-auth/host';
import { codeFailureOf, isThrownByHost, type CodeFailure } from '../loading/site-code';
import { RemoteFailure, type FailureKind } from './remote-failure';

const TYPES = { js: /javascript/, css: /^text\/css/ };

/**
 * An error that came out of an area, in the words a person reads. The address that failed is asked once more, within
 * what is left of its own limit.
 */
export async function reasonOf(area: Area, error: unknown): Promise<RemoteFailure> {
  if (error instanceof RemoteFailure) {
    const isOlder = error.kind === 'other-platform' && (await isConsoleDeployedAnew(1000));
    return isOlder ? new RemoteFailure(area, 'console-deployed-anew', { cause: error }) : error;
  }
  const file = codeFailureOf(error);
  if (!file) {
    // A mistake may lie in a part of the console's own, and may be mended by now: then only a reload brings it.
    const kind = (await isConsoleDeployedAnew(1000)) ? 'console-deployed-anew' : 'broken';
    return new RemoteFailure(area, kind, { cause: error, isHosts: isThrownByHost(error) });
  }
  const { kind, status } = await kindOf(file);
  const isGone = kind === 'refused' || kind === 'corrupt';
  if (file.owner === 'host' && isGone && (await isConsoleDeployedAnew(timeLeft(file))))
    return new RemoteFailure(area, 'console-deployed-anew', { cause: error, file });
  return new RemoteFailure(area, kind, { cause: error, file, limit: file.limit, ...(status && { status }) });
}

/** At least a moment: a reason that comes a little late is better than none. */
const timeLeft = ({ deadline }: CodeFailure) => Math.max(500, Math.round(deadline - performance.now()));

interface Judgement {
  kind: FailureKind;
  status?: number;
}

/** The judgements so far: however many need the file, its address is asked once more and not once for each. */
const judgements = new WeakMap<CodeFailure, Promise<Judgement>>();

function kindOf(file: CodeFailure): Promise<Judgement> {
  const judgement = judgements.get(file) ?? judge(file);
  judgements.set(file, judgement);
  return judgement;
}

async function judge(file: CodeFailure): Promise<Judgement> {
  if (file.fault === 'timeout' || file.fault === 'corrupt') return { kind: file.fault };
  if (file.fault === 'threw') return { kind: 'broken' };
  try {
    const type = await probeSiteFile(file.address, timeLeft(file));
    const expected = file.url.endsWith('.css') ? TYPES.css : TYPES.js;
    // A file that is there now and was not a moment ago was cut off.
    return { kind: expected.test(type) ? 'unreachable' : 'corrupt' };
  } catch (error) {
    if (error instanceof HttpError && typeof error.status === 'number')
      return { kind: 'refused', status: error.status };
    return { kind: 'unreachable' };
  }
}

/** Whether the console's own page names another start script than the one that runs here. */
export async function isConsoleDeployedAnew(limit: number): Promise<boolean> {
  const running = [...document.scripts]
    .map((script) => script.getAttribute('src'))
    .find((src) => START.test(src ?? ''));
  const page = await readSiteText('/', limit).catch(() => null);
  const now = page && START.exec(page)?.[0];
  return Boolean(running && now && !running.includes(now));
}

const START = /\/main\.\w+\.js/;
