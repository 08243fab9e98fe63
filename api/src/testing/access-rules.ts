/** The table of DECISIONS §2: every route of the service by method and path, with who may and how a request looks. */
import { adRules } from './access-rules/ads';
import { agentRules } from './access-rules/agents';
import { connectionRules } from './access-rules/connections';
import { historyRules } from './access-rules/history';
import { ingestRules } from './access-rules/ingest';
import { peopleRules } from './access-rules/people';
import { platformRules } from './access-rules/platform';
import type { Rules } from './access-rules/rule';
import { socialRules } from './access-rules/social';
import { variantRules } from './access-rules/variants';

export const RULES: Rules = {
  ...platformRules,
  ...variantRules,
  ...adRules,
  ...agentRules,
  ...socialRules,
  ...historyRules,
  ...ingestRules,
  ...connectionRules,
  ...peopleRules,
};
