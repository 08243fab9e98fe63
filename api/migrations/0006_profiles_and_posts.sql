-- Lets an inverted index hold a company's id beside tags and text.
create extension if not exists btree_gin;

create table social_media_profiles (
  id integer generated always as identity primary key,
  company_id integer not null references companies on delete cascade,
  platform text not null,
  platform_username text not null,
  platform_identifier text,
  status text not null,
  status_message text,
  created_at timestamptz(3) not null default clock_timestamp(),
  updated_at timestamptz(3) not null default clock_timestamp(),
  created_by integer references users,
  updated_by integer references users,
  -- For the tags: a profile carries those of its own company alone.
  unique (company_id, id)
);
create unique index social_media_profiles_key on social_media_profiles (company_id, platform, lower(platform_username));
create index social_media_profiles_by_username
  on social_media_profiles (company_id, lower(platform_username) collate "C", id);
create index social_media_profiles_by_status on social_media_profiles (company_id, status, id);
create index social_media_profiles_by_creation on social_media_profiles (company_id, created_at, id);
create index social_media_profiles_by_update on social_media_profiles (company_id, updated_at, id);
create index social_media_profiles_username_contains
  on social_media_profiles using gin (company_id, platform_username gin_trgm_ops);
create index social_media_profiles_identifier_contains
  on social_media_profiles using gin (company_id, platform_identifier gin_trgm_ops);

create table social_media_posts (
  id integer generated always as identity primary key,
  company_id integer not null references companies on delete cascade,
  url text not null,
  platform text not null,
  post_type text,
  status text not null,
  status_message text,
  -- Read off the platform; null until then.
  cached_author_username text,
  cached_caption text,
  cached_play_count bigint,
  cached_scraped_at timestamptz(3),
  created_at timestamptz(3) not null default clock_timestamp(),
  updated_at timestamptz(3) not null default clock_timestamp(),
  created_by integer references users,
  updated_by integer references users,
  -- What tag_uses says of the post, for the index below.
  tag_ids integer[] not null default '{}',
  -- For the tags: a post carries those of its own company alone.
  unique (company_id, id)
);
-- By its hash: a URL may be longer than an entry of an index.
create unique index social_media_posts_key on social_media_posts (company_id, md5(url));
create index social_media_posts_by_creation on social_media_posts (company_id, created_at, id);
create index social_media_posts_by_update on social_media_posts (company_id, updated_at, id);
create index social_media_posts_by_platform on social_media_posts (company_id, platform, created_at, id);
create index social_media_posts_by_status on social_media_posts (company_id, status, created_at, id);
-- Nulls come last in both directions, so each direction has its own.
create index social_media_posts_by_author
  on social_media_posts (company_id, lower(cached_author_username) collate "C", id);
create index social_media_posts_by_author_down
  on social_media_posts (company_id, lower(cached_author_username) collate "C" desc nulls last, id desc);
create index social_media_posts_by_views on social_media_posts (company_id, cached_play_count, id);
create index social_media_posts_by_views_down
  on social_media_posts (company_id, cached_play_count desc nulls last, id desc);
-- The same without a company: all posts of the caller, the newest first.
create index social_media_posts_of_all on social_media_posts (created_at, id);
-- A filter by company, tags and text reads nothing else. The text is in the words of the query (social/posts.queries).
create index social_media_posts_filter on social_media_posts using gin (
  company_id,
  tag_ids,
  lower(url || E'\x1f' || coalesce(cached_author_username, '') || E'\x1f' || coalesce(cached_caption, '')) gin_trgm_ops
);

create table social_media_profile_tags partition of tag_uses (
  foreign key (company_id, resource_id) references social_media_profiles (company_id, id) on delete cascade
) for values in ('social_media_profile');
create table social_media_post_tags partition of tag_uses (
  foreign key (company_id, resource_id) references social_media_posts (company_id, id) on delete cascade
) for values in ('social_media_post');

-- Keeps tag_ids true, once a statement, however many uses it changes. Planned anew each time: a plan for the many that a
-- merge moves would read every post for the one that is tagged next.
create function keep_post_tag_ids() returns trigger language plpgsql as $$
begin
  if exists (select from changed where resource_type = 'social_media_post') then
    execute $update$
      update social_media_posts
      set tag_ids = array(
        select tag_id from tag_uses
        where resource_type = 'social_media_post' and resource_id = social_media_posts.id
        order by tag_id
      )
      where id in (select resource_id from changed where resource_type = 'social_media_post')
    $update$;
  end if;
  return null;
end $$;
create trigger keep_post_tag_ids_of_new after insert on tag_uses
  referencing new table as changed for each statement execute function keep_post_tag_ids();
create trigger keep_post_tag_ids_of_moved after update on tag_uses
  referencing new table as changed for each statement execute function keep_post_tag_ids();
-- What goes with its tag or its post may stay: no tag has that id again, and the post is gone.
create trigger keep_post_tag_ids_of_old after delete on tag_uses
  referencing old table as changed for each statement when (pg_trigger_depth() = 0) execute function keep_post_tag_ids();
