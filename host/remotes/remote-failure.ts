import type { Area } from 'api/contract/console-config';

/** What an area is called where a person reads it. */
export const AREA_NAMES: Record<Area, string> = {
  company: 'Company',
  ads: 'Advertising',
  social: 'Social Media',
  agents: 'Agents',
};

const REASONS = {
  'not-deployed': 'This area is not deployed.',
  unlisted: 'The list of areas could not be read when this page was opened.',
  unreachable: 'Its server could not be reached.',
  refused: 'Its server answered with an error.',
  silent: 'Its server did not answer within 5 seconds.',
  corrupt: 'What its server sent is not a part of this console.',
  foreign: 'It wants to load code from a server that this console does not trust.',
  'other-platform': 'It was built for another version of this console.',
  broken: 'It stopped working.',
  outdated: 'It was deployed anew while this page was open.',
} as const;

export type FailureKind = keyof typeof REASONS;

/** Why an area could not be shown, in plain words; `cause` keeps what was thrown. */
export class RemoteFailure extends Error {
  override readonly name = 'RemoteFailure';

  constructor(
    readonly area: Area,
    readonly kind: FailureKind,
    cause?: unknown,
  ) {
    super(kind === 'broken' && cause instanceof Error ? `It stopped working: ${cause.message}.` : REASONS[kind], {
      cause,
    });
  }
}

/** Any error that came out of an area, as a failure with a sentence: a screen that threw says what it threw. */
export function asRemoteFailure(area: Area, error: unknown): RemoteFailure {
  if (error instanceof RemoteFailure) return error;
  return new RemoteFailure(area, 'broken', error);
}
