/** Rules that turn a provider's claims into groups and companies (DECISIONS §15). */
import { sql, type Kysely } from 'kysely';
import { signInRule, type SignInRule, type SignInRulePatch, type SignInRuleWrite } from 'contract/people/sign-in-rules';
import type { Group } from 'contract/session';
import type { Tables } from '../database/connection';
import { anyOf, contains } from '../database/list';
import type { Caller } from '../http/access';
import type { Table } from '../records/columns';
import { recordsOf } from '../records/records';
import { searchedBy } from '../records/search';
import { requireCompanies } from '../session/rights.queries';
import type { Claims } from './provider-client';

declare module '../database/connection' {
  interface Tables {
    sign_in_rules: Table<typeof signInRule>;
  }
}

/** The regular calls on rules. */
export const signInRules = recordsOf({
  noun: signInRule,
  table: 'sign_in_rules',
  computed: {
    company_names: sql<string[]>`array(
      select companies.name from companies where companies.id = any(company_ids) and deleted_at is null
      order by lower(companies.name) collate "C", companies.id)`,
  },
  searched: searchedBy('value'),
  sorts: {},
  filters: { search: (text) => anyOf([contains('value', text), contains('claim', text), contains('provider', text)]) },
});

/** Adds a rule. Throws NotFound for a company that is not there. */
export const createSignInRule = (db: Kysely<Tables>, caller: Caller, body: SignInRuleWrite): Promise<SignInRule> =>
  db.transaction().execute(async (transaction) => {
    await requireCompanies(transaction, body.company_ids ?? []);
    const { id } = await signInRules.insert(transaction, caller, body);
    return signInRules.find(transaction, caller, id);
  });

/** Writes the sent fields of a rule; they hold from the next sign-in. Throws as a regular PATCH, and NotFound as above. */
export const updateSignInRule = (
  db: Kysely<Tables>,
  caller: Caller,
  id: number,
  body: SignInRulePatch,
  ifMatch: string | null,
): Promise<SignInRule> =>
  db.transaction().execute(async (transaction) => {
    await requireCompanies(transaction, body.company_ids ?? []);
    await signInRules.change(transaction, caller, id, body, ifMatch);
    return signInRules.find(transaction, caller, id);
  });

/** The part of a rule that is compared and granted. */
type Rule = Pick<SignInRule, 'claim' | 'value' | 'groups' | 'company_ids'>;

/** Rights that claims grant. */
export interface Granted {
  readonly groups: readonly Group[];
  readonly company_ids: readonly number[];
}

/** The rules of a provider, with the companies of each that are there. */
export async function rulesOf(db: Kysely<Tables>, provider: string): Promise<readonly Rule[]> {
  const { rows } = await sql<Rule>`
    select claim, value, groups,
      array(select id from companies where id = any(company_ids) and deleted_at is null) as company_ids
    from sign_in_rules where provider = ${provider}`.execute(db);
  return rows;
}

/** Groups and companies of all rules that hold for these claims; null where not one does. */
export function grantedBy(rules: readonly Rule[], claims: Claims): Granted | null {
  const holding = rules.filter(({ claim, value }) => holds(claimOf(claims, claim), value));
  if (holding.length === 0) return null;
  return {
    groups: [...new Set(holding.flatMap(({ groups }) => groups))],
    company_ids: [...new Set(holding.flatMap(({ company_ids }) => company_ids))],
  };
}

/** By its whole name, which may hold dots itself (an address), else along them. */
function claimOf(claims: Claims, name: string): unknown {
  if (Object.hasOwn(claims, name)) return claims[name];
  return name
    .split('.')
    .reduce<unknown>(
      (found, part) =>
        typeof found === 'object' && found !== null && Object.hasOwn(found, part)
          ? (found as Record<string, unknown>)[part]
          : undefined,
      claims,
    );
}

const holds = (found: unknown, value: string): boolean =>
  Array.isArray(found) ? found.some((one) => holds(one, value)) : String(found) === value && typeof found !== 'object';
