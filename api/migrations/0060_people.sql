-- Measured at 1,000,000 rows: 831 ms; users ShareRowExclusiveLock 33 ms, users AccessExclusiveLock 33 ms.
-- People as the screen keeps them, and their invitations (DECISIONS §15). An invited person has no password yet. The columns
-- of the last change are not called updated_by and updated_at: the previous release's look-ups of names would find them.
alter table users
  alter column password_hash drop not null,
  add column last_sign_in_at timestamptz(3),
  add column changed_at timestamptz(3) not null default now(),
  add column changed_by integer references users;
alter table users alter column changed_at set default clock_timestamp();

create table user_invitations (
  -- SHA-256 of the link's secret.
  hash bytea primary key,
  -- Null: it makes the first user.
  user_id integer unique references users on delete cascade,
  expires_at timestamptz(3) not null,
  created_at timestamptz(3) not null default clock_timestamp()
);
