-- The price by steps of a quality whose buyers choose the amount themselves; null where only packages are sold.
-- previous release: it does not know the column, and its rows need none.
ALTER TABLE smm_services ADD COLUMN price_steps jsonb;
