-- The day on which a tag was last put on something, in UTC (DECISIONS §16); null: not since this is kept.
alter table tags add last_used_on date;
