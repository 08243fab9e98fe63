import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startConsole } from './support/running-console';
import { AT_LENGTH, expect, PASSWORD, test } from './support/test';

const ROUNDS = 20;
const WRITERS = 4;

/** Adds companies until the service is gone; each slug that was answered with 201 is remembered. */
async function writeOn(url: string, headers: Record<string, string>, slugs: () => string, answered: string[]) {
  for (;;) {
    const slug = slugs();
    const body = { name: slug, slug, logo_url: 'https://logos.example/a.png', timezone: 'America/Chicago' };
    const response = await fetch(`${url}/api/companies`, { method: 'POST', headers, body: JSON.stringify(body) }).catch(
      () => null,
    );
    if (!response) return;
    if (response.status === 201) answered.push(slug);
  }
}

async function storedSlugs(url: string, headers: Record<string, string>): Promise<Set<string>> {
  const { companies } = (await (await fetch(`${url}/api/users/me`, { headers })).json()) as {
    companies: { slug: string }[];
  };
  return new Set(companies.map(({ slug }) => slug));
}

test(
  `kill -9 of the service in the middle of writes loses nothing that was answered, ${ROUNDS} times`,
  AT_LENGTH,
  async () => {
    test.setTimeout(240_000);
    const folder = mkdtempSync(path.join(tmpdir(), 'console-durability-'));
    const headers: Record<string, string> = { 'Content-Type': 'application/json' };
    const answered: string[] = [];
    let made = 0;
    for (let round = 0; round <= ROUNDS; round += 1) {
      const service = await startConsole({ DATA_DIR: folder });
      if (round === 0) {
        const body = JSON.stringify({ username: 'admin', password: PASSWORD });
        const pair = await fetch(`${service.url}/api/token/pair`, { method: 'POST', headers, body });
        headers.Authorization = `Bearer ${((await pair.json()) as { access: string }).access}`;
      }
      const stored = await storedSlugs(service.url, headers);
      expect(answered.filter((slug) => !stored.has(slug))).toEqual([]);
      if (round === ROUNDS) {
        await service.stop();
        break;
      }
      const before = answered.length;
      const writers = Array.from({ length: WRITERS }, () =>
        writeOn(service.url, headers, () => `written-${(made += 1)}`, answered),
      );
      await expect.poll(() => answered.length - before, { intervals: [5] }).toBeGreaterThan(10 + round);
      await service.kill();
      await Promise.all(writers);
    }
    expect(answered.length).toBeGreaterThan(ROUNDS * 10);
    rmSync(folder, { recursive: true, force: true });
  },
);
