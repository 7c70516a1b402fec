-- An administrator without a staff role may do nothing. Release 1.0.0 had no staff roles, so its administrators get the
-- role that they have had. That release ignores these rows.
INSERT INTO user_roles (id, user_id, role)
SELECT uuidv7(), administrator.user_id, 'owner'
FROM user_roles AS administrator
WHERE administrator.role = 'admin'
  AND NOT EXISTS (
    SELECT FROM user_roles AS other
    WHERE other.user_id = administrator.user_id AND other.role NOT IN ('user', 'admin')
  )
ON CONFLICT DO NOTHING;
