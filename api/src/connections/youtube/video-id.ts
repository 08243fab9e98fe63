/** The video that an address shows: two spellings of one video are two posts, and are read once (DECISIONS §13). */
const HOSTS: ReadonlySet<string> = new Set([
  'youtube.com',
  'www.youtube.com',
  'm.youtube.com',
  'music.youtube.com',
  'youtube-nocookie.com',
  'www.youtube-nocookie.com',
]);
const SHORT_HOSTS: ReadonlySet<string> = new Set(['youtu.be', 'www.youtu.be']);
const PATHS = /^\/(?:shorts|live|embed|v)\/([^/]+)\/?$/;
const ID = /^[\w-]{11}$/;

/** The id of the video, of eleven characters; null for any other address. */
export function videoIdOf(address: string): string | null {
  if (!URL.canParse(address)) return null;
  const { protocol, hostname, pathname, searchParams } = new URL(address);
  if (protocol !== 'https:' && protocol !== 'http:') return null;
  let id: string | null | undefined = null;
  if (SHORT_HOSTS.has(hostname)) id = /^\/([^/]+)\/?$/.exec(pathname)?.[1];
  else if (HOSTS.has(hostname)) id = /^\/watch\/?$/.test(pathname) ? searchParams.get('v') : PATHS.exec(pathname)?.[1];
  return id && ID.test(id) ? id : null;
}
