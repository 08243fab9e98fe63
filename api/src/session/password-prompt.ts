/** Asking the operator for a password, never through the list of processes or the shell's history. */
import { randomBytes } from 'node:crypto';
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { CommandError } from '../commands';

/** Returns a password: typed twice without echo on a terminal, else the first line of standard input. */
export async function askPassword(username: string): Promise<string> {
  if (!process.stdin.isTTY) return firstLine();
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: process.stdin, output: silent, terminal: true });
  // Ctrl-D ends the input without an answer.
  const ended = new AbortController();
  lines.once('close', () => ended.abort());
  const ask = async (question: string) => {
    process.stderr.write(question);
    try {
      return await lines.question('', { signal: ended.signal });
    } catch {
      throw new CommandError('Stopped. Nothing was changed.');
    } finally {
      process.stderr.write('\n');
    }
  };
  try {
    const password = await ask(`Password for ${username}: `);
    if ((await ask('Once more: ')) !== password)
      throw new CommandError('The two passwords differ. Nothing was changed.');
    return password;
  } finally {
    lines.close();
  }
}

async function firstLine(): Promise<string> {
  for await (const line of createInterface({ input: process.stdin })) return line;
  throw new CommandError('No password came in. Type it at the prompt, send it to standard input, or use --generate.');
}

/** A generated password: 24 characters, 144 bits. */
export const generatedPassword = (): string => randomBytes(18).toString('base64url');
