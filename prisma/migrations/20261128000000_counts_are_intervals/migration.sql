-- A look at a public counter is an interval. Release 1.0 writes only "count".
ALTER TABLE "target_counts"
  ADD COLUMN "lowest" INTEGER,
  ADD COLUMN "highest" INTEGER,
  ADD COLUMN "units_there" INTEGER,
  ADD COLUMN "units_missing" INTEGER;
