-- Deliveries of Stripe that could not be handled, for the desk; and the indexes of the refunds that the shop makes by itself.
CREATE TABLE "stripe_event_failures" (
    "id" TEXT NOT NULL,
    "type" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "code" TEXT NOT NULL,
    "times" INTEGER NOT NULL DEFAULT 1,
    "first_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "last_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "stripe_event_failures_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "stripe_event_failures_newest" ON "stripe_event_failures"("last_at" DESC);

-- Counted before the shop refunds by itself (the limits an hour and a day), and listed for whoever releases them.
CREATE INDEX refunds_of_the_shop ON refunds (created_at) WHERE reason = 'undelivered' AND requested_by_id IS NULL;
CREATE INDEX refunds_held ON refunds (created_at, id) WHERE status = 'held';
