import type { Area } from 'contract/console-config';
import type { CodeFailure } from '../loading/site-code';
import { wordsOf, type Unmet } from './requirements';

/** What an area is called where a person reads it. */
export const AREA_NAMES: Record<Area, string> = {
  company: 'Company',
  ads: 'Advertising',
  social: 'Social Media',
  agents: 'Agents',
};

const REASONS = {
  'not-deployed': () => 'This area is not deployed.',
  unlisted: () => 'The list of areas could not be read.',
  unreachable: ({ server }: Facts) => `${server} could not be reached.`,
  refused: ({ server, status }: Facts) => `${server} answered with an error${status ? ` (${status})` : ''}.`,
  silent: ({ server, seconds }: Facts) => `${server} did not answer within ${seconds} seconds.`,
  corrupt: ({ server }: Facts) =>
    `What ${server.replace('Its', 'its').replace('The', 'the')} sent is not a part of this console.`,
  foreign: () => 'It wants to load code from a server that this console does not trust.',
  moved: () => 'It was moved to another server while this page was open.',
  'other-platform': ({ unmet }: Facts) =>
    `It was built for another version of this console.${unmet ? ` ${wordsOf(unmet)}` : ''}`,
  broken: () => 'It stopped working because of a fault of its own.',
  'deployed-anew': () => 'It was deployed anew while this page was open.',
  'console-deployed-anew': () => 'This console was deployed anew while this page was open.',
} as const;

export type FailureKind = keyof typeof REASONS;

interface Facts {
  /** How the sentence begins. */
  server: string;
  seconds: number;
  status?: number | undefined;
  unmet?: Unmet | undefined;
}

/** What a remote's manifest says of its release. */
export interface Release {
  /** The remote's own version and what was built, as far as it says them. */
  version: string | undefined;
  build: string | undefined;
  /** Version ranges of what the remote needs, by name. */
  requires: Readonly<Record<string, string>>;
}

/** What is known of a failure beside its kind. */
export interface FailureDetails {
  cause?: unknown;
  /** The limit that was passed, in milliseconds. */
  limit?: number;
  /** The HTTP status that was answered. */
  status?: number;
  /** The file that failed, where it was one. */
  file?: CodeFailure;
  /** What it needs and this console has not. */
  unmet?: Unmet;
  /** The release that was refused, where its manifest could be read. */
  release?: Release;
}

/** Why an area could not be shown, in plain words; what was thrown is the `cause` and never in the words. */
export class RemoteFailure extends Error {
  override readonly name = 'RemoteFailure';
  readonly file: CodeFailure | undefined;
  readonly status: number | undefined;
  readonly release: Release | undefined;

  constructor(
    readonly area: Area,
    readonly kind: FailureKind,
    { cause, limit = 5000, status, file, unmet, release }: FailureDetails = {},
  ) {
    const server = file?.owner === 'host' ? 'The server of the console' : 'Its server';
    super(REASONS[kind]({ server, seconds: Math.round(limit / 1000), status, unmet }), { cause });
    this.file = file;
    this.status = status;
    this.release = release;
  }
}

/** Whether only loading the page anew can help: what it began with cannot be mended in it. */
export const needsReload = ({ kind }: RemoteFailure) =>
  kind === 'moved' || kind === 'deployed-anew' || kind === 'console-deployed-anew';
