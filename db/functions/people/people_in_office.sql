-- The people of a tenant who may decide, and those who could until seven days ago: taking somebody out of office does
-- not make a rule about two people lapse. One whose leave waits for a second administrator goes on counting.
--
-- live: may decide now. seasoned: in office for 24 hours. recovering: their credentials were replaced within 24 hours.
-- party: the person, and everybody to whom they owe their office or their first password (party_of). tied: party, and
-- whoever replaced their credentials within seven days, with those behind them (hands_of). People who are tied count
-- as one where two must agree.
CREATE OR REPLACE FUNCTION people_in_office(p_tenant bigint)
  RETURNS TABLE (user_id bigint, name text, live boolean, seasoned boolean, recovering boolean, party bigint[],
                 tied bigint[])
LANGUAGE sql STABLE AS $$
  SELECT m.user_id, u.name, m.revoked_at IS NULL AND m.role IN ('approver', 'admin'),
    coalesce(m.in_office_since <= clock_timestamp() - interval '24 hours', true),
    coalesce(open_recovery_at(m) > clock_timestamp() - interval '24 hours', false),
    o.party,
    CASE WHEN open_recovery_at(m) > clock_timestamp() - interval '7 days'
      THEN hands_of(p_tenant, m.user_id) ELSE o.party END
  FROM memberships m JOIN users u ON u.id = m.user_id AND u.disabled_at IS NULL
  CROSS JOIN LATERAL (SELECT party_of(p_tenant, m.user_id) AS party) o
  WHERE m.tenant_id = p_tenant
    AND (m.revoked_at IS NULL AND m.role IN ('approver', 'admin')
         OR m.left_office_at > clock_timestamp() - interval '7 days' OR is_leave_open(m))
$$;
