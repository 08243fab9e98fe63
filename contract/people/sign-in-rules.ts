/** Rules of single sign-on: rights that a provider's claims grant (DECISIONS §15). */
import { computed, noun, written } from '../noun';
import { listQuery, partOf } from '../paging';
import { dateTime, id, listOf, text, type Infer } from '../schema';
import type { Group } from '../session';
import { companiesOf, groupsOf } from './people';

/** The names of providers: a part of an address. */
export const PROVIDER_NAME = '^[a-z0-9]+(-[a-z0-9]+)*$';

/** Query of GET /sign-in-rules. `search` looks in provider, claim and value. */
export const signInRuleListQuery = listQuery({ search: partOf('Search') }, ['value', 'provider', 'updated_at']);

/**
 * Who signs in by this provider with this claim is admitted, and is in these groups and companies for as long as the
 * claim stands. A claim is a name, or names with dots between them (`realm_access.roles`); a list of texts holds the value
 * where one of them is it.
 */
export const signInRule = noun('sign_in_rule', signInRuleListQuery, 'value', {
  id,
  provider: written(
    text('Provider', {
      minLength: 1,
      maxLength: 40,
      pattern: PROVIDER_NAME,
      formatMessage: 'Provider is its name in the operator’s file, such as okta',
    }),
  ),
  claim: written(text('Claim', { minLength: 1, maxLength: 200 })),
  value: written(text('Value', { minLength: 1, maxLength: 200 })),
  groups: written({ ...groupsOf('Groups'), default: [] as readonly Group[] }),
  company_ids: written({ ...companiesOf('Companies'), default: [] as readonly number[] }),
  company_names: computed(listOf(text('Company'), { title: 'Companies' })),
  created_at: dateTime('Created'),
  updated_at: dateTime('Updated'),
});

export type SignInRule = Infer<typeof signInRule.response>;
export type SignInRuleWrite = Infer<typeof signInRule.create>;
export type SignInRulePatch = Infer<typeof signInRule.update>;
export type SignInRuleListQuery = Infer<typeof signInRuleListQuery>;
