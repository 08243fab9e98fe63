import type { Area } from 'contract/console-config';
import type { CodeFailure } from '../loading/site-code';
import { wordsOf, type Unmet } from './requirements';

/** Name of an area where a person reads it. */
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
  timeout: ({ server, seconds }: Facts) => `${server} did not answer within ${seconds} seconds.`,
  corrupt: ({ server }: Facts) =>
    `What ${server.replace('Its', 'its').replace('The', 'the')} sent is not a part of this console.`,
  foreign: () => 'It wants to load code from a server that this console does not trust.',
  moved: () => 'It was moved to another server while this page was open.',
  'other-platform': ({ unmet }: Facts) =>
    `It was built for another version of this console.${unmet ? ` ${wordsOf(unmet)}` : ''}`,
  broken: ({ isHosts }: Facts) =>
    isHosts
      ? 'A part of the console itself stopped working because of a fault of its own.'
      : 'It stopped working because of a fault of its own.',
  'deployed-anew': () => 'It was deployed anew while this page was open.',
  'console-deployed-anew': () => 'This console was deployed anew while this page was open.',
} as const;

export type FailureKind = keyof typeof REASONS;

interface Facts {
  /** How the sentence begins. */
  server: string;
  /** Whether it is the console's own part that failed. */
  isHosts: boolean;
  seconds: number;
  status?: number | undefined;
  unmet?: Unmet | undefined;
}

/** Release of a remote, from its manifest. */
export interface Release {
  /** The remote's own version and what was built, as far as it says them. */
  version: string | undefined;
  build: string | undefined;
  /** Version ranges of what the remote needs, by name. */
  requires: Readonly<Record<string, string>>;
}

/** Details of a failure beside its kind. */
export interface FailureDetails {
  cause?: unknown;
  /** The limit that was passed, in milliseconds. */
  limit?: number;
  /** The HTTP status that was answered. */
  status?: number;
  /** The file that failed, where it was one. */
  file?: CodeFailure;
  /** Whether the console's own code failed and not the area's; that of a `file` says it by itself. */
  isHosts?: boolean;
  /** Requirements that this console lacks. */
  unmet?: Unmet;
  /** The release that was refused, where its manifest could be read. */
  release?: Release;
}

/** Why an area could not be shown, in plain words; what was thrown is the `cause` and never in the words. */
export class RemoteFailure extends Error {
  override readonly name = 'RemoteFailure';
  readonly file: CodeFailure | undefined;
  /** Whose fault it is. */
  readonly owner: Area | 'host';
  readonly status: number | undefined;
  readonly release: Release | undefined;

  constructor(
    readonly area: Area,
    readonly kind: FailureKind,
    { cause, limit = 5000, status, file, isHosts = file?.owner === 'host', unmet, release }: FailureDetails = {},
  ) {
    const server = isHosts ? 'The server of the console' : 'Its server';
    super(REASONS[kind]({ server, isHosts, seconds: Math.round(limit / 1000), status, unmet }), { cause });
    this.file = file;
    this.owner = isHosts ? 'host' : area;
    this.status = status;
    this.release = release;
  }
}

/** Whether only a reload can help: the code that the page started with cannot be replaced in it. */
export const needsReload = ({ kind }: RemoteFailure) =>
  kind === 'moved' || kind === 'deployed-anew' || kind === 'console-deployed-anew';
