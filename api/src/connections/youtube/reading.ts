/**
 * Reading a company's posts on YouTube (DECISIONS §13): 50 videos a call, each once however many posts show it; a page is
 * stored before the next is asked for, so that a quota which ends goes on there the next day.
 */
import type { IngestedPost } from 'contract/ingest/ingest';
import { MAX_FINDINGS } from 'contract/company/connections';
import type { EndedRecord, Outcome, Reading } from '../../records/from-source';
import {
  endPosts,
  MISSING,
  unreadPosts,
  writePosts,
  youtubePosts,
  type ReadPost,
} from '../../social/posts-from-youtube.queries';
import { nameProfiles, unnamedProfiles } from '../../social/profiles-from-youtube.queries';
import type { Asking, ConnectedSource, Finding, ReadContext } from '../reading';
import { SOURCE_NAMES, type YoutubeClient, type YoutubeVideo } from '../source';
import { MAX_IDS, youtubeClient } from './client';
import { videoIdOf } from './video-id';

/** The most profiles that a run looks up: each is a call. */
const MAX_PROFILES = 50;

export const youtubeSource: ConnectedSource = {
  test: (options, signal) => youtubeClient(options).test(signal),
  read,
  added: unreadPosts,
};

/** A video and the posts that show it, in ascending order. */
interface Shown {
  readonly id: string;
  readonly posts: ReadPost[];
}

async function read(context: ReadContext): Promise<void | Asking> {
  const { connection, run, ask, look, store } = context;
  const client = youtubeClient(context);
  const reading: Reading = {
    companyId: connection.companyId,
    source: SOURCE_NAMES.youtube,
    observedAt: run.observedAt,
    mayEndMany: run.mayEndMany,
  };
  const posts = await look((db) => youtubePosts(db, connection.companyId, run.only));
  const others = posts.filter(({ url }) => videoIdOf(url) === null);
  const videos = videosOf(posts);
  const isFirst = run.checkpoint === null;
  if (run.isPreview) return preview(context, client, videos, others);
  if (isFirst && others.length)
    await store(async (transaction) => {
      await writePosts(transaction, reading, others, []);
      return {
        read: others.length,
        failed: others.length,
        checkpoint: '0',
        findings: others.slice(0, MAX_FINDINGS).map(noVideo),
      };
    });

  // Posts are never renumbered, and what was added meanwhile comes last.
  const left = videos.filter((video) => placeOf(video) > Number(run.checkpoint ?? 0));
  for (let at = 0; at < left.length; at += MAX_IDS) {
    const page = left.slice(at, at + MAX_IDS);
    const { found } = await ask((signal) =>
      client.videos(
        page.map(({ id }) => id),
        signal,
      ),
    );
    const asked = page.flatMap((video) => video.posts);
    const records = page.flatMap(({ id, posts: same }) => {
      const video = found.get(id);
      return video ? same.map(({ url }) => recordOf(url, video)) : [];
    });
    await store(async (transaction) => ({
      ...countsOf(await writePosts(transaction, reading, asked, records)),
      checkpoint: String(placeOf(page.at(-1)!)),
    }));
    await context.pictures(
      'social_media_post',
      page.flatMap(({ id, posts: same }) =>
        same.map(({ url }) => ({ key: url, url: found.get(id)?.pictureUrl ?? null })),
      ),
    );
  }
  if (run.only) return;
  await readProfiles(context, client);
  let heldBack = 0;
  await store(async (transaction) => {
    const ended = await endPosts(
      transaction,
      reading,
      videos.flatMap((video) => video.posts),
    );
    heldBack = ended.heldBack;
    return { gone: ended.gone, findings: ended.records.map(goneFinding) };
  });
  if (heldBack)
    return { asking: `YouTube does not show ${heldBack} posts any more: they would be in error.`, gone: heldBack };
}

/** The videos of posts in the order of their first post. */
function videosOf(posts: readonly ReadPost[]): Shown[] {
  const videos = new Map<string, Shown>();
  for (const post of posts) {
    const id = videoIdOf(post.url);
    if (id === null) continue;
    const video = videos.get(id) ?? { id, posts: [] };
    video.posts.push(post);
    videos.set(id, video);
  }
  return [...videos.values()];
}

const placeOf = ({ posts }: Shown): number => posts[0]!.id;

async function preview(
  { ask, count, report }: ReadContext,
  client: YoutubeClient,
  videos: readonly Shown[],
  others: readonly ReadPost[],
) {
  const failed = others.length;
  let [changed, gone] = [0, 0];
  await report(others.slice(0, MAX_FINDINGS).map(noVideo));
  await count({ read: failed, failed });
  for (let at = 0; at < videos.length; at += MAX_IDS) {
    const page = videos.slice(at, at + MAX_IDS);
    const { found } = await ask((signal) =>
      client.videos(
        page.map(({ id }) => id),
        signal,
      ),
    );
    const missing = page.flatMap(({ id, posts }) => (found.has(id) ? [] : posts));
    gone += missing.length;
    changed += page.flatMap(({ posts }) => posts).length - missing.length;
    await count({ read: failed + changed, failed, changed, gone });
    await report(missing.map(({ url }) => goneFinding({ key: url, label: url })));
  }
}

async function readProfiles({ ask, look, store, connection }: ReadContext, client: YoutubeClient): Promise<void> {
  const profiles = await look((db) => unnamedProfiles(db, connection.companyId, MAX_PROFILES));
  if (!profiles.length) return;
  const handleOf = (username: string) => `@${username.replace(/^@/, '')}`;
  const { found } = await ask((signal) =>
    client.channels([...new Set(profiles.map((profile) => handleOf(profile.platform_username)))], signal),
  );
  const named = profiles.flatMap(({ id, platform_username }) => {
    const channel = found.get(handleOf(platform_username));
    return channel ? [{ id, platform_identifier: channel.id }] : [];
  });
  await store(async (transaction) => {
    await nameProfiles(transaction, named);
    return {};
  });
}

const goneFinding = ({ key, label }: EndedRecord): Finding => ({
  kind: 'gone',
  key,
  label,
  message: MISSING,
  candidates: [],
});

const noVideo = ({ url }: ReadPost): Finding => ({
  kind: 'failed',
  key: url,
  label: url,
  candidates: [],
  message: 'This address shows no video of YouTube',
});

const cut = (text: string, length: number): string => [...text].slice(0, length).join('').trim();

const recordOf = (url: string, { author, title, views }: YoutubeVideo): IngestedPost => ({
  url,
  cached_author_username: cut(author, 255) || null,
  cached_caption: cut(title, 10_000) || null,
  cached_play_count: views,
});

function countsOf(outcomes: readonly Outcome[]) {
  const changed = outcomes.filter((one) => one === 'updated').length;
  const failed = outcomes.filter((one) => typeof one === 'object').length;
  return { read: outcomes.length, changed, failed, unchanged: outcomes.length - changed - failed };
}
