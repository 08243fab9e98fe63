-- Measured at 1,000,000 rows: 84 ms; users ShareRowExclusiveLock 25 ms, companies ShareRowExclusiveLock 3 ms.
-- Machine tokens (DECISIONS §14): with one, a program writes what it has read from a source. New tables: nobody waits.
create table ingest_tokens (
  id integer generated always as identity primary key,
  name text not null,
  -- Of which companies it may write; one that is gone is passed over, for no other company gets its id.
  company_ids integer[] not null check (cardinality(company_ids) > 0),
  scopes text[] not null check (cardinality(scopes) > 0),
  expires_at timestamptz(3) not null,
  revoked_at timestamptz(3),
  -- Noted at most once in five minutes.
  last_used_at timestamptz(3),
  last_used_address text,
  created_at timestamptz(3) not null default clock_timestamp(),
  updated_at timestamptz(3) not null default clock_timestamp(),
  created_by integer references users,
  updated_by integer references users
);
-- Its secrets: the one that works, and for a while the one before. Only hashes; none is in a backup.
create table ingest_token_secrets (
  -- The first part, by which it is looked up.
  lookup text collate "C" primary key,
  token_id integer not null references ingest_tokens on delete cascade,
  -- SHA-256 of the whole.
  hash bytea not null,
  -- Set by a rotation; null: it works as long as the token.
  ends_at timestamptz(3),
  created_at timestamptz(3) not null default clock_timestamp()
);
create index ingest_token_secrets_token on ingest_token_secrets (token_id);

-- The outcome of each keyed call of a token, as idempotency_keys has those of people. Kept for 24 hours.
create table ingest_outcomes (
  token_id integer not null references ingest_tokens on delete cascade,
  key text not null check (length(key) between 1 and 100),
  call bytea not null,
  request bytea not null,
  status smallint not null check (status between 200 and 499),
  body text,
  operation_id text,
  created_at timestamptz not null default clock_timestamp(),
  primary key (token_id, key, call)
);
create index ingest_outcomes_created_at on ingest_outcomes (created_at);

-- A reading that comes in several calls: its moment, and the keys of records that were refused, which are not gone.
create table ingest_snapshots (
  token_id integer not null references ingest_tokens on delete cascade,
  resource text not null,
  company_id integer not null references companies on delete cascade,
  source text not null,
  snapshot_id text not null,
  observed_at timestamptz(3) not null,
  refused text[] not null default '{}',
  created_at timestamptz not null default clock_timestamp(),
  primary key (token_id, resource, company_id, source, snapshot_id)
);
create index ingest_snapshots_created_at on ingest_snapshots (created_at);
