-- Measured at 1,000,000 rows: 304 ms; product_variants ShareRowExclusiveLock 10 ms, companies ShareRowExclusiveLock 6 ms.
-- Unit costs of a source that differ from ours (DECISIONS §13), and its records that a person has called new ones. New tables:
-- nobody waits.
create table product_variant_cost_proposals (
  product_variant_id integer primary key references product_variants on delete cascade,
  amount numeric(9, 2) not null check (amount > 0),
  source text not null,
  read_at timestamptz(3) not null
);

-- A variant of a source that looks like one of ours and is none of them.
create table product_variants_apart (
  company_id integer not null references companies on delete cascade,
  sales_channel text not null,
  source_id text not null,
  primary key (company_id, sales_channel, source_id)
);
