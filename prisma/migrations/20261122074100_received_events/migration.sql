-- An event is stored when it arrives and handled by a job afterwards: until then it has no outcome.
ALTER TABLE "stripe_events" ADD COLUMN "subject" JSONB NOT NULL DEFAULT '{}';
ALTER TABLE "stripe_events" ALTER COLUMN "outcome" DROP NOT NULL;

-- The sweeper looks for events whose job was lost: there are few without an outcome, among many.
CREATE INDEX stripe_events_unhandled ON stripe_events (received_at) WHERE outcome IS NULL;
