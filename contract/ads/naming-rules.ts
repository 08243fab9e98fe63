/** Naming rules on the wire: a company's naming convention, which turns names of ads into tags (DECISIONS §16). */
import { computed, noun, written, writtenOnce } from '../noun';
import { listQuery, partOf } from '../paging';
import {
  choice,
  company,
  count,
  dateTime,
  flag,
  id,
  integer,
  listOf,
  nullable,
  object,
  response,
  text,
  type Infer,
} from '../schema';

/** Query of GET /naming-rules. `search` looks in name and pattern. */
export const namingRuleListQuery = listQuery({ company_id: company('Company'), search: partOf('Search') }, [
  'name',
  'updated_at',
]);

const pattern = text('Pattern', {
  minLength: 1,
  maxLength: 200,
  pattern: '\\{[^{}]*[^{}\\s][^{}]*\\}',
  formatMessage: 'Pattern must name a part in braces, such as {product}',
});

/**
 * A naming rule; its name is unique in its company. In the pattern a part in braces stands for any text, and becomes a tag
 * where it has a name: `{product} – {angle} v{n} | {audience}`. Its author is who last saved it; it has ended where that
 * person may not tag the company's ads any more.
 */
export const namingRule = noun('naming_rule', namingRuleListQuery, 'name', {
  id,
  company_id: writtenOnce(company('Company', { requiredMessage: 'Please select a company' })),
  company_name: computed(text('Company')),
  name: written(text('Name', { minLength: 1, maxLength: 100, unique: true })),
  pattern: written(pattern),
  last_updated_by_username: computed(nullable(text('Author'))),
  state: computed(choice('State', { active: 'Active', ended: 'Ended' })),
  last_run_at: nullable(dateTime('Last Run')),
  /** How many ads its last run gave a tag that they had not. */
  last_run_count: nullable(count('Ads Tagged')),
  created_at: dateTime('Created'),
  updated_at: dateTime('Updated'),
});

/** Query of GET /naming-rules/preview. */
export const namingPreviewQuery = object({ company_id: company('Company'), pattern }, ['company_id', 'pattern']);

const name = text('Ad Name');

/** The response to it: what the pattern makes of all ads of the company, with some of them and its most frequent tags. */
export const namingPreview = response({
  ad_count: count('Ads'),
  matched_count: count('Ads that match'),
  /** How many of them would get a tag that they have not. */
  changed_count: count('Ads to tag'),
  tag_count: count('Tags'),
  new_tag_count: count('New tags'),
  /** How many parts of names would be no tag, such as one of more than 50 characters. */
  unfit_count: count('Parts that can be no tag'),
  tags: listOf(response({ name: text('Tag'), ad_count: count('Ads'), is_new: flag('New') })),
  examples: listOf(response({ id, name, tags: listOf(text('Tag')) })),
  unmatched: listOf(response({ id, name })),
});

/** Body of POST /naming-rules/{id}/apply: the ads behind this id; absent: from the first. */
export const namingApply = object({ after_id: integer('After', { minimum: 0 }) }, []);

/** The response to it: what was done to the next thousand ads of the company. */
export const namingApplied = response({
  changed_count: count('Ads tagged'),
  /** How many would carry more tags than a record can, and were left. */
  full_count: count('Ads left'),
  /** To be sent as `after_id` next; null: these were the last. */
  next_after_id: nullable(id),
});

export type NamingRule = Infer<typeof namingRule.response>;
export type NamingRuleWrite = Infer<typeof namingRule.create>;
export type NamingRulePatch = Infer<typeof namingRule.update>;
export type NamingRuleListQuery = Infer<typeof namingRuleListQuery>;
export type NamingPreviewQuery = Infer<typeof namingPreviewQuery>;
export type NamingPreview = Infer<typeof namingPreview>;
export type NamingApply = Infer<typeof namingApply>;
export type NamingApplied = Infer<typeof namingApplied>;
