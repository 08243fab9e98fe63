import type {
  NamingApplied,
  NamingPreview,
  NamingPreviewQuery,
  NamingRule,
  NamingRuleListQuery,
  NamingRuleWrite,
} from 'contract/ads/naming-rules';
import { injectEndpoints, resourceCalls } from 'shared-auth';

/** The calls of DECISIONS §16 on naming rules. */
export const namingRuleCalls = resourceCalls('naming-rules', (rules) => ({
  ...rules.regular<NamingRule, NamingRuleListQuery, NamingRuleWrite>(),
  /** The outcome of a pattern on all ads of a company. It is another when ads are tagged. */
  preview: rules.build.query<NamingPreview, NamingPreviewQuery>({
    query: (query) => ({ path: `${rules.path}/preview`, query }),
    providesTags: ['tags'],
  }),
}));

const changed = ['naming-rules', 'facebook-ads', 'tags'] as const;

/** The call that gives the next thousand ads of a rule's company their tags. */
export const { applyNamingRule } = injectEndpoints(changed, (build) => ({
  applyNamingRule: build.mutation<NamingApplied, { id: number; after_id: number }>({
    query: ({ id, after_id }) => ({ method: 'POST', path: `/naming-rules/${id}/apply`, body: { after_id } }),
    invalidatesTags: changed,
  }),
})).endpoints;
