-- With the ids, so that the few that a text is in are found without reading a row.
drop index product_variants_names, product_variants_product_overrides, product_variants_variant_overrides;
create index product_variants_names on product_variants (company_id, is_active, sales_channel)
  include (id, cached_product_name_key, cached_product_variant_name_key);
create index product_variants_product_overrides on product_variants (company_id, is_active, sales_channel)
  include (id, override_product_name_key) where override_product_name_key is not null;
create index product_variants_variant_overrides on product_variants (company_id, is_active, sales_channel)
  include (id, override_product_variant_name_key) where override_product_variant_name_key is not null;
