/** Machines that write to /ingest. */
import type { IngestTokenCreate, IngestTokenWithSecret } from 'contract/ingest/ingest-tokens';
import type { Person } from './console';

const DAY = 24 * 60 * 60 * 1000;

/** So many days from now. */
export const inDays = (days: number): string => new Date(Date.now() + days * DAY).toISOString();

/** Has an AaasAdmin make a token; for every resource and 30 days unless it is said otherwise. */
export async function makeToken(
  admin: Person,
  token: Partial<IngestTokenCreate> & Pick<IngestTokenCreate, 'company_ids'>,
): Promise<IngestTokenWithSecret> {
  const { status, body, text } = await admin.post<IngestTokenWithSecret>('/ingest-tokens', {
    name: 'Pipeline',
    scopes: ['ingest:facebook-ads', 'ingest:product-variants', 'ingest:social-media-posts'],
    expires_at: inDays(30),
    ...token,
  });
  if (status !== 201) throw new Error(`POST /ingest-tokens responded with ${status}: ${text}`);
  return body;
}

/** Whoever calls with such a token. */
export const machineToken = async (admin: Person, token: Parameters<typeof makeToken>[1]): Promise<Person> =>
  admin.with((await makeToken(admin, token)).token);
