/** The links between agents and knowledge, as they go with either of the two and come back with it (DECISIONS §10). */
import { sql } from 'kysely';
import type { Beside } from '../records/beside';

const ENDS = {
  knowledge_ids: { own: 'agent_id', table: 'agent_definitions', other: 'knowledge_id', others: 'knowledge' },
  agent_ids: { own: 'knowledge_id', table: 'knowledge', other: 'agent_id', others: 'agent_definitions' },
} as const;

/**
 * Links of an agent (`knowledge_ids`) or a knowledge item (`agent_ids`), in ascending order. Of what is restored
 * those links come back whose other end is still there.
 */
export const linksBeside = (name: keyof typeof ENDS): Beside => {
  const { own, table, other, others } = ENDS[name];
  return {
    columns: {
      [name]: sql`(
        select coalesce(jsonb_agg(${sql.ref(other)} order by ${sql.ref(other)}), '[]')
        from agent_knowledge where ${sql.ref(`agent_knowledge.${own}`)} = ${sql.ref(`${table}.id`)})`,
    },
    async restore(transaction, _caller, kept) {
      // The other ends are locked, so that no one deletes one before its link is there.
      await sql`
        with linked as (
          select (record ->> 'id')::int as own, id.value::int as other
          from jsonb_array_elements(${JSON.stringify(kept)}::jsonb) as record,
            jsonb_array_elements_text(coalesce(record -> ${name}, '[]')) as id
        ), there as (
          select id from ${sql.table(others)} where id in (select other from linked) order by id for key share
        )
        insert into agent_knowledge (${sql.ref(own)}, ${sql.ref(other)})
        select own, other from linked where other in (select id from there)
        on conflict do nothing`.execute(transaction);
    },
  };
};
