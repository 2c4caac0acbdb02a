-- When somebody else last gave this person new credentials, while nobody has confirmed that these are in the right
-- hands.
CREATE OR REPLACE FUNCTION open_recovery_at(m memberships) RETURNS timestamptz LANGUAGE sql STABLE AS $$
  SELECT CASE WHEN NOT has_word(m.tenant_id, m.user_id, 'confirmed_recovery', m.recoveries) THEN m.recovered_at END
$$;
