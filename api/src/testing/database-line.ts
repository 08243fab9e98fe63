import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import type { Connection } from '../database/connection';

/** A TCP address that leads to the database, and the lines that go through it. */
export interface DatabaseLine {
  /** How to reach the database through it. */
  readonly connection: Connection;
  readonly port: number;
  /** Passes nothing on any more on the lines there are; new ones work. */
  fallSilent(): void;
  close(): void;
}

/** Opens an address of this machine, at a free port unless one is given, that passes everything on to a database's server. */
export async function openLine({ connectionString, ...place }: Connection, at = 0): Promise<DatabaseLine> {
  const url = connectionString === undefined ? null : new URL(connectionString);
  const { host = '', port } = url ? { host: url.hostname, port: url.port || 5432 } : place;
  const lines: Socket[] = [];
  const between = createServer((line) => {
    const server = host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(Number(port), host);
    for (const socket of [line, server]) lines.push(socket.on('error', () => undefined));
    line.pipe(server).pipe(line);
  });
  await new Promise<void>((resolve) => between.listen(at, '127.0.0.1', resolve));
  const here = { host: '127.0.0.1', port: (between.address() as AddressInfo).port };
  if (url) url.host = `${here.host}:${here.port}`;
  return {
    connection: url ? { connectionString: url.href } : { ...place, ...here },
    port: here.port,
    fallSilent: () => lines.forEach((line) => line.unpipe().pause()),
    close() {
      for (const line of lines) line.destroy();
      between.close();
    },
  };
}
