-- Measured at 1,000,000 rows: 91 ms; users ShareRowExclusiveLock 13 ms.
-- Passkeys, as second factor or in place of the password, and the codes that signing in by one gives (DECISIONS §15).
create table user_passkeys (
  id integer primary key generated always as identity,
  user_id integer not null references users on delete cascade,
  -- As the authenticator names it, base64url.
  credential_id text not null unique,
  public_key bytea not null,
  -- How often it signed, as far as it counts: 0 where it does not.
  sign_count bigint not null,
  transports text[] not null,
  name text not null,
  created_at timestamptz(3) not null default clock_timestamp(),
  last_used_at timestamptz(3)
);
create index user_passkeys_user on user_passkeys (user_id);

create table sign_in_codes (
  -- SHA-256 of the code.
  hash bytea primary key,
  user_id integer not null references users on delete cascade,
  -- The challenge that was answered: each gives one code.
  challenge text not null unique,
  expires_at timestamptz(3) not null,
  -- Kept until the challenge has run out, too.
  used_at timestamptz(3)
);
