/** Small pictures of a source: which addresses are its own, and the one call that takes one (DECISIONS §13). */
import { SOURCE_ADDRESSES } from '../start/source-addresses';
import type { TakenPicture } from '../pictures/pictures.queries';
import { PICTURE_HOSTS } from './source';

const MOST_BYTES = 30 * 1024;
const TIME_MS = 5000;

/** The types that are kept, by their first bytes. */
const TYPES: Readonly<Record<string, (beginning: string) => boolean>> = {
  'image/png': (beginning) => beginning.startsWith('\x89PNG\r\n\x1a\n'),
  'image/jpeg': (beginning) => beginning.startsWith('\xff\xd8\xff'),
  'image/gif': (beginning) => /^GIF8[79]a/.test(beginning),
  'image/webp': (beginning) => /^RIFF[^]{4}WEBP/.test(beginning),
};

/**
 * The address where it is https on one of the source's own hosts for pictures, without port and name; else null.
 *
 * @param from the source's own address: where SOURCE_…_URL names another, its pictures lie there too
 */
export function pictureOn(source: keyof typeof PICTURE_HOSTS, address: unknown, from: string): string | null {
  if (typeof address !== 'string' || !URL.canParse(address)) return null;
  const { protocol, hostname, origin, port, username, password, href } = new URL(address);
  if (username || password) return null;
  if (from !== SOURCE_ADDRESSES[source]) return origin === new URL(from).origin ? href : null;
  const isTheirs = PICTURE_HOSTS[source].some((host) =>
    host.startsWith('.') ? hostname.endsWith(host) : hostname === host,
  );
  return protocol === 'https:' && isTheirs && !port ? href : null;
}

/**
 * Takes a picture, without a credential and without following anything. Null where what lies there is larger than 30 kB, or
 * neither PNG, JPEG, WebP nor GIF.
 *
 * @throws where there was no answer, or one that another day may be different
 */
export async function takePicture(url: string, signal: AbortSignal): Promise<TakenPicture> {
  const response = await fetch(url, {
    redirect: 'manual',
    signal: AbortSignal.any([signal, AbortSignal.timeout(TIME_MS)]),
  });
  if (response.status !== 200) {
    await response.body?.cancel();
    throw new Error(`A picture was answered with ${response.status}`);
  }
  const chunks: Uint8Array[] = [];
  let length = 0;
  // Leaving the loop cancels the rest.
  for await (const chunk of response.body ?? []) {
    length += chunk.byteLength;
    if (length > MOST_BYTES) return null;
    chunks.push(chunk);
  }
  const bytes = Buffer.concat(chunks);
  const beginning = bytes.subarray(0, 16).toString('latin1');
  const type = Object.keys(TYPES).find((name) => TYPES[name]!(beginning));
  return type === undefined ? null : { type, bytes };
}
