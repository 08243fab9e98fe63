-- Trigram indexes serve the "contains" filters of every list.
create extension if not exists pg_trgm;

create table users (
  id integer generated always as identity primary key,
  username text not null,
  -- What two spellings of one name share: Unicode NFKC, trimmed, lower case.
  username_key text not null constraint users_username_key unique,
  email text not null default '',
  password_hash text not null,
  disabled_at timestamptz(3),
  created_at timestamptz(3) not null default clock_timestamp()
);

create table user_groups (
  user_id integer not null references users on delete cascade,
  group_name text not null
    check (group_name in ('CompanyAdmin', 'SocialMediaManager', 'AdManager', 'AaasAdmin', 'Admin')),
  primary key (user_id, group_name)
);

create table sessions (
  id uuid primary key,
  user_id integer not null references users on delete cascade,
  -- Of the refresh token only its SHA-256 is kept.
  refresh_hash bytea not null,
  created_at timestamptz(3) not null default clock_timestamp(),
  expires_at timestamptz(3) not null
);
create index sessions_user on sessions (user_id);
create index sessions_expiry on sessions (expires_at);

-- In the database, so that the limits hold for several processes behind one gateway.
create table sign_in_failures (
  address text not null,
  username_key text not null,
  failed_at timestamptz(3) not null default clock_timestamp()
);
create index sign_in_failures_name on sign_in_failures (address, username_key, failed_at);
create index sign_in_failures_address on sign_in_failures (address, failed_at);
create index sign_in_failures_age on sign_in_failures (failed_at);

create table audit_log (
  id bigint generated always as identity primary key,
  at timestamptz(3) not null default clock_timestamp(),
  -- Null for the operator at the command line. The name is kept as it was then.
  user_id integer references users,
  username text not null,
  action text not null,
  resource text not null,
  record_id text not null,
  before jsonb,
  after jsonb,
  request_id text
);
create index audit_log_record on audit_log (resource, record_id, id);
