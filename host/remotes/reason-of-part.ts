import type { Area } from 'contract/console-config';
import type { PartFailure } from 'shared-ui';
import { askAgain, codeFailureOf } from '../loading/site-code';
import { reasonOf } from './failure-reason';
import { AREA_NAMES } from './remote-failure';
import { isDeployedAnew } from './remotes';

const AREA_OF: Record<string, Area> = {
  'remote-company': 'company',
  'remote-ads': 'ads',
  'remote-social': 'social',
  'remote-agents': 'agents',
};

/**
 * Why a part of a screen, such as a dialog, could not be opened; the next try of its file may take longer. Null where
 * the error is not about a file of the console.
 */
export async function reasonOfPart(error: unknown): Promise<PartFailure | null> {
  const file = codeFailureOf(error);
  if (!file) return null;
  const area = AREA_OF[file.owner];
  const failure = await reasonOf(area ?? 'company', file);
  const isGone = failure.kind === 'refused' || failure.kind === 'corrupt';
  const isOld =
    failure.kind === 'console-deployed-anew' ||
    (area !== undefined && isGone && (await isDeployedAnew(area).catch(() => false)));
  askAgain(file);
  if (!isOld) return { reason: failure.message, needsReload: false };
  const what = area ? `The ${AREA_NAMES[area]} area` : 'This console';
  return {
    reason: `${what} was deployed anew while this page was open.`,
    needsReload: true,
  };
}
