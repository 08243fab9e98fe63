/** YouTube's Data API (DECISIONS §13): videos and channels by name, for one key and one run. */
import { callSource } from '../http-call';
import { listAt, textAt, valueAt } from '../json';
import {
  SourceFault,
  type ClientOptions,
  type Found,
  type YoutubeChannel,
  type YoutubeClient,
  type YoutubeVideo,
} from '../source';
import { faultOf } from './errors';

/** The most ids of a call. */
export const MAX_IDS = 50;

/** The names of parts and fields, as `@googleapis/youtube` 35.0.0 has them. */
export const REQUESTS = {
  videos: {
    part: 'snippet,statistics',
    fields: 'items(id,snippet(title,channelId,channelTitle,thumbnails(default(url))),statistics(viewCount))',
  },
  channels: {
    part: 'snippet,statistics',
    fields:
      'items(id,snippet(title,customUrl,thumbnails(default(url))),statistics(subscriberCount,hiddenSubscriberCount))',
  },
} as const;

/** A video that is there; a test asks for its id alone. */
const TEST_ID = 'jNQXAC9IVRw';

/** Makes the client of one key for one run. */
export function youtubeClient({ address, secret, now, limits }: ClientOptions): YoutubeClient {
  const secrets = [secret.secret];

  async function ask(path: string, parameters: Readonly<Record<string, string>>, signal: AbortSignal) {
    const url = `${address}/youtube/v3/${path}?${new URLSearchParams(parameters)}`;
    // In a header: errors and logs repeat addresses.
    const headers = { 'x-goog-api-key': secret.secret };
    const answer = await callSource({ source: 'youtube', url, headers }, signal, limits);
    const fault = faultOf(answer, secrets, now());
    if (fault) throw fault;
    if (answer.json === null || typeof answer.json !== 'object') throw invalid();
    return listAt(answer.json, 'items');
  }

  async function channelsById(ids: readonly string[], signal: AbortSignal): Promise<Map<string, YoutubeChannel>> {
    const items = ids.length
      ? await ask('channels', { ...REQUESTS.channels, id: ids.join(), maxResults: '50' }, signal)
      : [];
    return new Map(items.map((item) => channelOf(item)).map((channel) => [channel.id, channel]));
  }

  async function channelByHandle(handle: string, signal: AbortSignal): Promise<YoutubeChannel | null> {
    try {
      const [item] = await ask('channels', { ...REQUESTS.channels, forHandle: handle }, signal);
      return item === undefined ? null : channelOf(item);
    } catch (error) {
      if (error instanceof SourceFault && error.code === 'not_found') return null;
      throw error;
    }
  }

  return {
    async test(signal) {
      await ask('videos', { part: 'id', id: TEST_ID }, signal);
      return { name: null, externalId: null, currency: null, zone: null, expiresAt: null, problems: [], notes: [] };
    },

    async videos(ids, signal) {
      requireFew(ids);
      const items = ids.length
        ? await ask('videos', { ...REQUESTS.videos, id: ids.join(), maxResults: '50' }, signal)
        : [];
      const channels = await channelsById(
        [...new Set(items.flatMap((item) => textAt(item, 'snippet', 'channelId') ?? []))],
        signal,
      );
      const found = new Map(items.map((item) => videoOf(item, channels)).map((video) => [video.id, video]));
      return foundOf(ids, found);
    },

    async channels(names, signal) {
      requireFew(names);
      const found = await channelsById(
        names.filter((name) => !name.startsWith('@')),
        signal,
      );
      for (const handle of names.filter((name) => name.startsWith('@'))) {
        const channel = await channelByHandle(handle, signal);
        if (channel) found.set(handle, channel);
      }
      return foundOf(names, found);
    },
  };
}

const requireFew = (names: readonly string[]) => {
  if (names.length > MAX_IDS) throw new RangeError(`At most ${MAX_IDS} names a call`);
};

/** Those that are private, deleted or wrong are absent from an answer, in whose order nothing lies. */
const foundOf = <Row>(names: readonly string[], rows: ReadonlyMap<string, Row>): Found<Row> => ({
  found: new Map(names.flatMap((name) => (rows.has(name) ? [[name, rows.get(name)!]] : []))),
  missing: [...new Set(names)].filter((name) => !rows.has(name)),
});

const invalid = () => new SourceFault('again', 'invalid_response', 'YouTube answered with what is no answer');

/** A count comes as text, and is absent where it is hidden. */
function countOf(text: string | null): number | null {
  if (text === null) return null;
  const count = /^\d+$/.test(text) ? Number(text) : NaN;
  if (!Number.isSafeInteger(count)) throw invalid();
  return count;
}

function videoOf(item: unknown, channels: ReadonlyMap<string, YoutubeChannel>): YoutubeVideo {
  const [id, title] = [textAt(item, 'id'), textAt(item, 'snippet', 'title')];
  if (id === null || title === null) throw invalid();
  const channel = channels.get(textAt(item, 'snippet', 'channelId') ?? '');
  return {
    id,
    title,
    author: channel?.handle ?? textAt(item, 'snippet', 'channelTitle') ?? '',
    views: countOf(textAt(item, 'statistics', 'viewCount')),
    pictureUrl: pictureOf(item),
  };
}

function channelOf(item: unknown): YoutubeChannel {
  const [id, title] = [textAt(item, 'id'), textAt(item, 'snippet', 'title')];
  if (id === null || title === null) throw invalid();
  const isHidden = valueAt(item, 'statistics', 'hiddenSubscriberCount') === true;
  const handle = textAt(item, 'snippet', 'customUrl');
  return {
    id,
    title,
    // An address of the older kind is no handle.
    handle: handle?.startsWith('@') ? handle : null,
    subscribers: isHidden ? null : countOf(textAt(item, 'statistics', 'subscriberCount')),
    pictureUrl: pictureOf(item),
  };
}

const pictureOf = (item: unknown) => textAt(item, 'snippet', 'thumbnails', 'default', 'url');
