-- Measured at 1,000,000 rows: 207 ms; users ShareRowExclusiveLock 18 ms.
-- The tokens that each answer took. They outlive the conversation: administrators read them by month, and a person's
-- budget of a month is counted from them. A new table: nobody waits for it.
create table agent_usage (
  id integer generated always as identity primary key,
  -- The message that was answered; no key, since its conversation may be cleared.
  message_id integer not null,
  user_id integer not null references users on delete cascade,
  agent text not null,
  input_tokens integer not null check (input_tokens >= 0),
  output_tokens integer not null check (output_tokens >= 0),
  -- The model did not say: counted from the characters.
  is_estimated boolean not null,
  created_at timestamptz(3) not null default clock_timestamp()
);
-- What one person has used since the beginning of a month is read before each message.
create index agent_usage_by_user on agent_usage (user_id, created_at) include (input_tokens, output_tokens);
