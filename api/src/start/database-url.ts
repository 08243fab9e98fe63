/** DATABASE_URL: the address of one server, or of several of which one takes writes. */
import { StartError } from './start-error';

const PARTS = /^(postgres(?:ql)?:\/\/)([^/?#]*@)?([^/?#]*)(.*)$/is;
const WRITES = ['read-write', 'primary'];

/**
 * The address of each server that a DATABASE_URL names, in its order; each is a URL that the driver reads.
 * `isChosen` is true where the one that takes writes has to be found: there are several, or target_session_attrs says so.
 */
export const serversOf = (databaseUrl: string): { urls: string[]; isChosen: boolean } => {
  const [, scheme = '', user = '', hosts = '', rest = ''] = PARTS.exec(databaseUrl) ?? [];
  const urls = hosts.split(',').map((host) => scheme + user + host + rest);
  return { urls, isChosen: urls.length > 1 || new URL(urls[0] ?? '').searchParams.has('target_session_attrs') };
};

/** DATABASE_URL with its password; null for the embedded database. Throws StartError; no message repeats the password. */
export const readDatabaseUrl = (text: string | undefined, password: string | undefined): string | null => {
  if (text === undefined) {
    if (password === undefined) return null;
    throw new StartError(
      'DATABASE_PASSWORD is set without DATABASE_URL: set DATABASE_URL to the address of its server, or leave both out for the embedded database.',
    );
  }
  const [, scheme = '', user, hosts = '', rest = ''] = PARTS.exec(text) ?? [];
  const names = hosts.split(',');
  if (scheme === '' || !names.every((host) => URL.canParse(scheme + (user ?? '') + host + rest)))
    throw new StartError(
      'DATABASE_URL is no PostgreSQL address: set it to postgresql://user:password@host:5432/database (several servers: host:5432,host:5432), or leave it out for the embedded database.',
    );
  const url = new URL(scheme + (user ?? '') + (names[0] ?? '') + rest);
  if (names.length > 1 && names.includes(''))
    throw new StartError('DATABASE_URL names several servers, one of them without a host: write host:port,host:port.');
  if (/,/.test((url.searchParams.get('host') ?? '') + (url.searchParams.get('port') ?? '')))
    throw new StartError(
      "DATABASE_URL names several servers behind its '?': write them before the database's name, as host:port,host:port.",
    );
  const wanted = url.searchParams.get('target_session_attrs');
  if (wanted !== null && !WRITES.includes(wanted))
    throw new StartError(
      `DATABASE_URL has target_session_attrs=${wanted}, but the console writes: set it to ${WRITES.join(' or ')}, or leave it out.`,
    );
  if (password === undefined) return text;
  if (url.password !== '')
    throw new StartError('DATABASE_PASSWORD is set and DATABASE_URL holds a password too: leave one of them out.');
  return `${scheme}${url.username}:${encodeURIComponent(password)}@${hosts}${rest}`;
};
