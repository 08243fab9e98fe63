-- A post whose tag_ids are true already is not written again.
create or replace function keep_post_tag_ids() returns trigger language plpgsql as $$
begin
  if exists (select from changed where resource_type = 'social_media_post') then
    execute $update$
      update social_media_posts post
      set tag_ids = now.tag_ids
      from (
        select id, array(
          select tag_id from tag_uses where resource_type = 'social_media_post' and resource_id = id order by tag_id
        ) as tag_ids
        from (select distinct resource_id as id from changed where resource_type = 'social_media_post') as posts
      ) as now
      where post.id = now.id and post.tag_ids <> now.tag_ids
    $update$;
  end if;
  return null;
end $$;
