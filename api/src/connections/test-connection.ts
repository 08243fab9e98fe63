/** Testing a credential with its source, without reading (DECISIONS §13). */
import { sql, type Kysely } from 'kysely';
import type { ConnectionSettings, ConnectionSource, ConnectionTest } from 'contract/company/connections';
import { keyPlace } from '../company/company-keys';
import { companies } from '../company/companies.queries';
import type { Tables } from '../database/connection';
import type { Secrets } from '../database/secrets';
import type { Caller } from '../http/access';
import { NotFound, RuleBroken } from '../http/errors';
import type { SourceAddresses } from '../start/source-addresses';
import { noteFacts } from './connection-states.queries';
import { connections } from './connections.queries';
import { openCredential, type StoredCredential } from './credential-secrets';
import type { Sources } from './reading';
import { sourceWords } from './redact';
import { SOURCE_NAMES, SourceFault, type Finding, type Secret, type SourceTest } from './source';
import { storeNameIn } from './store-name';

/** The parts of a test. */
export interface TestParts {
  readonly db: Kysely<Tables>;
  readonly secrets: Secrets;
  readonly sources: Sources;
  readonly addresses: SourceAddresses;
  readonly now: () => Date;
}

// A person's call ends after ten seconds.
const PATIENCE_MS = 9000;

interface Tested {
  readonly company_id: number;
  readonly source: ConnectionSource;
  readonly external_id: string | null;
  readonly settings: ConnectionSettings;
  readonly credential_id: number | null;
  readonly kind: StoredCredential['kind'] | null;
  readonly client_id: string | null;
  readonly secret: Buffer | null;
  readonly shopify_store_url: string | null;
  readonly shopify_api_key: Buffer | null;
}

/** As `askSource`, for a person. Throws NotFound. */
export async function testConnection(parts: TestParts, caller: Caller, id: number): Promise<ConnectionTest> {
  await connections.find(parts.db, caller, id);
  return askSource(parts, id);
}

/** Asks the source of a connection what a read would need; notes zone, currency, name and expiry. */
export async function askSource(parts: TestParts, id: number): Promise<ConnectionTest> {
  const { db, secrets, sources, addresses, now } = parts;
  const { rows } = await sql<Tested>`
    select connections.company_id, connections.source, external_id, settings, credential_id, kind, client_id, secret,
      shopify_store_url, shopify_api_key
    from connections join companies on companies.id = connections.company_id
    left join credentials on credentials.id = credential_id
    where connections.id = ${id}`.execute(db);
  const [tested] = rows;
  if (!tested) throw new NotFound(connections.definition.missing);
  const { source, external_id, settings, credential_id } = tested;
  const connected = sources.connected[source];
  if (!connected) throw new RuleBroken(`${SOURCE_NAMES[source]} cannot be connected by this version.`);
  const secret = secretOf(secrets, tested);
  if (typeof secret === 'string') return failedTest({ code: 'credential_refused', message: secret });
  const connection = { companyId: tested.company_id, externalId: external_id, settings };
  return asked(secret, async (signal) => {
    const test = await connected.test({ address: addresses[source], secret, now, connection }, signal);
    if (!test.problems.length) await noteFacts(db, { id, credentialId: credential_id }, test);
    return test;
  });
}

/** Asks Klaviyo about the key of a company. Throws NotFound, and RuleBroken without a key. */
export async function testKlaviyo(parts: TestParts, caller: Caller, companyId: number): Promise<ConnectionTest> {
  const { db, secrets, sources, addresses, now } = parts;
  await companies.find(db, caller, companyId);
  const row = await db.selectFrom('companies').select('klaviyo_api_key').where('id', '=', companyId).executeTakeFirst();
  if (!row?.klaviyo_api_key) throw new RuleBroken('This company has no Klaviyo API key.');
  const { klaviyo } = sources;
  if (!klaviyo) throw new RuleBroken('Klaviyo cannot be tested by this version.');
  const secret = {
    kind: 'key',
    secret: secrets.open(row.klaviyo_api_key, keyPlace(companyId, 'klaviyo_api_key')),
  } as const;
  return asked(secret, (signal) => klaviyo({ address: addresses.klaviyo, secret, now }).test(signal));
}

/** The secret of a connection, or why no key may be sent. */
function secretOf(secrets: Secrets, tested: Tested): Secret | string {
  const { source, credential_id, kind, client_id, secret, shopify_api_key } = tested;
  const name = SOURCE_NAMES[source];
  if (credential_id !== null)
    return (kind && openCredential(secrets, { id: credential_id, kind, client_id, secret })) ?? noKey(name);
  if (!shopify_api_key) return noKey(name);
  if (storeNameIn(tested.shopify_store_url) !== tested.external_id)
    return "The company's address leads to another store now.";
  return { kind: 'token', secret: secrets.open(shopify_api_key, keyPlace(tested.company_id, 'shopify_api_key')) };
}

const noKey = (name: string) => `There is no key for ${name}. Please enter one.`;

async function asked(secret: Secret, test: (signal: AbortSignal) => Promise<SourceTest>): Promise<ConnectionTest> {
  const words = ({ code, message }: Finding) => ({ code, message: sourceWords(message, [secret.secret]) });
  const signal = AbortSignal.timeout(PATIENCE_MS);
  try {
    const { name, externalId, currency, zone, expiresAt, problems, notes } = await test(signal);
    return {
      ok: problems.length === 0,
      name: name && sourceWords(name, [secret.secret]),
      external_id: externalId,
      currency,
      zone,
      expires_at: expiresAt,
      problems: problems.map(words),
      notes: notes.map(words),
    };
  } catch (error) {
    if (error instanceof SourceFault) return failedTest(words(error));
    if (signal.aborted)
      return failedTest({ code: 'timed_out', message: 'The source did not answer within 9 seconds.' });
    throw error;
  }
}

const failedTest = (problem: { code: string; message: string }): ConnectionTest => ({
  ok: false,
  name: null,
  external_id: null,
  currency: null,
  zone: null,
  expires_at: null,
  problems: [problem],
  notes: [],
});
