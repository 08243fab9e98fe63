create type taggable as enum ('facebook_ad', 'social_media_profile', 'social_media_post');

create table tags (
  id integer generated always as identity primary key,
  company_id integer not null references companies on delete cascade,
  resource_type taggable not null,
  name text not null,
  -- What all spellings of one tag share; the first spelling is the name.
  name_key text not null,
  created_at timestamptz(3) not null default clock_timestamp(),
  constraint tags_name_key unique (company_id, resource_type, name_key),
  -- For the uses: a tag is used by resources of its own company and type alone.
  unique (id, company_id, resource_type)
);
create index tags_by_name on tags (company_id, resource_type, lower(name) collate "C", id);

-- Which resource carries which tag. How often a tag is used is counted here, so it cannot be wrong.
create table tag_uses (
  resource_type taggable not null,
  company_id integer not null,
  resource_id integer not null,
  tag_id integer not null,
  primary key (resource_type, resource_id, tag_id),
  foreign key (tag_id, company_id, resource_type) references tags (id, company_id, resource_type) on delete cascade
) partition by list (resource_type);
create index tag_uses_by_tag on tag_uses (tag_id, resource_id);

-- Each type of resource has a partition of its own, which knows the resource's table:
--   create table <resource>_tags partition of tag_uses (
--     foreign key (company_id, resource_id) references <resources> (company_id, id) on delete cascade
--   ) for values in ('<resource>');
