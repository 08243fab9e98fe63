// The embedded server on a disk that really fills up: every change is told why it fails, and nothing is lost.
import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Caller, startService, until } from './service.mjs';

const SIZE = '600m';
const SENTENCE = 'Nothing can be saved right now: the database has no space left. Please try again later.';
const TERMS = 500;

/** The program missing for this part on this machine, or null. */
export function missingForFullDisk() {
  if (process.getuid() !== 0) return 'the rights of root, to mount a small disk';
  const folder = mkdtempSync(path.join(os.tmpdir(), 'console-disk-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'none', folder], { stdio: 'ignore' });
    execFileSync('umount', [folder]);
    return null;
  } catch {
    return 'the right to mount a small disk';
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Fills the disk, writes, makes room, writes again. */
export async function fullDisk() {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'console-disk-'));
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${SIZE},mode=711`, 'none', folder]);
  const problems = [];
  const demand = (holds, sentence) => holds || problems.push(sentence);
  let service;
  try {
    chmodSync(folder, 0o711);
    service = await startService({ DATA_DIR: path.join(folder, 'data') });
    const caller = new Caller(service.url);
    await caller.signIn();
    const company = (await caller.must('GET', '/users/me')).companies[0].id;
    let number = 0;
    const write = () => {
      number += 1;
      const search_terms = Array.from(
        { length: TERMS },
        (_, at) => `term ${number} of a full disk, ${at} ${'x'.repeat(60)}`,
      );
      const body = { company_id: company, platform: 'youtube', search_terms };
      return caller.ask('POST', '/social-media-search-terms/bulk/create', body);
    };
    const stored = async () =>
      (await caller.must('GET', `/social-media-search-terms?company_id=${company}&search=of%20a%20full%20disk`)).total;
    const ready = () => caller.ask('GET', '/ready');

    let answered = 0;
    const keep = ({ status }) => status === 200 && (answered += TERMS);
    demand(keep(await write()), 'the first change was not taken');
    const ballast = path.join(folder, 'ballast');
    const { bavail, bsize } = statfsSync(folder);
    writeFileSync(ballast, Buffer.alloc(Math.max(0, bavail * bsize)));

    const failures = [];
    for (let attempt = 0; attempt < 30 && failures.length < 10; attempt += 1) {
      const answer = await write();
      if (!keep(answer)) failures.push(answer);
    }
    demand(failures.length === 10, `only ${failures.length} changes failed on a full disk`);
    for (const { status, body } of failures)
      demand(status === 503 && body?.detail === SENTENCE, `a change was answered ${status} ${JSON.stringify(body)}`);
    const unready = await ready();
    demand(unready.status === 503 && unready.body.detail === SENTENCE, `ready was ${unready.status} on a full disk`);
    demand((await caller.ask('GET', '/companies')).status === 200, 'a list was not answered on a full disk');
    demand((await stored()) === answered, 'what is stored is not what was answered');

    rmSync(ballast);
    demand(await until(async () => (await ready()).status === 200, 60), 'ready said no after there was room again');
    demand(keep(await write()), 'no change was taken after there was room again');
    demand((await stored()) === answered, 'what is stored is not what was answered, after there was room again');
    demand(caller.faults.length === 0, caller.faults.join('; '));
    console.log(`${failures.length} changes refused, ${answered} terms answered, all stored`);
    service.kill('SIGTERM');
    demand((await service.ended) === 0, 'the service did not end well');
  } finally {
    service?.kill('SIGKILL');
    await service?.ended;
    if (existsSync(folder)) await until(() => isUnmounted(folder), 10);
    rmSync(folder, { recursive: true, force: true });
  }
  if (problems.length) console.log(problems.join('\n'));
  return [problems];
}

// The server of a killed process takes a moment to end.
const isUnmounted = (folder) => {
  try {
    execFileSync('umount', [folder], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
};
