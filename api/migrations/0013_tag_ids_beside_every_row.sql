-- Ads and profiles keep the ids of their tags as posts do, so that one index tells what a filter by tags shows.
alter table facebook_ads add tag_ids integer[] not null default '{}';
alter table social_media_profiles add tag_ids integer[] not null default '{}';

drop trigger keep_post_tag_ids_of_new on tag_uses;
drop trigger keep_post_tag_ids_of_moved on tag_uses;
drop trigger keep_post_tag_ids_of_old on tag_uses;
drop function keep_post_tag_ids();

-- Keeps tag_ids true, once a statement, however many uses it changes; a row whose tag_ids are true already is not written
-- again. Planned anew each time: a plan for the many that a merge moves would read every row for the one tagged next.
create function keep_tag_ids() returns trigger language plpgsql as $$
declare
  resource taggable;
begin
  for resource in select distinct resource_type from changed loop
    -- The tables are the types in the plural.
    execute format(
      $update$
        update %I as tagged
        set tag_ids = now.tag_ids
        from (
          select id, array(
            select tag_id from tag_uses where resource_type = %L and resource_id = id order by tag_id
          ) as tag_ids
          from (select distinct resource_id as id from changed where resource_type = %L) as ids
        ) as now
        where tagged.id = now.id and tagged.tag_ids <> now.tag_ids
      $update$,
      resource || 's', resource, resource
    );
  end loop;
  return null;
end $$;
create trigger keep_tag_ids_of_new after insert on tag_uses
  referencing new table as changed for each statement execute function keep_tag_ids();
create trigger keep_tag_ids_of_moved after update on tag_uses
  referencing new table as changed for each statement execute function keep_tag_ids();
-- What goes with its tag or its row may stay: no tag has that id again, and the row is gone.
create trigger keep_tag_ids_of_old after delete on tag_uses
  referencing old table as changed for each statement when (pg_trigger_depth() = 0) execute function keep_tag_ids();

update facebook_ads set tag_ids = uses.tag_ids
from (
  select resource_id, array_agg(tag_id order by tag_id) as tag_ids
  from tag_uses where resource_type = 'facebook_ad' group by resource_id
) as uses
where id = resource_id;
update social_media_profiles set tag_ids = uses.tag_ids
from (
  select resource_id, array_agg(tag_id order by tag_id) as tag_ids
  from tag_uses where resource_type = 'social_media_profile' group by resource_id
) as uses
where id = resource_id;

-- What a search of posts looks in: URL, author and caption in lower case, in a column, so that no row is folded when it is
-- looked for and the planner knows how common a text is. U+001F stands between them: nothing is found across two.
alter table social_media_posts add searched text not null generated always as (
  lower(url || E'\x1f' || coalesce(cached_author_username, '') || E'\x1f' || coalesce(cached_caption, ''))
) stored;

-- Company, tags and text together for a filter by all of them; company and tags alone for one whose text is everywhere or
-- too short to be looked up.
drop index facebook_ads_search;
create index facebook_ads_filter on facebook_ads using gin (company_id, tag_ids, searched gin_trgm_ops, ad_type gin_trgm_ops);
create index facebook_ads_by_tag on facebook_ads using gin (company_id, tag_ids);
drop index social_media_posts_filter;
create index social_media_posts_filter on social_media_posts using gin (company_id, tag_ids, searched gin_trgm_ops);
create index social_media_posts_by_tag on social_media_posts using gin (company_id, tag_ids);
create index social_media_profiles_by_tag on social_media_profiles using gin (company_id, tag_ids);
