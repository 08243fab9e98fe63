-- Which days a variant's costs cover, beside the variant: they follow each other without a gap (DECISIONS §5), so the first
-- and the last day say it. With them an index tells which variants have no cost on a day, and no period is looked at.
-- The first day is null where the past is covered for ever, and where there are no costs; the last day is `infinity` where
-- the costs go on, `-infinity` where there are none. Constant defaults write no row.
alter table product_variants
  add cost_from date,
  add cost_until date not null default '-infinity';

-- Keeps them true, once a statement, however many periods it changes. Planned anew each time: a plan for the many that an
-- import brings would read every variant for the one that is saved next.
create function keep_cost_days() returns trigger language plpgsql as $$
begin
  execute $update$
    update product_variants as variant
    set cost_from = now.cost_from, cost_until = now.cost_until
    from (
      select ids.id,
        case when not bool_or(effective_start_date is null) then min(effective_start_date) end as cost_from,
        case when bool_or(period.id is not null and effective_end_date is null) then 'infinity'
          else coalesce(max(effective_end_date), '-infinity') end as cost_until
      from (select distinct product_variant_id as id from changed) as ids
      left join product_variant_cogs period on period.product_variant_id = ids.id
      group by ids.id
    ) as now
    where variant.id = now.id
      and (variant.cost_from, variant.cost_until) is distinct from (now.cost_from, now.cost_until)
  $update$;
  return null;
end $$;
create trigger keep_cost_days_of_new after insert on product_variant_cogs
  referencing new table as changed for each statement execute function keep_cost_days();
-- A period stays with its variant.
create trigger keep_cost_days_of_changed after update on product_variant_cogs
  referencing new table as changed for each statement execute function keep_cost_days();
-- What goes with its variant needs no more words about it.
create trigger keep_cost_days_of_gone after delete on product_variant_cogs
  referencing old table as changed for each statement when (pg_trigger_depth() = 0) execute function keep_cost_days();

update product_variants as variant
set cost_from = now.cost_from, cost_until = now.cost_until
from (
  select product_variant_id,
    case when not bool_or(effective_start_date is null) then min(effective_start_date) end as cost_from,
    case when bool_or(effective_end_date is null) then 'infinity' else max(effective_end_date) end as cost_until
  from product_variant_cogs group by product_variant_id
) as now
where variant.id = now.product_variant_id;

-- Those whose costs ended, or never were, before a day; and the few whose costs begin after it.
create index product_variants_cost_until on product_variants (company_id, cost_until, id) where is_active;
create index product_variants_cost_from on product_variants (company_id, cost_from, id)
  where is_active and cost_from is not null;

-- The ads whose spend moved (DECISIONS §11), in whole numbers of what the rule says in fractions: |7d - 28d/4| > 28d/12.
create index facebook_ads_spend_moved on facebook_ads (company_id, id)
  where spend_last_28d >= 10 and abs(spend_last_7d * 12 - spend_last_28d * 3) > spend_last_28d;

-- Only what is looked at for the dashboard, so that it is counted by a small index.
create index social_media_posts_attention on social_media_posts (company_id, status)
  where status in ('error', 'pending');
create index social_media_profiles_attention on social_media_profiles (company_id, status) where status = 'error';

-- The companies that a person has pinned to the dashboard, in the person's own order.
create table pinned_companies (
  user_id integer not null references users on delete cascade,
  company_id integer not null references companies on delete cascade,
  position smallint not null,
  primary key (user_id, company_id)
);
create index pinned_companies_company on pinned_companies (company_id);
