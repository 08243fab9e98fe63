-- What one person did in one go: several requests may be parts of one operation. Null: the request is the operation.
alter table audit_log add operation_id text;
-- The operation that this entry takes back; null for all others.
alter table audit_log add undoes text;

-- An operation's entries; those of a record are found by audit_log_record.
create index audit_log_operation on audit_log ((coalesce(operation_id, request_id)), id);
create index audit_log_undoes on audit_log (undoes) where undoes is not null;
-- The log is also read by kind and by action, the newest first.
create index audit_log_kind on audit_log (resource, at, id);
create index audit_log_action on audit_log (action, at, id);
-- A cost period that is gone is found by the variant that it belonged to.
create index audit_log_cogs on audit_log ((coalesce(after, before) ->> 'product_variant_id'), id)
  where resource = 'product_variant_cogs';

-- A call that is repeated is told the operation of the first.
alter table idempotency_keys add operation_id text;
