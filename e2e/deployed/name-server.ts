import { createSocket } from 'node:dgram';
import type { AddressInfo } from 'node:net';

/**
 * A name server such as Docker's: it knows the given names' IPv4 addresses, several where a service was scaled, and
 * answers NXDOMAIN for every other. Resolves with its `host:port`.
 */
export async function startNameServer(names: Record<string, string[]>) {
  const socket = createSocket('udp4');
  socket.on('message', (query, { port, address }) => socket.send(reply(query, names), port, address));
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
  return {
    address: `127.0.0.1:${(socket.address() as AddressInfo).port}`,
    stop: () => new Promise<void>((resolve) => socket.close(() => resolve())),
  };
}

const HEADER = 12;
const A_RECORD = 1;
const NO_SUCH_NAME = 3;

/** RFC 1035 §4.1, for one question. */
function reply(query: Buffer, names: Record<string, string[]>): Buffer {
  const labels: string[] = [];
  let at = HEADER;
  for (let length = query.readUInt8(at); length > 0; length = query.readUInt8(at)) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  const question = query.subarray(HEADER, at + 5);
  const known = names[labels.join('.')];
  const addresses = known && query.readUInt16BE(at + 1) === A_RECORD ? known : [];
  const header = Buffer.alloc(HEADER);
  query.copy(header, 0, 0, 2);
  header.writeUInt16BE(0x8180 | (known ? 0 : NO_SUCH_NAME), 2);
  header.writeUInt16BE(1, 4);
  header.writeUInt16BE(addresses.length, 6);
  const records = addresses.map((address) =>
    // The question's name, its type and class, five seconds, four bytes.
    Buffer.from([0xc0, HEADER, 0, A_RECORD, 0, 1, 0, 0, 0, 5, 0, 4, ...address.split('.').map(Number)]),
  );
  return Buffer.concat([header, question, ...records]);
}
