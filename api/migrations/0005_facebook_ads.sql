create table facebook_ads (
  id integer generated always as identity primary key,
  company_id integer not null references companies on delete cascade,
  ad_identifier text not null,
  ad_name text not null,
  -- What a refresh has not brought is null.
  ad_type text,
  campaign_name text,
  adset_name text,
  spend_last_1d numeric(12, 2),
  spend_last_7d numeric(12, 2),
  spend_last_14d numeric(12, 2),
  spend_last_28d numeric(12, 2),
  cache_updated_at timestamptz(3),
  constraint facebook_ads_identifier_key unique (company_id, ad_identifier),
  -- For the tags: an ad carries those of its own company alone.
  unique (company_id, id)
);
create index facebook_ads_by_name on facebook_ads (company_id, lower(ad_name) collate "C", id);
create index facebook_ads_by_spend on facebook_ads (company_id, spend_last_7d desc nulls last, id desc)
  include (spend_last_1d, spend_last_14d, spend_last_28d);
create index facebook_ads_search on facebook_ads using gin (
  (ad_name || E'\n' || coalesce(campaign_name, '') || E'\n' || coalesce(adset_name, '') || E'\n' || ad_identifier)
  gin_trgm_ops
);

create table facebook_ad_tags partition of tag_uses (
  foreign key (company_id, resource_id) references facebook_ads (company_id, id) on delete cascade
) for values in ('facebook_ad');

-- Beside the ads, so that lists do not read past them.
create table facebook_ad_previews (
  ad_id integer primary key references facebook_ads on delete cascade,
  preview_html text,
  -- Why there is none.
  error text,
  check ((preview_html is null) <> (error is null))
);

-- The selection that a person keeps on the server.
create table facebook_ad_selections (
  user_id integer not null references users on delete cascade,
  ad_id integer not null references facebook_ads on delete cascade,
  primary key (user_id, ad_id)
);
create index facebook_ad_selections_ad on facebook_ad_selections (ad_id);
