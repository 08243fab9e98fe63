-- Measured at 1,000,000 rows: 105 ms; users ShareRowExclusiveLock 9 ms, sessions AccessExclusiveLock 4 ms.
-- Second factors (DECISIONS §15), and when the person of a session last gave their password or a passkey.
create table user_authenticators (
  user_id integer primary key references users on delete cascade,
  -- Sealed, for `users/{id}/authenticator`. Null: the key is lost; codes are asked for, and recovery codes alone are right.
  secret bytea,
  -- Null: set up, but no code of it has been given yet, so that it asks for none.
  confirmed_at timestamptz(3),
  -- The time step of the last code that counted: neither it nor an earlier one counts again.
  last_step integer not null default 0
);

create table user_recovery_codes (
  user_id integer not null references users on delete cascade,
  -- SHA-256 of the code. It is gone once it was used.
  hash bytea not null,
  primary key (user_id, hash)
);

-- When this session's person last gave their password or a passkey; null is unknown.
alter table sessions add column verified_at timestamptz(3);
