-- Measured at 1,000,000 rows: 282 ms; sessions ShareRowExclusiveLock 18 ms, social_media_posts ShareRowExclusiveLock 18 ms, users ShareRowExclusiveLock 10 ms.
-- Posts that somebody has before them in the review queue, and those that somebody put off (docs/decisions §16).
create table review_leases (
  post_id integer primary key references social_media_posts on delete cascade,
  session_id uuid not null references sessions on delete cascade,
  leased_until timestamptz not null
);
create index review_leases_session on review_leases (session_id);

create table review_skips (
  post_id integer not null references social_media_posts on delete cascade,
  user_id integer not null references users on delete cascade,
  skipped_at timestamptz not null default clock_timestamp(),
  primary key (post_id, user_id)
);
create index review_skips_user on review_skips (user_id);
