-- Measured at 1,000,000 rows: 88 ms; facebook_ads AccessExclusiveLock 16 ms, companies ShareRowExclusiveLock 14 ms, facebook_ads ShareRowExclusiveLock 8 ms.
-- Spend over all that a filter matches (DECISIONS §16). New tables, a column with a constant default, triggers: nobody waits.
-- No release has stored days: where some are, they are packed in one statement and their table goes.

-- The days of an ad by blocks of 32 as one number, in place of a row each: a day has sixteen digits of it, so that adding up
-- the numbers of many ads adds up all of their days at once. A day's sum has room for $100 trillion.
create table facebook_ad_blocks (
  company_id integer not null,
  -- Days since 1970-01-01, divided by 32; what is left is the day's place.
  block integer not null,
  ad_id integer not null,
  -- In cents; the day of place 0 has the last sixteen digits.
  cents numeric not null,
  -- A company's block is read in one go. No key refers to the ads: their deletion takes these rows along all at once.
  primary key (company_id, block, ad_id)
);

-- Whether a day of the ad was ever brought.
alter table facebook_ads add has_days boolean not null default false;

-- The sums over all ads of a company, without filters, by the day or by one kind of groups: kept block by block, from the
-- first time that somebody asks for one until something changes.
create table facebook_spend_kept (
  company_id integer not null references companies on delete cascade,
  by text not null,
  block integer not null,
  ads integer not null,
  without_days integer not null,
  without_days_cents bigint not null,
  primary key (company_id, by, block)
);
create table facebook_spend_sums (
  company_id integer not null,
  by text not null,
  block integer not null,
  -- The group; null: the ads that are in none. Of tags the id.
  name text,
  cents numeric not null,
  -- Where an ad may be in several groups: of those ads that have this one first.
  own_cents numeric,
  foreign key (company_id, by, block) references facebook_spend_kept on delete cascade
);
create index facebook_spend_sums_kept on facebook_spend_sums (company_id, by, block);
-- A company is here when what is kept of it is not true any more. Rows are only added by who changes ads, so that none of
-- them waits for another.
create table facebook_spend_changes (company_id integer not null);
create index facebook_spend_changes_company on facebook_spend_changes (company_id);

-- Functions that are no triggers outlive a restore, which drops tables: they are replaced.

-- Who keeps sums holds this lock alone, who changes something shares it: what is kept has all that was changed before.
create or replace function forget_spend_sums(ids integer[]) returns void language plpgsql as $$
begin
  perform pg_advisory_xact_lock_shared(hashtextextended('spend sums ' || id, 0))
  from (select distinct unnest(ids) as id order by 1) as changed;
  insert into facebook_spend_changes (company_id)
  select distinct id from unnest(ids) as id
  where exists (select from facebook_spend_kept where company_id = id)
    and not exists (select from facebook_spend_changes where company_id = id);
end $$;

create function forget_spend_sums_of_ads() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    perform forget_spend_sums(array(
      select distinct now.company_id from changed as now join before using (id)
      where (now.ad_type, now.campaign_name, now.adset_name, now.tag_ids, now.spend_last_28d, now.has_days)
        is distinct from
        (before.ad_type, before.campaign_name, before.adset_name, before.tag_ids, before.spend_last_28d, before.has_days)));
  else
    perform forget_spend_sums(array(select distinct company_id from changed));
  end if;
  if tg_op = 'DELETE' then
    delete from facebook_ad_blocks as kept using changed
    where kept.company_id = changed.company_id and kept.ad_id = changed.id;
  end if;
  return null;
end $$;
create function forget_spend_sums_of_blocks() returns trigger language plpgsql as $$
begin
  perform forget_spend_sums(array(select distinct company_id from changed));
  return null;
end $$;
create trigger forget_spend_sums_of_new_blocks after insert on facebook_ad_blocks
  referencing new table as changed for each statement execute function forget_spend_sums_of_blocks();
create trigger forget_spend_sums_of_changed_blocks after update on facebook_ad_blocks
  referencing new table as changed for each statement execute function forget_spend_sums_of_blocks();
create trigger forget_spend_sums_of_old_blocks after delete on facebook_ad_blocks
  referencing old table as changed for each statement execute function forget_spend_sums_of_blocks();

create trigger forget_spend_sums_of_new after insert on facebook_ads
  referencing new table as changed for each statement execute function forget_spend_sums_of_ads();
create trigger forget_spend_sums_of_changed after update on facebook_ads
  referencing new table as changed old table as before for each statement execute function forget_spend_sums_of_ads();
create trigger forget_spend_sums_of_old after delete on facebook_ads
  referencing old table as changed for each statement execute function forget_spend_sums_of_ads();

insert into facebook_ad_blocks
select company_id, (day - date '1970-01-01') / 32, ad_id,
  sum(trunc(spend * 100) * ('1e' || 16 * ((day - date '1970-01-01') % 32))::numeric)
from facebook_ad_days join facebook_ads on id = ad_id where spend > 0 group by 1, 2, 3;
update facebook_ads set has_days = true where id in (select ad_id from facebook_ad_days);
drop table facebook_ad_days;
