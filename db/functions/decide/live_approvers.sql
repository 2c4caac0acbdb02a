-- Those of an action's approvers so far who may still decide: the vote of somebody who was revoked, disabled or made a
-- viewer since does not count towards the approvals asked for.
CREATE OR REPLACE FUNCTION live_approvers(a proposed_actions) RETURNS bigint[] LANGUAGE sql STABLE AS $$
  SELECT coalesce(array_agg(m.user_id), '{}') FROM memberships m JOIN users u ON u.id = m.user_id
  WHERE m.tenant_id = a.tenant_id AND m.user_id = ANY (a.approvers) AND m.role IN ('approver', 'admin')
    AND m.revoked_at IS NULL AND u.disabled_at IS NULL
$$;
