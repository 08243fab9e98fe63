/** Addresses of pictures, as a source's client hands them on. */
import { PICTURE_HOSTS } from './source';

/** The address where it is https on one of the source's own hosts for pictures, without port and name; else null. */
export function pictureOn(source: keyof typeof PICTURE_HOSTS, address: unknown): string | null {
  if (typeof address !== 'string' || !URL.canParse(address)) return null;
  const { protocol, hostname, port, username, password, href } = new URL(address);
  const isTheirs = PICTURE_HOSTS[source].some((host) =>
    host.startsWith('.') ? hostname.endsWith(host) : hostname === host,
  );
  return protocol === 'https:' && isTheirs && !port && !username && !password ? href : null;
}
