import { randomBytes } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { sql } from 'kysely';
import type { Company } from 'contract/company/companies';
import { secretsWith } from '../database/secrets';
import { detail, openCompaniesConsole, companyBody, type CompaniesConsole } from '../testing/companies';
import { keyPlace } from './company-keys';

let companies: CompaniesConsole;
beforeAll(async () => {
  companies = await openCompaniesConsole();
});
afterAll(() => companies.service.close());

describe('creating', () => {
  it('returns 201 and the company with derived integrations, without its keys (SEC-01)', async () => {
    const { status, body, text } = await companies.everyone.post<Company>('/companies', companyBody);
    expect(status).toBe(201);
    const { shopify_api_key, klaviyo_api_key, ...plain } = companyBody;
    expect(body).toMatchObject({
      ...plain,
      id: expect.any(Number) as number,
      has_shopify: true,
      has_klaviyo: true,
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/) as string,
      updated_at: expect.any(String) as string,
    });
    for (const key of [shopify_api_key, klaviyo_api_key, '_api_key']) expect(text).not.toContain(key.slice(0, 8));
  });

  it('returns every broken rule of the form in its own message', async () => {
    const body = { name: '  ', slug: 'Not A Slug', logo_url: 'logo.png', timezone: 'Europe/Berlin' };
    const response = await companies.everyone.post('/companies', { ...body, average_credit_card_processing_rate: 0.1 });
    expect(response.status).toBe(422);
    expect(response.body.detail).toEqual([
      detail('name', 'Company Name is required'),
      detail('slug', 'Slug must be lowercase alphanumeric words separated by single hyphens'),
      detail('logo_url', 'Logo URL must be an absolute http or https URL'),
      detail(
        'timezone',
        'Timezone must be one of America/New_York, America/Chicago, America/Denver, America/Los_Angeles',
      ),
      detail('average_credit_card_processing_rate', 'Average Credit Card Processing Rate must not exceed 0.065'),
    ]);
  });

  it.each([
    [{ average_shipping_cost_per_order: 1.005 }, 'Average Shipping Cost per Order must have at most 2 decimals'],
    [{ average_shipping_cost_per_order: '6.85' }, 'Average Shipping Cost per Order must be a valid number'],
    [{ average_credit_card_per_order_fee: 1.01 }, 'Average Credit Card per-Order Fee must not exceed 1'],
    [{ average_credit_card_processing_rate: 0.0149 }, 'Average Credit Card Processing Rate must be at least 0.015'],
    [{ name: 'x'.repeat(256) }, 'Company Name must not exceed 255 characters'],
    [{ name: 7 }, 'Company Name must be text'],
    [{ name: null }, 'Company Name is required'],
    [{ logo_url: 'javascript:alert(1)' }, 'Logo URL must be an absolute http or https URL'],
    [{ slug: 'two--hyphens' }, 'Slug must be lowercase alphanumeric words separated by single hyphens'],
    [{ shopify_api_key: 5 }, 'Shopify API Key must be text'],
  ])('refuses %j', async (changes, message) => {
    const { status, body } = await companies.everyone.post('/companies', {
      ...companyBody,
      slug: 'refused',
      ...changes,
    });
    expect(status).toBe(422);
    expect(body.detail).toEqual([detail(Object.keys(changes)[0] ?? '', message)]);
  });

  it.each(['id', 'created_at', 'has_shopify', 'updated_by', 'deleted_at', 'nonsense'])(
    'refuses %s, which only the server sets, and stores nothing (MASS-01)',
    async (field) => {
      const { status, body } = await companies.everyone.post('/companies', {
        ...companyBody,
        slug: 'mass',
        [field]: true,
      });
      expect(status).toBe(422);
      expect(body.detail).toEqual([detail(field, 'This field cannot be set')]);
      expect((await companies.everyone.get('/companies?slug=mass')).body.total).toBe(0);
    },
  );

  it('counts lengths in code points and keeps any text', async () => {
    const name = '🌵'.repeat(255);
    expect((await companies.created({ name })).name).toBe(name);
    const odd = `"O'Malley" مرحبا \\ %_ \u202e <b>`;
    expect((await companies.created({ name: odd })).name).toBe(odd);
  });

  it('refuses a slug that is taken, also by a deleted company (409)', async () => {
    const { id, slug } = await companies.created();
    await companies.everyone.delete(`/companies/${id}`);
    const { status, body } = await companies.everyone.post('/companies', { ...companyBody, slug });
    expect({ status, body }).toEqual({
      status: 409,
      body: { detail: 'slug: A company with this slug already exists', field: 'slug' },
    });
  });
});

