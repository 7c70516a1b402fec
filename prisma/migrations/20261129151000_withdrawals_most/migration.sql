-- The receipt of a withdrawal names the most that goes back, as the page did before the confirmation.
ALTER TABLE "withdrawals" ADD COLUMN "most_cents" INTEGER;
