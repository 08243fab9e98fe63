-- The log outlives the users and companies that it speaks of: a user's number stays in it after the user is gone.
alter table audit_log drop constraint audit_log_user_id_fkey;

-- The company that an entry is about, null for none. 0 is what was written before this migration and has not been looked
-- up yet: the service does that in small pieces (database/audit-companies), for one statement over a large log would hold
-- up the start. A constant default writes no row.
alter table audit_log add company_id integer default 0;
alter table audit_log alter company_id drop default;

-- The log is read newest first, of a company, of a person, or up to a time.
create index audit_log_time on audit_log (at, id);
create index audit_log_company on audit_log (company_id, at, id) where company_id > 0;
create index audit_log_person on audit_log (user_id, at, id);
create index audit_log_without_company on audit_log (id) where company_id = 0;

-- A deleted user stays as a name, for the records that say who wrote them; the name is free for somebody else.
alter table users alter username_key drop not null;
alter table users add deleted_at timestamptz(3);
