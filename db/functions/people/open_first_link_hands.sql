-- The issuers of the links of this person's first password, while nobody has confirmed that it is in the right hands.
CREATE OR REPLACE FUNCTION open_first_link_hands(m memberships) RETURNS bigint[] LANGUAGE sql STABLE AS $$
  SELECT CASE WHEN m.first_link_hands = '{}' THEN '{}'
    WHEN has_word(m.tenant_id, m.user_id, 'confirmed_first_link', m.first_links) THEN '{}'
    ELSE m.first_link_hands END
$$;
