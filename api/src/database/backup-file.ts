/**
 * The file of a backup: one line that says what it is, a gzip stream of frames, and the SHA-256 of all bytes before it.
 * Read and written as a stream, so that its size costs no memory.
 *
 *   console-backup 1\n
 *   gzip( frame* )            frame: one letter, the length of its content (4 bytes, big endian), its content
 *   sha-256                   32 bytes
 *
 * H  JSON, first: when it was taken and which migrations its database had
 * T  JSON, the begin of a table: its name and columns
 * D  rows of that table in PostgreSQL's COPY text format, cut anywhere
 * E  JSON, the end of a table: how many rows it has
 * S  JSON, last: where each sequence stands
 */
import { createHash, randomBytes, type Hash } from 'node:crypto';
import { open, rename, rm, type FileHandle } from 'node:fs/promises';
import { Transform, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import path from 'node:path';
import { createGunzip, createGzip } from 'node:zlib';

const MAGIC = Buffer.from('console-backup 1\n');
const DIGEST = 32;
const HEAD = 5;
// A frame is held as a whole; COPY hands out far smaller pieces.
const LARGEST_FRAME = 64 * 1024 * 1024;

/** The file's description of its database. */
export interface BackupHead {
  /** ISO 8601, UTC. */
  readonly taken_at: string;
  readonly migrations: readonly string[];
}

/** Where a sequence stands: what `setval` is told. */
export interface SequenceState {
  readonly table: string;
  readonly column: string;
  readonly last_value: string;
  readonly is_called: boolean;
}

/** One piece of a backup, in the order of the file. */
export type Frame =
  | { readonly type: 'head'; readonly head: BackupHead }
  | { readonly type: 'table'; readonly name: string; readonly columns: readonly string[] }
  | { readonly type: 'rows'; readonly data: Buffer }
  | { readonly type: 'end'; readonly rows: number }
  | { readonly type: 'sequences'; readonly sequences: readonly SequenceState[] };

const LETTERS = { head: 'H', table: 'T', rows: 'D', end: 'E', sequences: 'S' } as const satisfies Record<
  Frame['type'],
  string
>;
const TYPES = new Map<string, Frame['type']>(
  Object.entries(LETTERS).map(([type, letter]) => [letter, type as Frame['type']]),
);

/** Why a file cannot be restored. */
export class NotABackup extends Error {}

/**
 * Writes a backup, readable by this user alone, under a temporary name beside `file`, and renames it once all of it is
 * on the disk: a file of that name is whole, or is what it was. Returns its size in bytes.
 */
export async function writeBackup(file: string, frames: AsyncIterable<Frame>): Promise<number> {
  const draft = path.join(path.dirname(file), `.${path.basename(file)}.${randomBytes(4).toString('hex')}`);
  const handle = await open(draft, 'wx', 0o600);
  try {
    const hash = createHash('sha256').update(MAGIC);
    await handle.write(MAGIC);
    await pipeline(encode(frames), createGzip({ level: 1 }), hashing(hash), into(handle));
    await handle.write(hash.digest());
    await handle.sync();
    const { size } = await handle.stat();
    await handle.close();
    await rename(draft, file);
    return size;
  } catch (error) {
    await handle.close().catch(() => undefined);
    await rm(draft, { force: true });
    throw error;
  }
}

async function* encode(frames: AsyncIterable<Frame>): AsyncGenerator<Buffer> {
  for await (const frame of frames) {
    const { type, ...content } = frame;
    const bytes = frame.type === 'rows' ? frame.data : Buffer.from(JSON.stringify(content));
    const head = Buffer.alloc(HEAD);
    head.write(LETTERS[type], 0, 'latin1');
    head.writeUInt32BE(bytes.length, 1);
    yield head;
    yield bytes;
  }
}

const hashing = (hash: Hash) =>
  new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      done(null, chunk);
    },
  });

const into = (handle: FileHandle) =>
  new Writable({
    write(chunk: Buffer, _encoding, done) {
      handle.writeFile(chunk).then(() => done(), done);
    },
  });

/** A backup that is whole: its checksum was right when it was opened. */
export interface BackupFile {
  /** Reads all frames from the beginning. Throws NotABackup for what no console wrote. */
  frames(): AsyncGenerator<Frame>;
  close(): Promise<void>;
}

/** Opens a backup and reads all of it once; throws NotABackup for one that is cut off, damaged or something else. */
export async function openBackup(file: string): Promise<BackupFile> {
  const handle = await open(file, 'r').catch((error: NodeJS.ErrnoException) => {
    throw new NotABackup(
      error.code === 'ENOENT'
        ? `There is no file ${file}.`
        : `${file} cannot be read (${error.code ?? error.message}).`,
    );
  });
  try {
    const end = await wholeUpTo(handle, file);
    return {
      frames: () => framesOf(handle, end, file),
      close: () => handle.close(),
    };
  } catch (error) {
    await handle.close();
    throw error;
  }
}

/** Where the compressed part ends; throws NotABackup unless the checksum is right. */
async function wholeUpTo(handle: FileHandle, file: string): Promise<number> {
  const stat = await handle.stat();
  const begin = Buffer.alloc(MAGIC.length);
  if (stat.isFile()) await handle.read(begin, 0, begin.length, 0);
  if (!begin.equals(MAGIC)) throw new NotABackup(`${file} is no backup of this console.`);
  const end = stat.size - DIGEST;
  const hash = createHash('sha256');
  for await (const chunk of piecesOf(handle, 0, end)) hash.update(chunk);
  const digest = Buffer.alloc(DIGEST);
  if (end > MAGIC.length) await handle.read(digest, 0, DIGEST, end);
  if (!hash.digest().equals(digest)) throw new NotABackup(`${file} is damaged or cut off: its checksum is wrong.`);
  return end;
}

/** The bytes of a file from one position up to another. */
async function* piecesOf(handle: FileHandle, from: number, to: number): AsyncGenerator<Buffer> {
  for (let at = from; at < to;) {
    const piece = Buffer.allocUnsafe(Math.min(65_536, to - at));
    const { bytesRead } = await handle.read(piece, 0, piece.length, at);
    if (!bytesRead) return;
    at += bytesRead;
    yield piece.subarray(0, bytesRead);
  }
}

async function* framesOf(handle: FileHandle, end: number, file: string): AsyncGenerator<Frame> {
  const gunzip = createGunzip();
  const unpacked = pipeline(piecesOf(handle, MAGIC.length, end), gunzip);
  // Heard below, where the frames are read.
  unpacked.catch(() => undefined);
  try {
    let rest: Buffer = Buffer.alloc(0);
    for await (const chunk of gunzip as AsyncIterable<Buffer>) {
      rest = rest.length ? Buffer.concat([rest, chunk]) : chunk;
      for (;;) {
        if (rest.length < HEAD) break;
        const length = rest.readUInt32BE(1);
        if (length > LARGEST_FRAME) throw new NotABackup(`${file} is no backup of this console.`);
        if (rest.length < HEAD + length) break;
        yield decode(rest.toString('latin1', 0, 1), rest.subarray(HEAD, HEAD + length), file);
        rest = rest.subarray(HEAD + length);
      }
    }
    await unpacked;
    if (rest.length) throw new NotABackup(`${file} is no backup of this console.`);
  } finally {
    gunzip.destroy();
  }
}

function decode(letter: string, content: Buffer, file: string): Frame {
  const type = TYPES.get(letter);
  if (type === undefined) throw new NotABackup(`${file} is no backup of this console.`);
  if (type === 'rows') return { type, data: content };
  return { type, ...(JSON.parse(content.toString()) as object) } as Frame;
}
