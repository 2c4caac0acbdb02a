-- The confirmations that make a rule about two people less strict now, for the app to check their seals.
-- A claim compares those that the app found genuine with those that are there by then.
CREATE OR REPLACE FUNCTION words_in_force(p_tenant bigint) RETURNS jsonb LANGUAGE sql STABLE AS $$
  SELECT coalesce(jsonb_agg(jsonb_build_object('userId', w.user_id, 'about', w.about, 'number', w.number,
                                               'byUserId', w.by_user_id, 'role', w.role,
                                               'seal', w.seal)), '[]')
  FROM administrator_words w JOIN memberships m ON m.tenant_id = w.tenant_id AND m.user_id = w.user_id
  WHERE w.tenant_id = p_tenant AND CASE w.about
    WHEN 'confirmed_leave' THEN m.leave_unconfirmed AND w.number = m.leaves
    WHEN 'confirmed_recovery' THEN m.recovered_at > clock_timestamp() - interval '168 hours' AND w.number = m.recoveries
    WHEN 'confirmed_first_link' THEN m.first_link_hands <> '{}' AND w.number = m.first_links
    ELSE false END
$$;
