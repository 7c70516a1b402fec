-- previous release: it writes no role but `user` and `admin`; the index has a row per administrator and is built at once.
-- An administrator has one staff role at most; without one it is an owner (lib/auth/roles.ts).
CREATE UNIQUE INDEX user_roles_one_staff_role ON user_roles (user_id) WHERE role NOT IN ('user', 'admin');
ALTER TABLE user_roles ADD CONSTRAINT user_roles_known
  CHECK (role IN ('user', 'admin', 'owner', 'finance', 'support', 'catalogue', 'read_only')) NOT VALID;
