import type { Kysely } from 'kysely';
import { namingApplied, namingApply, namingPreview, namingPreviewQuery } from 'contract/ads/naming-rules';
import { NOUNS } from 'contract/nouns';
import type { Tables } from '../database/connection';
import { accessFor } from '../http/access';
import { byId, type AddRoute } from '../http/route';
import { regularRoutes } from '../records/regular-routes';
import {
  applyNamingRule,
  createNamingRule,
  namingRules,
  previewNaming,
  updateNamingRule,
} from './naming-rules.queries';

const { readers, writers } = accessFor('naming_rule');

/** Rules that turn names of ads into tags (DECISIONS §16). */
export function namingRuleRoutes(add: AddRoute, db: Kysely<Tables>): void {
  const { path } = NOUNS.naming_rule;
  const { list, find, remove } = namingRules;
  add('GET', `${path}/preview`, {
    access: readers,
    summary: 'What a pattern makes of the names of all ads of a company',
    query: namingPreviewQuery,
    response: namingPreview,
    handle: ({ caller, query }) => previewNaming(db, caller, query),
  });
  regularRoutes(add, db, {
    records: namingRules,
    calls: { list, find, create: createNamingRule, update: updateNamingRule, remove },
    summaries: { create: 'Keep a pattern, whose tags all ads of the company are given after each complete reading' },
  });
  add('POST', `${path}/:id/apply`, {
    access: writers,
    summary: 'Give the next thousand ads of the company the tags of their names; none is taken away',
    params: byId,
    body: namingApply,
    response: namingApplied,
    handle: async ({ caller, params, body }) =>
      applyNamingRule(db, caller, await namingRules.find(db, caller, params.id), body.after_id ?? 0),
  });
}
