-- The people of a tenant who may decide, and those who could until seven days ago: taking somebody out of office does
-- not make a rule about two people lapse. One whose leave waits for a second administrator goes on counting.
--
-- live: may decide now. seasoned: in office for 24 hours. counts: seasoned, or was so within seven days, before an
-- office that was given anew. recovering: their credentials were replaced within 24 hours.
-- origin: the person, and everybody to whom they owe their office (origin_of). party: with those to whom they owe their
-- first password (party_of). tied: party, and whoever replaced their credentials within seven days, with those behind
-- them (hands_of). People who are tied count as one where two must agree.
CREATE OR REPLACE FUNCTION people_in_office(p_tenant bigint)
  RETURNS TABLE (user_id bigint, name text, live boolean, seasoned boolean, counts boolean, recovering boolean,
                 origin bigint[], tied bigint[])
LANGUAGE sql STABLE AS $$
  SELECT m.user_id, u.name, m.revoked_at IS NULL AND m.role IN ('approver', 'admin'), o.seasoned,
    o.seasoned OR coalesce(m.seasoned_until > clock_timestamp() - interval '168 hours', false),
    coalesce(open_recovery_at(m) > clock_timestamp() - interval '24 hours', false),
    origin_of(p_tenant, m.user_id),
    CASE WHEN open_recovery_at(m) > clock_timestamp() - interval '168 hours'
      THEN hands_of(p_tenant, m.user_id) ELSE party_of(p_tenant, m.user_id) END
  FROM memberships m JOIN users u ON u.id = m.user_id AND u.disabled_at IS NULL
  CROSS JOIN LATERAL (
    SELECT coalesce(m.in_office_since <= clock_timestamp() - interval '24 hours', true) AS seasoned) o
  WHERE m.tenant_id = p_tenant
    AND (m.revoked_at IS NULL AND m.role IN ('approver', 'admin')
         OR m.left_office_at > clock_timestamp() - interval '168 hours' OR is_leave_open(m))
$$;
