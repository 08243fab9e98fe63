/** The addresses of the services that connections read (DECISIONS §13): constants, unless SOURCE_…_URL names others. */
import { StartError } from './start-error';

/** The address of each source, without a trailing slash; `{name}` in Shopify's stands for the store's name. */
export const SOURCE_ADDRESSES = {
  shopify: 'https://{name}.myshopify.com',
  meta: 'https://graph.facebook.com',
  youtube: 'https://www.googleapis.com',
  klaviyo: 'https://a.klaviyo.com',
} as const;

export type Source = keyof typeof SOURCE_ADDRESSES;
export type SourceAddresses = Readonly<Record<Source, string>>;

const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

/**
 * The address of one source: SOURCE_<SOURCE>_URL, a store's being its name below that. Keys are sent there, so in
 * production it may name this machine alone, else StartError.
 */
export const readSourceAddress = (source: Source, text: string | undefined, production: boolean): string => {
  if (text === undefined) return SOURCE_ADDRESSES[source];
  const name = `SOURCE_${source.toUpperCase()}_URL`;
  const url = URL.canParse(text) ? new URL(text) : null;
  // The value may hold a password, so no message repeats it.
  if (!url || !['http:', 'https:'].includes(url.protocol) || url.username || url.search || url.hash)
    throw new StartError(
      `${name} is no http(s) address: set it to one such as http://127.0.0.1:9000, or leave it out.`,
    );
  if (production && !LOOPBACK.test(url.hostname))
    throw new StartError(
      `${name} names another machine: in production stored keys go to the source itself or to this machine (127.0.0.1) alone. Leave it out.`,
    );
  const address = url.href.replace(/\/+$/, '');
  return source === 'shopify' ? `${address}/{name}` : address;
};
