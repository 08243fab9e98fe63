-- Measured at 1,000,000 rows: 99 ms; facebook_ads AccessExclusiveLock 4 ms, product_variants AccessExclusiveLock 4 ms, social_media_posts AccessExclusiveLock 4 ms.
-- From which source a record was read last (DECISIONS §13); null: from none, or not known.
alter table product_variants add read_from text;
alter table facebook_ads add read_from text;
alter table social_media_posts
  add read_from text,
  -- Status and message of a post that the source has no more, for when it returns.
  add before_gone jsonb;
