import type { SignInRule, SignInRuleListQuery, SignInRuleWrite } from 'contract/people/sign-in-rules';
import { resourceCalls } from 'shared-auth';

/** The calls of DECISIONS §15 on what claims grant. */
export const signInRuleCalls = resourceCalls('sign-in-rules', (rules) => {
  const { list, matching, get, update, remove } = rules.regular<SignInRule, SignInRuleListQuery, SignInRuleWrite>();
  return { list, matching, get, update, remove, create: rules.create<SignInRule, SignInRuleWrite>() };
});
