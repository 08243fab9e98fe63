-- The log only grows: vacuumed often, how many entries a filter matches is read off an index and no row.
alter table audit_log set (autovacuum_vacuum_insert_scale_factor = 0.02);
