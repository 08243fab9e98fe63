/** Single sign-on to try out: a provider of this machine, its people, and rules for two of their teams (DECISIONS §15). */
import { spawn } from 'node:child_process';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { sql, type Kysely } from 'kysely';
import type { Tables } from '../src/database/connection';
import { PROJECT_FOLDER } from '../src/start/config';
import type { SignInProvider } from '../src/start/sign-in-providers';
import { StartError } from '../src/start/start-error';

/** A provider that runs, as the console knows it. */
export interface DemonstrationProvider {
  readonly provider: SignInProvider;
  close(): void;
}

const NAME = 'demonstration';
const ACCOUNTS = {
  'Ada of the ads team': { groups: ['ads-team'] },
  'Grace, an administrator': { groups: ['administrators'] },
  'Eve of another team': { groups: ['finance'] },
};

/**
 * Starts it for the console at `publicUrl`, with its rules where it has none. Throws StartError where its library is missing,
 * as in an image.
 */
export async function startDemonstrationProvider(
  db: Kysely<Tables>,
  publicUrl: string,
): Promise<DemonstrationProvider> {
  const client = { client_id: 'console', client_secret: 'of no importance here' };
  const clients = [
    {
      ...client,
      token_endpoint_auth_method: 'client_secret_post',
      redirect_uris: [`${publicUrl}/api/sign-in/${NAME}/callback`],
      backchannel_logout_uri: `${publicUrl}/api/sign-in/${NAME}/logout`,
    },
  ];
  const accounts = Object.fromEntries(
    Object.entries(ACCOUNTS).map(([name, claims]) => [name, { preferred_username: name, ...claims }]),
  );
  const file = path.join(PROJECT_FOLDER, 'api/demo/sign-in-provider.mjs');
  const child = spawn(process.execPath, [file, '0', JSON.stringify({ clients, accounts })], {
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  const { value: issuer } = (await createInterface({ input: child.stdout })[Symbol.asyncIterator]().next()) as {
    value?: string;
  };
  if (issuer === undefined)
    throw new StartError('--single-sign-on is there in a checkout alone, whose `pnpm install` brings its provider.');
  await addRules(db);
  const { client_id: clientId, client_secret: clientSecret } = client;
  return {
    provider: { name: NAME, label: 'the Demonstration', issuer, clientId, clientSecret, scope: 'openid' },
    close: () => void child.kill(),
  };
}

const addRules = (db: Kysely<Tables>) =>
  sql`
    insert into sign_in_rules (provider, claim, value, groups, company_ids)
    select ${NAME}, 'groups', value, array[grants], array(
      select id from companies where deleted_at is null and grants = 'AdManager' order by id limit 2)
    from (values ('ads-team', 'AdManager'), ('administrators', 'AaasAdmin')) as rules (value, grants)
    where not exists (select from sign_in_rules where provider = ${NAME})`.execute(db);
