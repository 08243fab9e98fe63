-- Which kinds of changes an agent may propose; none unless somebody says so.
alter table agent_definitions add allowed_proposals text[] not null default '{}';

-- A change that an agent proposes and a person decides on: what would be written to which records, fixed when it is made.
create table agent_proposals (
  id integer generated always as identity primary key,
  -- It goes with its conversation, and with the messages of the answer that made it.
  tab_id text not null references agent_sessions on delete cascade,
  run_id text not null,
  -- The agent's slug, as the log says it.
  agent text not null,
  kind text not null,
  company_id integer not null references companies on delete cascade,
  -- The ordinary call that it stands for: its route, and its body but for the records.
  call jsonb not null,
  -- Each record with its name, its updated_at and the values that would change, as they were when it was made.
  records jsonb not null,
  -- So many more of those that were meant have it already.
  unchanged_count integer not null,
  -- One that is open and older than a day counts as expired.
  status text not null default 'open' check (status in ('open', 'applied', 'dismissed')),
  outcome jsonb,
  created_at timestamptz(3) not null default clock_timestamp(),
  check ((outcome is not null) = (status = 'applied'))
);
create index agent_proposals_tab on agent_proposals (tab_id, id);
create index agent_proposals_company on agent_proposals (company_id);
create index agent_proposals_open on agent_proposals (created_at) where status = 'open';
