create table social_media_post_criteria (
  id integer generated always as identity primary key,
  company_id integer not null references companies on delete cascade
    constraint social_media_post_criteria_company_key unique,
  description text not null,
  created_at timestamptz(3) not null default clock_timestamp(),
  updated_at timestamptz(3) not null default clock_timestamp(),
  updated_by integer references users
);

create table social_media_search_terms (
  id integer generated always as identity primary key,
  company_id integer not null references companies on delete cascade,
  platform text not null,
  search_term text not null,
  status text not null,
  created_at timestamptz(3) not null default clock_timestamp(),
  updated_at timestamptz(3) not null default clock_timestamp(),
  updated_by integer references users
);
-- However many import the same list at once, a term is stored once.
create unique index social_media_search_terms_key on social_media_search_terms (company_id, platform, lower(search_term));
create index social_media_search_terms_by_term
  on social_media_search_terms (company_id, lower(search_term) collate "C", id);
create index social_media_search_terms_by_status on social_media_search_terms (company_id, status, id);
create index social_media_search_terms_by_creation on social_media_search_terms (company_id, created_at, id);
create index social_media_search_terms_contain on social_media_search_terms using gin (search_term gin_trgm_ops);
