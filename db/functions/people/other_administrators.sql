-- How many people besides these may administer now: a leave waits for a second administrator where there is one. It
-- looks at no earlier moment, unlike other_administrators_lately: a leave that waits for nobody would wait for good.
CREATE OR REPLACE FUNCTION other_administrators(p_tenant bigint, p_besides bigint[]) RETURNS integer
LANGUAGE sql STABLE AS $$
  SELECT count(*)::integer FROM memberships m JOIN users u ON u.id = m.user_id AND u.disabled_at IS NULL
  WHERE m.tenant_id = p_tenant AND m.revoked_at IS NULL AND m.role IN ('steward', 'admin')
    AND m.user_id <> ALL (p_besides)
$$;
