-- What the shop knows about its own database, to notice when it went back to an earlier state.
CREATE TABLE "shop_state" (
    "id" INTEGER NOT NULL DEFAULT 1,
    "shop_id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "identity" TEXT,
    "quarantine_since" TIMESTAMPTZ(3),
    "quarantine_reason" TEXT,
    "agreed_until" TIMESTAMPTZ(3),
    "released_at" TIMESTAMPTZ(3),

    CONSTRAINT "shop_state_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "shop_state_single" CHECK ("id" = 1),
    CONSTRAINT "shop_state_quarantine" CHECK (("quarantine_since" IS NULL) = ("quarantine_reason" IS NULL))
);
INSERT INTO "shop_state" DEFAULT VALUES;

-- How often each process has marked this database. The process remembers its last mark; one that is missing here was lost.
CREATE TABLE "database_marks" (
    "process_id" UUID NOT NULL,
    "beat" BIGINT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "database_marks_pkey" PRIMARY KEY ("process_id")
);

-- Which database this is: the cluster, its timeline (a promotion or a point-in-time recovery begins a new one) and the
-- database in it (dropped and restored from a dump, it is another). The timeline is read from the write position:
-- pg_control_checkpoint() names the old one until the first checkpoint after a promotion. Null on a standby.
CREATE FUNCTION database_identity() RETURNS text LANGUAGE sql STABLE AS $$
  SELECT CASE WHEN pg_is_in_recovery() THEN NULL ELSE
    (SELECT system_identifier FROM pg_control_system()) || '/' || left(pg_walfile_name(pg_current_wal_lsn()), 8) || '/'
      || (SELECT oid FROM pg_database WHERE datname = current_database()) END
$$;

-- Whether the shop may send, refund and mail: no quarantine, still the database it was verified for, and the caller's
-- last mark is there, unless a release has explained its loss. Part of the statement that takes the work.
CREATE FUNCTION may_send(process uuid, last_beat bigint, marked_at timestamptz) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT COALESCE((
    SELECT quarantine_since IS NULL AND (identity IS NULL OR identity = database_identity())
      AND (process IS NULL OR COALESCE(marked_at <= released_at, false)
        OR EXISTS (SELECT FROM database_marks WHERE process_id = process AND beat >= last_beat))
    FROM shop_state), false)
$$;
