-- An alert about several rows is mailed again when new ones have come in since its last mail. An open alert of an earlier
-- release has none, and counts from its beginning.
ALTER TABLE "operator_alerts" ADD COLUMN "mailed_at" TIMESTAMPTZ(3);
