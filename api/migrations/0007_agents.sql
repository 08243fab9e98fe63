create table agent_definitions (
  id integer generated always as identity primary key,
  slug text not null constraint agent_definitions_slug_key unique,
  system_prompt text not null,
  prompt_length integer not null generated always as (char_length(system_prompt)) stored,
  created_at timestamptz(3) not null default clock_timestamp(),
  updated_at timestamptz(3) not null default clock_timestamp(),
  updated_by integer references users
);
create index agent_definitions_by_slug on agent_definitions (lower(slug) collate "C", id);
create index agent_definitions_by_creation on agent_definitions (created_at, id);
create index agent_definitions_by_update on agent_definitions (updated_at, id);
create index agent_definitions_slug_contains on agent_definitions using gin (slug gin_trgm_ops);
create index agent_definitions_prompt_contains on agent_definitions using gin (system_prompt gin_trgm_ops);

create table knowledge (
  id integer generated always as identity primary key,
  name text not null,
  content text not null,
  created_at timestamptz(3) not null default clock_timestamp(),
  updated_at timestamptz(3) not null default clock_timestamp(),
  updated_by integer references users
);
create index knowledge_by_name on knowledge (lower(name) collate "C", id);
create index knowledge_by_creation on knowledge (created_at, id);
create index knowledge_by_update on knowledge (updated_at, id);
create index knowledge_name_contains on knowledge using gin (name gin_trgm_ops);
create index knowledge_content_contains on knowledge using gin (content gin_trgm_ops);

create table agent_knowledge (
  agent_id integer not null references agent_definitions on delete cascade,
  knowledge_id integer not null references knowledge on delete cascade,
  primary key (agent_id, knowledge_id)
);
create index agent_knowledge_by_knowledge on agent_knowledge (knowledge_id);

-- A knowledge item in pieces that a search can rank and an answer can hold; written with the item.
create table knowledge_passages (
  knowledge_id integer not null references knowledge on delete cascade,
  position integer not null,
  -- The item's name, so that a passage is found by it too.
  name text not null,
  content text not null,
  words tsvector not null
    generated always as (to_tsvector('english', name) || to_tsvector('english', content)) stored,
  primary key (knowledge_id, position)
);
create index knowledge_passages_words on knowledge_passages using gin (words);

-- A conversation of one user; in the database, so that it survives a restart and reaches every process.
create table agent_sessions (
  tab_id text primary key,
  user_id integer not null references users on delete cascade,
  agent_id integer references agent_definitions on delete set null,
  -- The answer that is being written, and when its process last said so.
  run_id text,
  run_seen_at timestamptz(3),
  created_at timestamptz(3) not null default clock_timestamp(),
  touched_at timestamptz(3) not null default clock_timestamp()
);
create index agent_sessions_user on agent_sessions (user_id);
create index agent_sessions_agent on agent_sessions (agent_id);
create index agent_sessions_age on agent_sessions (touched_at);
create index agent_sessions_run on agent_sessions (run_id) where run_id is not null;

create table agent_messages (
  id integer generated always as identity primary key,
  tab_id text not null references agent_sessions on delete cascade,
  -- The answer that it is part of; null for what the user wrote.
  run_id text,
  role text not null check (role in ('user', 'assistant', 'tool')),
  content text not null default '',
  status text not null default 'complete' check (status in ('complete', 'running', 'interrupted')),
  tool_name text,
  tool_calls jsonb not null default '[]',
  created_at timestamptz(3) not null default clock_timestamp()
);
create index agent_messages_tab on agent_messages (tab_id, id);
