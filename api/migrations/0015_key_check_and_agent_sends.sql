-- A known text under ENCRYPTION_KEY: a start with another key is noticed before a stored key is touched or a new one is
-- sealed by it. One row.
create table encryption_check (
  only_row boolean primary key default true check (only_row),
  sealed bytea not null
);

-- When a person sent messages to agents, for the limit of an hour; kept apart from the conversation, which its owner may
-- clear.
create table agent_sends (
  user_id integer not null references users on delete cascade,
  sent_at timestamptz(3) not null default clock_timestamp()
);
create index agent_sends_user on agent_sends (user_id, sent_at);
