/** Knowledge items on the wire (specification 1 §2, §3, §5, §7). */
import { computed, noun, written } from '../noun';
import { listQuery, partOf } from '../paging';
import { count, dateTime, id, longText, text, type Infer } from '../schema';

/** Query of GET /knowledge. `search` looks in name and content. */
export const knowledgeListQuery = listQuery(
  { search: partOf('Search'), name: partOf('Name'), content_contains: partOf('Content contains') },
  ['name', 'created_at', 'updated_at'],
);

/** A knowledge item. `agent_count` says how many agents it is linked to: what a deletion touches. */
export const knowledgeItem = noun('knowledge', knowledgeListQuery, 'name', {
  id,
  name: written(text('Name', { minLength: 1, maxLength: 255 })),
  content: written(longText('Content', { minLength: 1 })),
  agent_count: computed(count('Linked Agents')),
  created_at: dateTime('Created'),
  updated_at: dateTime('Last Updated'),
});

/** An item as every response has it, and the bodies of POST and PATCH /knowledge. */
export const { response: knowledge, create: knowledgeWrite, update: knowledgePatch } = knowledgeItem;

export type Knowledge = Infer<typeof knowledge>;
export type KnowledgeWrite = Infer<typeof knowledgeWrite>;
export type KnowledgePatch = Infer<typeof knowledgePatch>;
export type KnowledgeListQuery = Infer<typeof knowledgeListQuery>;
