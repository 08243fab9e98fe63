/** Whom a limit counts (DECISIONS §3): one form for each address, however it is written. */
import { isIPv4, isIPv6, SocketAddress } from 'node:net';

/** The additions to a written address: a port, brackets, the interface that it came in by. */
const WRITTEN = [/^\[([^\]]*)\](?::\d+)?$/, /^([\d.]+):\d+$/, /^([^%]*)%.*$/];
/** IPv4 within IPv6: mapped (RFC 4291) or translated (RFC 6052). */
const CARRIED = /^(?:::ffff:|64:ff9b::)([\d.]+|[\da-f]{1,4}:[\da-f]{1,4})$/;

/**
 * An IPv4 address as it is, also where IPv6 carries it; of IPv6 the first 64 bits, for whoever has one address there has
 * all of them. What is no address is `unknown`.
 *
 * @param written as a proxy wrote it
 */
export function networkOf(written: string): string {
  const bare = WRITTEN.reduce((text, form) => text.replace(form, '$1'), written.trim());
  if (isIPv4(bare)) return bare;
  if (!isIPv6(bare)) return 'unknown';
  const { address } = new SocketAddress({ address: bare, family: 'ipv6' });
  const carried = CARRIED.exec(address)?.[1];
  if (carried !== undefined) return carried.includes('.') ? carried : dotted(carried);
  const [before = '', after] = address.split('::');
  const parts = before === '' ? [] : before.split(':');
  const missing = after === undefined ? 0 : 8 - parts.length - after.split(':').filter(Boolean).length;
  return `${[...parts, ...Array<string>(missing).fill('0'), ...(after ?? '').split(':')].slice(0, 4).join(':')}::/64`;
}

const dotted = (pair: string): string =>
  pair
    .split(':')
    .map((part) => Number.parseInt(part, 16))
    .flatMap((value) => [value >> 8, value & 255])
    .join('.');
