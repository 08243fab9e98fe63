-- A list's filters, sort, columns and density under a name: one person's own, or a group's (DECISIONS §11).
create table views (
  id integer generated always as identity primary key,
  -- Its author.
  user_id integer not null references users on delete cascade,
  list text not null,
  name text not null,
  -- As it stands in the address behind the question mark.
  query text not null,
  -- In their order; none: as the list has them.
  columns text[] not null,
  density text not null check (density in ('comfortable', 'compact')),
  -- Among those of its author and list, from 0.
  position smallint not null,
  is_default boolean not null,
  -- Whose members read it; null: its author alone does.
  group_name text check (group_name in ('CompanyAdmin', 'SocialMediaManager', 'AdManager', 'AaasAdmin', 'Admin')),
  created_at timestamptz(3) not null default clock_timestamp(),
  updated_at timestamptz(3) not null default clock_timestamp(),
  updated_by integer references users
);
create index views_of_person on views (user_id, list, position);
create index views_of_group on views (group_name, list) where group_name is not null;
create unique index views_own_default on views (user_id, list) where is_default and group_name is null;
create unique index views_group_default on views (group_name, list) where is_default and group_name is not null;
