-- The events of fraud warnings by payment: a settlement asks whether one has arrived before it.
DROP INDEX CONCURRENTLY IF EXISTS stripe_events_of_warnings;
CREATE INDEX CONCURRENTLY stripe_events_of_warnings ON stripe_events ((subject ->> 'payment_intent'))
  WHERE type IN ('radar.early_fraud_warning.created', 'radar.early_fraud_warning.updated');
