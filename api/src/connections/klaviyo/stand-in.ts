/** Klaviyo's stand-in: one account behind each key. */
import { startStandIn, type StandInServer } from '../stand-in';

/** An account. */
export interface StandInAccount {
  readonly id: string;
  readonly organization: string;
  /** False for a key that may read something else alone. */
  readonly mayReadAccounts?: boolean;
}

export interface KlaviyoStandIn extends StandInServer {
  /** The accounts by key. */
  readonly accounts: Map<string, StandInAccount>;
}

/** Starts a server with these accounts. */
export async function startKlaviyoStandIn(
  accounts: Readonly<Record<string, StandInAccount>> = {},
): Promise<KlaviyoStandIn> {
  const byKey = new Map(Object.entries(accounts));
  const server = await startStandIn((routes) => {
    routes.get('/api/accounts', ({ headers }, reply) => {
      const refused = (status: number, detail: string) => reply.code(status).send({ errors: [{ status, detail }] });
      if (!/^\d{4}-\d{2}-\d{2}$/.test(String(headers.revision))) return refused(400, 'Revision is missing.');
      const account = byKey.get(/^Klaviyo-API-Key (\S+)$/.exec(headers.authorization ?? '')?.[1] ?? '');
      if (!account) return refused(401, 'Incorrect authentication credentials.');
      if (account.mayReadAccounts === false) return refused(403, 'You do not have permission to perform this action.');
      const attributes = {
        contact_information: { organization_name: account.organization },
        timezone: 'America/New_York',
        preferred_currency: 'USD',
      };
      return reply.send({ data: [{ type: 'account', id: account.id, attributes }] });
    });
  });
  return { ...server, accounts: byKey };
}
