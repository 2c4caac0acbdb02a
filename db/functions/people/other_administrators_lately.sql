-- How many people besides these may administer now, or did within seven days: a role that is given while a second
-- administrator is out of office for a moment waits for them. One who stays away is waited for no longer.
CREATE OR REPLACE FUNCTION other_administrators_lately(p_tenant bigint, p_besides bigint[]) RETURNS integer
LANGUAGE sql STABLE AS $$
  SELECT count(*)::integer FROM memberships m JOIN users u ON u.id = m.user_id AND u.disabled_at IS NULL
  WHERE m.tenant_id = p_tenant AND m.user_id <> ALL (p_besides)
    AND (m.revoked_at IS NULL AND m.role IN ('steward', 'admin')
         OR m.administered_until > clock_timestamp() - interval '168 hours')
$$;
