-- One row for each finished backup, so that the shop can say how old the last one is.
CREATE TABLE backups (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  finished_at timestamptz(3) NOT NULL DEFAULT now(),
  bytes bigint NOT NULL CHECK (bytes > 0),
  file_name text NOT NULL UNIQUE
);

-- The last backup, and those beyond the number that is kept.
CREATE INDEX backups_finished_at ON backups (finished_at DESC);
