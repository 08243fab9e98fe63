import type { Kysely } from 'kysely';
import type { Tables } from '../database/connection';
import type { AddRoute } from '../http/route';
import { regularRoutes } from '../records/regular-routes';
import { createSignInRule, signInRules, updateSignInRule } from './sign-in-rules.queries';

/** Rules that grant rights by a provider's claims (DECISIONS §15). */
export function signInRuleRoutes(add: AddRoute, db: Kysely<Tables>): void {
  const { list, find, remove } = signInRules;
  regularRoutes(add, db, {
    records: signInRules,
    calls: { list, find, create: createSignInRule, update: updateSignInRule, remove },
    summaries: { create: 'Grant groups and companies to who signs in with a claim; from their next sign-in on' },
  });
}
