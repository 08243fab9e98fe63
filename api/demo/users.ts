/** The demonstration users; the login screen offers them in demonstration mode only. */
import type { Transaction } from 'kysely';
import type { Group } from 'contract/session';
import { GROUPS } from 'contract/session';
import type { Tables } from '../src/database/connection';
import { hashPassword, type HashCost } from '../src/session/passwords';
import { usernameKey } from '../src/session/user-names';
import type { DemonstrationPlace } from './companies';
import demonstration from './demonstration.json';

/** The password of every demonstration user. */
export const DEMONSTRATION_PASSWORD = demonstration.password;

interface DemonstrationUser {
  username: string;
  /** One line for the login screen: what there is to see. */
  description: string;
  groups: readonly Group[];
  /** How many of the companies, from the first; members of AaasAdmin reach every one anyway. */
  companies: number;
}

const RIGHTS: Readonly<Record<string, Pick<DemonstrationUser, 'groups' | 'companies'>>> = {
  admin: { groups: GROUPS, companies: 0 },
  'company-admin': { groups: ['CompanyAdmin'], companies: 2 },
  'variants-admin': { groups: ['Admin'], companies: 1 },
  'social-manager': { groups: ['SocialMediaManager'], companies: 2 },
  'ad-manager': { groups: ['AdManager'], companies: 2 },
  'agent-admin': { groups: ['AaasAdmin'], companies: 0 },
};

/** Who there is to try; each sees another console. What the login screen says of them a gateway's image holds too. */
export const DEMONSTRATION_USERS: readonly DemonstrationUser[] = demonstration.users.map((user) => ({
  ...user,
  ...(RIGHTS[user.username] ?? { groups: [], companies: 1 }),
}));

/** Adds the users and the companies they reach. */
export async function fillUsers(
  transaction: Transaction<Tables>,
  places: readonly DemonstrationPlace[],
  cost: HashCost,
): Promise<void> {
  const users = await Promise.all(
    DEMONSTRATION_USERS.map(async ({ username }) => ({
      username,
      username_key: usernameKey(username),
      email: `${username}@storeward.example`,
      password_hash: await hashPassword(DEMONSTRATION_PASSWORD, cost),
      disabled_at: null,
      created_at: '2024-01-08T09:00:00.000Z',
    })),
  );
  const made = await transaction.insertInto('users').values(users).returning(['id', 'username']).execute();
  const idOf = new Map(made.map(({ id, username }) => [username, id]));
  const rights = DEMONSTRATION_USERS.map((user) => ({ ...user, user_id: idOf.get(user.username) ?? 0 }));
  await transaction
    .insertInto('user_groups')
    .values(rights.flatMap(({ user_id, groups }) => groups.map((group_name) => ({ user_id, group_name }))))
    .execute();
  await transaction
    .insertInto('memberships')
    .values(
      rights.flatMap(({ user_id, companies }) =>
        places.slice(0, companies).map(({ id: company_id }) => ({ user_id, company_id })),
      ),
    )
    .execute();
}
