-- The kinds of matters that a snooze leaves out. The others of its subject stay in the list.
ALTER TABLE needs_me_snoozes ADD COLUMN kinds text[] NOT NULL DEFAULT '{}';
