-- Which agent proposed what was done, in which conversation; null for all that no agent proposed.
alter table audit_log add agent text;
alter table audit_log add tab_id text;
