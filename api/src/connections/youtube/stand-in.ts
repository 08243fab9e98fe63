/**
 * A server on this machine that plays YouTube's Data API as far as the console asks it: videos and channels by name, keys,
 * the quota of a day. It counts and refuses as YouTube does.
 */
import { startStandIn, type StandInServer } from '../stand-in';

export interface StandInVideo {
  title: string;
  readonly channel: string;
  /** Absent: hidden. */
  views?: string;
  readonly pictureUrl?: string;
}

export interface StandInChannel {
  readonly title: string;
  readonly handle?: string;
  /** Absent: hidden. */
  readonly subscribers?: string;
}

export interface YoutubeStandIn extends StandInServer {
  readonly videos: Map<string, StandInVideo>;
  readonly channels: Map<string, StandInChannel>;
  readonly keys: Set<string>;
  /** How many calls are left today. */
  quota: number;
}

/** Names as `@googleapis/youtube` 35.0.0 has them. */
const KNOWN = ['part', 'fields', 'id', 'maxResults', 'forHandle'];

const problem = (code: number, reason: string, message: string) => ({
  error: { code, message, errors: [{ message, domain: 'youtube', reason }] },
});

/** Starts it, without videos, channels and keys. */
export async function startYoutubeStandIn(): Promise<YoutubeStandIn> {
  const [videos, channels] = [new Map<string, StandInVideo>(), new Map<string, StandInChannel>()];
  const keys = new Set<string>();
  const state = { quota: Infinity };
  const picture = (url = 'https://i.ytimg.com/vi/x/default.jpg') => ({ thumbnails: { default: { url } } });
  const video = (id: string) => {
    const found = videos.get(id);
    if (!found) return [];
    const { title, channel, views, pictureUrl } = found;
    const snippet = { title, channelId: channel, channelTitle: channels.get(channel)?.title, ...picture(pictureUrl) };
    return [{ id, snippet, statistics: { ...(views !== undefined && { viewCount: views }) } }];
  };
  const channel = (id: string) => {
    const found = channels.get(id);
    if (!found) return [];
    const { title, handle, subscribers } = found;
    const statistics = subscribers === undefined ? { hiddenSubscriberCount: true } : { subscriberCount: subscribers };
    return [{ id, snippet: { title, ...(handle && { customUrl: handle }), ...picture() }, statistics }];
  };
  const server = await startStandIn((app) =>
    app.get('/youtube/v3/:kind', async (request, reply) => {
      const key = String(request.headers['x-goog-api-key'] ?? '');
      const { kind } = request.params as { kind: string };
      const query = request.query as Readonly<Record<string, string>>;
      const unknown = Object.keys(query).find((name) => !KNOWN.includes(name));
      if (!keys.has(key))
        return reply.code(400).send({
          error: {
            ...problem(400, 'badRequest', 'API key not valid. Please pass a valid API key.').error,
            details: [{ '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason: 'API_KEY_INVALID' }],
          },
        });
      if (state.quota < 1)
        return reply
          .code(403)
          .send(problem(403, 'quotaExceeded', 'You have exceeded your <a href="/quota">quota</a>.'));
      state.quota -= 1;
      const ids = (query.id ?? '').split(',').filter(Boolean);
      if (unknown || !query.part || ids.length > 50 || !['videos', 'channels'].includes(kind))
        return reply.code(400).send(problem(400, 'unexpectedParameter', `${unknown} or too many ids`));
      if (kind === 'videos') return reply.send({ items: ids.flatMap(video).reverse() });
      const { forHandle } = query;
      if (forHandle === undefined) return reply.send({ items: ids.flatMap(channel).reverse() });
      const [byHandle] =
        [...channels].find(([, { handle }]) => handle?.toLowerCase() === forHandle.toLowerCase()) ?? [];
      // Without any the list is absent.
      return reply.send(byHandle === undefined ? {} : { items: channel(byHandle) });
    }),
  );
  return Object.assign(state, server, { videos, channels, keys });
}
