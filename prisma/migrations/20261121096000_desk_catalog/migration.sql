-- What the audit log is filtered by, each in the order of its page.
CREATE INDEX audit_log_of_actor ON audit_log (actor, id DESC);
CREATE INDEX audit_log_of_action ON audit_log (action, id DESC);
CREATE INDEX audit_log_of_subject_id ON audit_log (subject_id, id DESC);

-- What customers read of a service may be edited; pages show its least and most where no supplier's stand.
ALTER TABLE smm_services
  ADD CONSTRAINT smm_services_amounts CHECK (price_per_1000_cents > 0 AND min_quantity > 0 AND max_quantity >= min_quantity);
CREATE TRIGGER smm_services_changed AFTER UPDATE ON smm_services
  FOR EACH STATEMENT EXECUTE FUNCTION notify_catalog_changed();

-- A package that nobody could see on any platform is hidden, not placeless.
ALTER TABLE packages ADD CONSTRAINT packages_platforms CHECK (cardinality(platforms) > 0);
