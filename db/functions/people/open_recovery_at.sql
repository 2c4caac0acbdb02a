-- When somebody else last gave this person new credentials, while nobody has confirmed that these are in the right
-- hands. Null: nobody did, or it was confirmed.
CREATE OR REPLACE FUNCTION open_recovery_at(m memberships) RETURNS timestamptz LANGUAGE sql STABLE AS $$
  SELECT CASE WHEN m.recovered_at IS NULL THEN NULL
    WHEN has_word(m.tenant_id, m.user_id, 'confirmed_recovery', m.recoveries) THEN NULL
    ELSE m.recovered_at END
$$;
