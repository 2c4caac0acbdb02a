-- True where a person left office and no second administrator has confirmed it.
CREATE OR REPLACE FUNCTION is_leave_open(m memberships) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT m.leave_unconfirmed AND NOT has_word(m.tenant_id, m.user_id, 'confirmed_leave', m.leaves)
$$;
