-- One inverted index holds company and text, so that a search reads no other company's ads.
create extension if not exists btree_gin;

drop index facebook_ads_search;
alter table facebook_ads add searched text not null generated always as (
  lower(ad_name || E'\n' || coalesce(campaign_name, '') || E'\n' || coalesce(adset_name, '') || E'\n' || ad_identifier)
) stored;
create index facebook_ads_search on facebook_ads using gin (company_id, searched gin_trgm_ops);

-- With the type in the index, who carries a tag is read off it alone.
drop index tag_uses_by_tag;
create index tag_uses_by_tag on tag_uses (resource_type, tag_id, resource_id);
