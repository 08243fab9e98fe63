-- Where the amount of a period came from: who typed it, a file and its line, or a connection (DECISIONS §16); null: not known.
alter table product_variant_cogs add source text;
