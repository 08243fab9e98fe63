-- The outcome of each keyed call, written in the transaction of its effect (DECISIONS §1). Kept for 24 hours.
-- Neither what was asked nor where is kept in clear: `call` is the hash of method and path, `request` of query and body.
create table idempotency_keys (
  user_id integer not null references users on delete cascade,
  key text not null check (length(key) between 1 and 100),
  call bytea not null,
  request bytea not null,
  status smallint not null check (status between 200 and 499),
  body text,
  created_at timestamptz not null default clock_timestamp(),
  primary key (user_id, key, call)
);

create index idempotency_keys_created_at on idempotency_keys (created_at);