describe('saving', () => {
  it('PUT replaces every writable field: an absent optional one becomes null, an absent key stays', async () => {
    const { id } = await companies.created();
    const { name, logo_url, timezone } = companyBody;
    const { status, body } = await companies.everyone.put<Company>(`/companies/${id}`, {
      name,
      logo_url,
      timezone,
      slug: `put-${id}`,
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({ shopify_store_url: null, average_shipping_cost_per_order: null, has_shopify: true });
  });

  it('PATCH writes the fields that were sent and no other', async () => {
    const { updated_at: _, ...before } = await companies.created();
    const { body } = await companies.everyone.patch<Company>(`/companies/${before.id}`, { name: 'New' });
    expect(body).toMatchObject({ ...before, name: 'New' });
    expect((await companies.everyone.patch(`/companies/${before.id}`, { name: ' ' })).status).toBe(422);
    expect((await companies.everyone.patch(`/companies/${before.id}`, { slug: null })).status).toBe(422);
  });

  it('keeps a key that is not sent, replaces one that is, and clears it by null; has_* follows (SEC-02, SEC-03)', async () => {
    const { id } = await companies.created();
    const secrets = secretsWith(companies.service.config.encryptionKey);
    const opened = async () =>
      secrets.open((await companies.stored(id)).shopify_api_key ?? Buffer.of(), keyPlace(id, 'shopify_api_key'));
    await companies.everyone.patch(`/companies/${id}`, { name: 'Renamed' });
    expect(await opened()).toBe(companyBody.shopify_api_key);
    await companies.everyone.patch(`/companies/${id}`, { shopify_api_key: 'another' });
    expect(await opened()).toBe('another');
    const { body } = await companies.everyone.patch<Company>(`/companies/${id}`, { shopify_api_key: null });
    expect(body).toMatchObject({ has_shopify: false, has_klaviyo: true });
    expect((await companies.stored(id)).shopify_api_key).toBeNull();
  });

  it('binds a stored key to its company and field (SEC-07)', async () => {
    const [one, two] = [await companies.created(), await companies.created()];
    const { shopify_api_key } = await companies.stored(one.id);
    const open = secretsWith(companies.service.config.encryptionKey).open;
    expect(() => open(shopify_api_key ?? Buffer.of(), keyPlace(two.id, 'shopify_api_key'))).toThrow();
    expect(() => open(shopify_api_key ?? Buffer.of(), keyPlace(one.id, 'klaviyo_api_key'))).toThrow();
    expect(shopify_api_key?.includes(companyBody.shopify_api_key)).toBe(false);
  });

  it('leaves a key in clear nowhere: not on the disk, not in the write-ahead log, not in an answer (SEC-07)', async () => {
    const { db } = companies.service.database;
    const key = `shpat_${randomBytes(16).toString('hex')}`;
    const name = `Name ${randomBytes(16).toString('hex')}`;
    const place = async () => {
      const { rows } = await sql<{ folder: string; log: string; files: string }>`
        select current_setting('data_directory') as folder, pg_walfile_name(pg_current_wal_lsn()) as log,
          pg_relation_filepath('companies') as files`.execute(db);
      return rows[0]!;
    };
    const before = await place();
    const { id } = await companies.created();
    const answers = [
      await companies.everyone.patch(`/companies/${id}`, { name, shopify_api_key: key, klaviyo_api_key: key }),
      await companies.everyone.get(`/companies/${id}`),
      await companies.everyone.get('/companies'),
      await companies.everyone.get(`/companies/search?q=${name}`),
    ];
    for (const { status, text } of answers) expect([status, text.includes(key)]).toEqual([200, false]);
    await sql`checkpoint`.execute(db);
    const { folder, files } = before;
    const { log: last } = await place();
    const logs = (await readdir(path.join(folder, 'pg_wal'))).filter((file) => file >= before.log && file <= last);
    const database = path.dirname(path.join(folder, files));
    const written = [
      ...logs.map((file) => path.join(folder, 'pg_wal', file)),
      ...(await readdir(database)).map((file) => path.join(database, file)),
    ];
    const holding = async (text: string) => {
      const found = await Promise.all(
        // PostgreSQL removes some of its files and makes them again: one that has just gone holds nothing.
        written.map(async (file) => ((await readFile(file).catch(() => '')).includes(text) ? [file] : [])),
      );
      return found.flat();
    };
    // Fields that are not secret are found on both, so the search itself works.
    expect((await holding(name)).map((file) => file.includes('pg_wal'))).toEqual(expect.arrayContaining([true, false]));
    expect(await holding(key)).toEqual([]);
  });

  it('refuses with 412, who and when, if somebody saved since the record was read', async () => {
    const { id, updated_at } = await companies.created();
    const ifMatch = { 'if-match': `"${updated_at}"` };
    const first = await companies.everyone.patch<Company>(`/companies/${id}`, { name: 'First' }, ifMatch);
    expect(first.status).toBe(200);
    const late = await companies.everyone.put(`/companies/${id}`, { ...companyBody, slug: `late-${id}` }, ifMatch);
    expect(late.status).toBe(412);
    expect(late.body).toEqual({
      detail: `everyone changed this company on ${first.body.updated_at}`,
      updated_by: 'everyone',
      updated_at: first.body.updated_at,
    });
    expect((await companies.stored(id)).name).toBe('First');
    expect((await companies.everyone.patch(`/companies/${id}`, { name: 'Last wins' })).status).toBe(200);
  });

  it('never returns the same updated_at twice, however fast the saves follow', async () => {
    const { id } = await companies.created();
    const saves = await Promise.all(
      Array.from({ length: 10 }, () => companies.everyone.patch<Company>(`/companies/${id}`, {})),
    );
    expect(new Set(saves.map(({ body }) => body.updated_at)).size).toBe(10);
  });

  it('lets one of two people who read the same version save, and tells the other', async () => {
    const { id, updated_at } = await companies.created();
    const save = (name: string) =>
      companies.everyone.patch(`/companies/${id}`, { name }, { 'if-match': `"${updated_at}"` });
    const statuses = (await Promise.all([save('One'), save('Two')])).map(({ status }) => status);
    expect(statuses.sort()).toEqual([200, 412]);
  });

  it('checks in the order 403, 422, 404, 409', async () => {
    const broken = { slug: 'Not A Slug' };
    expect((await companies.member.patch('/companies/999999', broken)).status).toBe(403);
    expect((await companies.admin.patch('/companies/999999', broken)).status).toBe(422);
    expect((await companies.admin.patch('/companies/999999', { slug: 'company-b' })).status).toBe(404);
    expect((await companies.admin.patch(`/companies/${companies.a}`, { slug: 'company-b' })).status).toBe(409);
  });
});

describe('duplicating', () => {
  it('copies name and slug with their endings, and not the keys', async () => {
    const original = await companies.created({ name: 'Twin', slug: 'twin' });
    const copies = [];
    for (let copy = 0; copy < 3; copy += 1)
      copies.push((await companies.everyone.post<Company>(`/companies/${original.id}/duplicate`)).body);
    expect(copies.map(({ name }) => name)).toEqual(['Twin (Copy)', 'Twin (Copy)', 'Twin (Copy)']);
    expect(copies.map(({ slug }) => slug)).toEqual(['twin-copy', 'twin-copy-2', 'twin-copy-3']);
    expect(copies[0]).toMatchObject({
      has_shopify: false,
      has_klaviyo: false,
      shopify_store_url: original.shopify_store_url,
      average_shipping_cost_per_order: 6.85,
    });
  });

  it('keeps the longest name and slug within their limits', async () => {
    const slug = `${'x'.repeat(249)}-abcde`;
    const { id } = await companies.created({ name: 'n'.repeat(255), slug });
    const { status, body } = await companies.everyone.post<Company>(`/companies/${id}/duplicate`);
    expect(status).toBe(201);
    expect(body.name).toHaveLength(255);
    expect(body.name.endsWith(' (Copy)')).toBe(true);
    expect((await companies.everyone.patch(`/companies/${body.id}`, { slug: body.slug })).status).toBe(200);
  });

  it('is 404 for what is not there', async () => {
    expect((await companies.everyone.post('/companies/999999/duplicate')).status).toBe(404);
  });
});

it('writes every change to the audit log in the same transaction, with the keys hidden', async () => {
  const { id } = await companies.created({ slug: 'audited' });
  await companies.admin.patch(`/companies/${id}`, { name: 'out of reach' });
  const { headers } = await companies.everyone.patch(`/companies/${id}`, { name: 'Renamed', klaviyo_api_key: null });
  await companies.everyone.patch(`/companies/${id}`, { slug: 'company-b' });
  await companies.everyone.delete(`/companies/${id}`);
  const entries = await companies.service.database.db
    .selectFrom('audit_log')
    .selectAll()
    .where('resource', '=', 'company')
    .where('record_id', '=', String(id))
    .orderBy('id')
    .execute();
  expect(entries.map(({ action }) => action)).toEqual(['create', 'update', 'delete']);
  expect(entries[1]).toMatchObject({
    username: 'everyone',
    request_id: headers['x-request-id'],
    before: { name: companyBody.name, shopify_api_key: '***', klaviyo_api_key: '***' },
    after: { name: 'Renamed', shopify_api_key: '***', klaviyo_api_key: null },
  });
  expect(JSON.stringify(entries)).not.toContain('very_secret');
});

it('keeps the other company as it was through all of this', async () => {
  expect(await companies.stored(companies.b)).toMatchObject({ name: 'Company B', slug: 'company-b', deleted_at: null });
});
