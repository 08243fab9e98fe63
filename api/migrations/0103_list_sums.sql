-- Measured at 1,000,000 rows: 96 ms; facebook_ads ShareRowExclusiveLock 7 ms, product_variants ShareRowExclusiveLock 5 ms, social_media_posts ShareRowExclusiveLock 5 ms.
-- What the long lists count and add up (DECISIONS §1), kept by the database: a list of many rows has its exact total at once.
-- A new table and triggers: nobody waits. What was there before is added in the background (database/list-sums).
create table list_sums (
  -- The table of the list.
  list text not null,
  company_id integer not null,
  -- The values that its filters compare.
  filters jsonb not null,
  -- `total` is the number of rows, every other name is a column that is added up.
  name text not null,
  -- A difference: that of one statement, or of many that were added up since. So no writer waits for another.
  amount bigint not null
);
create index list_sums_list on list_sums (list, company_id);

-- Arguments: the columns of the filters, and those that are added up, by spaces. Functions of triggers go with their tables.
create function keep_list_sums() returns trigger language plpgsql as $$
declare
  compared text[] := string_to_array(tg_argv[0], ' ');
  added_up text[] := string_to_array(tg_argv[1], ' ');
  columns text := (select coalesce(string_agg(format(', %I', name), ''), '') from unnest(compared || added_up) as name);
  filters text := (select coalesce(string_agg(format('%L, %I', name, name), ', '), '') from unnest(compared) as name);
  amounts text := (select coalesce(string_agg(format(', (%L, n * %I)', name, name), ''), '') from unnest(added_up) as name);
  sides text := concat_ws(' union all ',
    case when tg_op <> 'DELETE' then format('select 1 as n, company_id%s from added', columns) end,
    case when tg_op <> 'INSERT' then format('select -1 as n, company_id%s from removed', columns) end);
  is_changed boolean = true;
  long integer[];
begin
  -- Most changes are of something else.
  if tg_op = 'UPDATE' then
    execute format('select exists (select company_id%1$s from added except all select company_id%1$s from removed)', columns)
      into is_changed;
  end if;
  if not is_changed then return null; end if;
  execute format($sql$
    with differences as (
      insert into list_sums
      select %L, company_id, jsonb_build_object(%s), name, sum(amount)
      from (%s) as rows, lateral (values ('total', n::bigint)%s) as amounts (name, amount)
      group by 2, 3, 4 having sum(amount) <> 0
      returning company_id
    )
    select array_agg(distinct company_id) from differences
  $sql$, tg_table_name, filters, sides, amounts) into long;
  -- Differences are added up once there are many, but for those that somebody else adds up at this moment.
  select array_agg(id) into long from unnest(long) as id
  where (select count(*) from (
    select from list_sums where list = tg_table_name and company_id = id limit 500) as first) = 500;
  if long is not null then
    with gone as (
      delete from list_sums where ctid = any(array(
        select ctid from list_sums where list = tg_table_name and company_id = any(long) for update skip locked))
      returning *
    )
    insert into list_sums
    select list, company_id, gone.filters, name, sum(amount) from gone group by 1, 2, 3, 4 having sum(amount) <> 0;
  end if;
  return null;
end $$;

create trigger keep_sums_of_new after insert on facebook_ads referencing new table as added
  for each statement execute function keep_list_sums('', 'cents_last_1d cents_last_7d cents_last_14d cents_last_28d');
create trigger keep_sums_of_changed after update on facebook_ads referencing new table as added old table as removed
  for each statement execute function keep_list_sums('', 'cents_last_1d cents_last_7d cents_last_14d cents_last_28d');
create trigger keep_sums_of_old after delete on facebook_ads referencing old table as removed
  for each statement execute function keep_list_sums('', 'cents_last_1d cents_last_7d cents_last_14d cents_last_28d');

create trigger keep_sums_of_new after insert on social_media_posts referencing new table as added
  for each statement execute function keep_list_sums('platform status post_type', '');
create trigger keep_sums_of_changed after update on social_media_posts referencing new table as added old table as removed
  for each statement execute function keep_list_sums('platform status post_type', '');
create trigger keep_sums_of_old after delete on social_media_posts referencing old table as removed
  for each statement execute function keep_list_sums('platform status post_type', '');

create trigger keep_sums_of_new after insert on product_variants referencing new table as added
  for each statement execute function keep_list_sums('sales_channel is_active', '');
create trigger keep_sums_of_changed after update on product_variants referencing new table as added old table as removed
  for each statement execute function keep_list_sums('sales_channel is_active', '');
create trigger keep_sums_of_old after delete on product_variants referencing old table as removed
  for each statement execute function keep_list_sums('sales_channel is_active', '');
