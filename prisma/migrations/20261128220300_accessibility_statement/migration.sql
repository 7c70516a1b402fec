-- The accessibility statement is a legal text like the others.
-- previous release: it has no legal texts and never reads the type.
ALTER TYPE legal_kind ADD VALUE 'accessibility';
