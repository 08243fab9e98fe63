-- Measured at 1,000,000 rows: 124 ms; users ShareRowExclusiveLock 11 ms.
-- Single sign-on (docs/decisions §15): who a person is at a provider, what its claims grant, and how a session was opened.
create table user_identities (
  -- The provider's name in the operator's file, and the subject that it never gives to somebody else.
  provider text not null,
  subject text not null,
  user_id integer not null references users on delete cascade,
  created_at timestamptz(3) not null default clock_timestamp(),
  last_sign_in_at timestamptz(3),
  primary key (provider, subject),
  unique (user_id, provider)
);

create table sign_in_rules (
  id integer primary key generated always as identity,
  provider text not null,
  claim text not null,
  value text not null,
  groups text[] not null default '{}',
  company_ids integer[] not null default '{}',
  created_at timestamptz(3) not null default clock_timestamp(),
  updated_at timestamptz(3) not null default clock_timestamp(),
  updated_by integer references users
);

-- How a session came about, for back-channel logout and a factor that the provider has asked for.
alter table sign_in_codes
  add column provider text,
  add column provider_session text,
  add column has_factor boolean not null default false;
alter table sessions
  add column provider text,
  add column provider_session text,
  add column has_factor boolean not null default false;

-- Whether somebody signs in by password or passkey where SIGN_IN=oidc closes that to the others.
alter table users add column password_sign_in boolean not null default false;
