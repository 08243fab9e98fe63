-- A text that is short or everywhere is counted by reading what searches look in off an index. An entry of an index has a
-- limit, so the few posts with a long text are only named by one, and their rows are read (social/posts.queries).
create index social_media_posts_texts on social_media_posts (company_id, platform, status)
  include (searched) where octet_length(searched) <= 2400;
create index social_media_posts_long_texts on social_media_posts (company_id, id)
  where octet_length(searched) > 2400;
-- Without them the planner takes a third of all texts for long.
create statistics social_media_posts_lengths on (octet_length(searched)) from social_media_posts;
analyze social_media_posts;
