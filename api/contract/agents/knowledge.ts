/** Knowledge items on the wire (specification 1 §2, §3, §5, §7). */
import { listAnswer, listQuery } from '../paging';
import { answer, id, integer, moment, object, partial, text, type Shape } from '../schema';

const name = text('Name', { minLength: 1, maxLength: 255 });
const content = text('Content', { minLength: 1, verbatim: true });

/** A knowledge item. `agent_count` says how many agents it is linked to: what a deletion touches. */
export const knowledge = answer({
  id,
  name,
  content,
  agent_count: integer('Linked Agents', { minimum: 0 }),
  created_at: moment('Created'),
  updated_at: moment('Last Updated'),
});

/** Body of POST /knowledge. */
export const knowledgeWrite = object({ name, content }, ['name', 'content']);

/** Body of PATCH /knowledge/{id}. */
export const knowledgePatch = partial(knowledgeWrite);

/** What a knowledge list may be sorted by. */
export const KNOWLEDGE_SORTS = ['name', 'created_at', 'updated_at'] as const;
/** How it is sorted when nobody says. */
export const KNOWLEDGE_DEFAULT_SORT = 'name';

const contains = (title: string) => text(title, { maxLength: 1000, verbatim: true });

/** Query of GET /knowledge. `search` looks in name and content. */
export const knowledgeListQuery = listQuery(
  { search: contains('Search'), name: contains('Name'), content_contains: contains('Content contains') },
  KNOWLEDGE_SORTS,
);

export const knowledgeList = listAnswer(knowledge);

export type Knowledge = Shape<typeof knowledge>;
export type KnowledgeWrite = Shape<typeof knowledgeWrite>;
export type KnowledgePatch = Shape<typeof knowledgePatch>;
export type KnowledgeListQuery = Shape<typeof knowledgeListQuery>;
