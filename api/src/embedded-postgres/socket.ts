import { createHash } from 'node:crypto';
import { chown, lstat, mkdir, realpath } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import path from 'node:path';
import { StartError } from '../start/start-error';
import type { Account } from './account';

/** The port's number is only a part of the socket's name: nothing listens on the network. */
export const SOCKET_PORT = 5432;

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
  try {
    await mkdir(folder, { mode: 0o700 });
    if (process.getuid?.() === 0) await chown(folder, uid, gid);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'EEXIST')
      throw new StartError(`The folder ${folder} for the database's socket cannot be made (${code}).`);
    await refuseForeign(folder, uid);
  }
  return folder;
};

// In /tmp anybody may have made the folder first, to listen in our place.
const refuseForeign = async (folder: string, uid: number): Promise<void> => {
  const seen = await lstat(folder);
  // Another process of ours may stand between making the folder and giving it away.
  const isOurs = seen.uid === uid || seen.uid === process.getuid?.();
  if (seen.isDirectory() && isOurs && (seen.mode & 0o077) === 0) return;
  throw new StartError(`${folder} belongs to somebody else or is open to others: remove it and start again.`);
};

const KNOCK_TIMEOUT_MS = 1000;

/**
 * Sends a start-up packet and answers the open connection once the server has let it in, `not-yet`
 * while it starts, recovers or shuts down, and `nobody` when nothing listens. An accepting socket, an
 * SSL answer and pg_ctl's status each said yes too early after a crash; the authentication's `R` never does.
 */
export const knock = (folder: string): Promise<Socket | 'not-yet' | 'nobody'> =>
  new Promise((resolve) => {
    const socket = connect(path.join(folder, `.s.PGSQL.${SOCKET_PORT}`));
    let hasAnswered = false;
    const refuse = () => {
      socket.destroy();
      resolve(hasAnswered ? 'not-yet' : 'nobody');
    };
    socket.setTimeout(KNOCK_TIMEOUT_MS, refuse);
    socket.on('error', refuse);
    socket.once('close', refuse);
    socket.once('connect', () => socket.write(startUpPacket()));
    socket.once('data', (answer) => {
      hasAnswered = true;
      if (answer[0] !== 'R'.charCodeAt(0)) return refuse();
      socket.setTimeout(0);
      socket.off('close', refuse);
      socket.resume();
      resolve(socket);
    });
  });

/** Takes leave, so that the server logs no lost connection. */
export const leave = (socket: Socket): void => {
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
