import { createHash } from 'node:crypto';
import { chown, lstat, mkdir, realpath } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import path from 'node:path';
import { StartError } from '../start/start-error';
import type { Account } from './account';

/** The port's number is only a part of the socket's name: nothing listens on the network. */
export const SOCKET_PORT = 5432;
const ATTEMPTS = 10;

/**
 * The folder of the server's socket, made when missing: short, because a socket's path is limited to
 * about 100 characters, the same for every process on the data folder, and closed to everybody else.
 * Throws StartError when somebody else made it.
 */
export const socketFolder = async (dataDir: string, { uid, gid }: Account): Promise<string> => {
  const name = createHash('sha256')
    .update(await realpath(dataDir))
    .digest('hex')
    .slice(0, 16);
  const folder = path.join('/tmp', `console-${uid}-${name}`);
  let code: string | undefined;
  // Whoever stops a server takes its socket's folder away: maybe just after we made or found it.
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    try {
      await mkdir(folder, { mode: 0o700 });
      if (process.getuid?.() === 0) await chown(folder, uid, gid);
      return folder;
    } catch (error) {
      ({ code } = error as NodeJS.ErrnoException);
    }
    if (code === 'EEXIST' && (await isOwnFolder(folder, uid))) return folder;
    if (code !== 'EEXIST' && code !== 'ENOENT') break;
  }
  throw new StartError(`The folder ${folder} for the database's socket cannot be made (${code}).`);
};

// In /tmp anybody may have made the folder first, to listen in our place. False when it is gone again.
const isOwnFolder = async (folder: string, uid: number): Promise<boolean> => {
  const seen = await lstat(folder).catch(() => null);
  if (!seen) return false;
  // Another process of ours may stand between making the folder and giving it away.
  const isOurs = seen.uid === uid || seen.uid === process.getuid?.();
  if (seen.isDirectory() && isOurs && (seen.mode & 0o077) === 0) return true;
  throw new StartError(`${folder} belongs to somebody else or is open to others: remove it and start again.`);
};

const PROBE_TIMEOUT_MS = 1000;

/**
 * Sends a start-up packet; resolves to the open connection once the server has let it in, `not-yet`
 * while it starts, recovers or shuts down, and `nobody` when nothing listens. An accepting socket, an
 * SSL reply and pg_ctl's status each said yes too early after a crash; the authentication's `R` never does.
 */
export const probe = (folder: string): Promise<Socket | 'not-yet' | 'nobody'> =>
  new Promise((resolve) => {
    const socket = connect(path.join(folder, `.s.PGSQL.${SOCKET_PORT}`));
    let hasReplied = false;
    const giveUp = () => {
      socket.destroy();
      resolve(hasReplied ? 'not-yet' : 'nobody');
    };
    socket.setTimeout(PROBE_TIMEOUT_MS, giveUp);
    socket.on('error', giveUp);
    socket.once('close', giveUp);
    socket.once('connect', () => socket.write(startUpPacket()));
    socket.once('data', (reply) => {
      hasReplied = true;
      if (reply[0] !== 'R'.charCodeAt(0)) return giveUp();
      socket.setTimeout(0);
      socket.off('close', giveUp);
      socket.resume();
      resolve(socket);
    });
  });

/** Closes the connection in order, so that the server logs no lost one. */
export const sayGoodbye = (socket: Socket): void => {
  socket.end(Buffer.from([0x58, 0, 0, 0, 4]));
};

const startUpPacket = (): Buffer => {
  const settings = Buffer.from('user\0postgres\0database\0postgres\0application_name\0console watch\0\0');
  const packet = Buffer.alloc(8 + settings.length);
  packet.writeInt32BE(packet.length, 0);
  packet.writeInt32BE(3 << 16, 4);
  settings.copy(packet, 8);
  return packet;
};
