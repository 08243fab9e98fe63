-- Measured at 1,000,000 rows: 76 ms; no lock that people wait for.
-- The day on which a tag was last put on something, in UTC (DECISIONS §16); null: not since this is kept.
alter table tags add last_used_on date;
