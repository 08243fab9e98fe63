-- One exclusion over a variant and a range of days keeps its periods apart.
create extension if not exists btree_gist;
-- One trigram index that begins with the company serves all its "contains" filters.
create extension if not exists btree_gin;

create table product_variants (
  id integer generated always as identity primary key,
  company_id integer not null references companies on delete cascade,
  is_active boolean not null default true,
  sales_channel text collate "C" not null check (sales_channel in ('amazon', 'shopify', 'tiktok')),
  -- What lists compare, folded once when it is written and kept in indexes: a count over a whole company then reads no
  -- row. They stand in front, for reading a column of a row means stepping over those before it.
  cached_product_name_key text collate "C" not null
    generated always as (lower(cached_product_name)) stored,
  cached_product_variant_name_key text collate "C" not null
    generated always as (lower(cached_product_variant_name)) stored,
  override_product_name_key text collate "C"
    generated always as (lower(override_product_name)) stored,
  override_product_variant_name_key text collate "C"
    generated always as (lower(override_product_variant_name)) stored,
  product_variant_identifier_key text collate "C" not null
    generated always as (lower(product_variant_identifier)) stored,
  display_product_name_key text collate "C" not null generated always as
    (lower(case when override_product_name ~ '\S' then override_product_name else cached_product_name end)) stored,
  display_product_variant_name_key text collate "C" not null generated always as
    (lower(case when override_product_variant_name ~ '\S' then override_product_variant_name
      else cached_product_variant_name end)) stored,
  product_variant_identifier text not null,
  -- What the channel calls it; the next synchronisation may overwrite these two.
  cached_product_name text not null,
  cached_product_variant_name text not null,
  override_product_name text,
  override_product_variant_name text,
  last_synced_at timestamptz(3),
  sync_status text not null default 'never' check (sync_status in ('never', 'success', 'failed')),
  sync_message text,
  created_at timestamptz(3) not null default clock_timestamp(),
  updated_at timestamptz(3) not null default clock_timestamp(),
  updated_by integer references users,
  constraint product_variants_identity unique (company_id, product_variant_identifier, sales_channel)
);

-- One index for each sort within a company.
create index product_variants_by_identifier on product_variants (company_id, product_variant_identifier_key, id);
create index product_variants_by_product on product_variants (company_id, display_product_name_key, id);
create index product_variants_by_variant on product_variants (company_id, display_product_variant_name_key, id);
create index product_variants_by_channel on product_variants (company_id, sales_channel, id);
create index product_variants_by_activity on product_variants (company_id, is_active, id);
-- Nulls come last in both directions, so that no one index serves both.
create index product_variants_by_sync on product_variants (company_id, last_synced_at, id);
create index product_variants_by_sync_descending on product_variants
  (company_id, last_synced_at desc nulls last, id desc);
create index product_variants_by_creation on product_variants (company_id, created_at, id);
create index product_variants_by_update on product_variants (company_id, updated_at, id);

-- A rare text is found by its trigrams. One that is short or everywhere is counted by reading the names alone.
create index product_variants_contain on product_variants using gin (
  company_id,
  cached_product_name_key gin_trgm_ops,
  cached_product_variant_name_key gin_trgm_ops,
  override_product_name_key gin_trgm_ops,
  override_product_variant_name_key gin_trgm_ops
);
create index product_variants_names on product_variants (company_id, is_active, sales_channel)
  include (cached_product_name_key, cached_product_variant_name_key);
create index product_variants_product_overrides on product_variants (company_id, is_active, sales_channel)
  include (override_product_name_key) where override_product_name_key is not null;
create index product_variants_variant_overrides on product_variants (company_id, is_active, sales_channel)
  include (override_product_variant_name_key) where override_product_variant_name_key is not null;

-- What a variant costs, in periods of whole days; an open end is null.
create table product_variant_cogs (
  id integer generated always as identity primary key,
  product_variant_id integer not null references product_variants on delete cascade,
  cogs_amount numeric(9, 2) not null check (cogs_amount > 0),
  effective_start_date date,
  effective_end_date date check (effective_end_date >= effective_start_date),
  created_at timestamptz(3) not null default clock_timestamp(),
  updated_at timestamptz(3) not null default clock_timestamp(),
  updated_by integer references users,
  -- Looked at when the transaction ends: a save moves several periods, one after the other.
  constraint product_variant_cogs_apart exclude using gist (
    product_variant_id with =,
    daterange(effective_start_date, effective_end_date, '[]') with &&
  ) deferrable initially deferred
);
create index product_variant_cogs_timeline on product_variant_cogs (product_variant_id, effective_start_date);
