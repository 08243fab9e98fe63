import type { Connection, ConnectionListQuery } from 'contract/company/connections';
import { resourceCalls } from 'shared-auth';

/** The call of DECISIONS §13 that says of an ad account what is known of it; in remote-company the others are. */
export const accountCalls = resourceCalls('connections', (connections) => ({
  accounts: connections.list<Connection, ConnectionListQuery>(),
}));
