-- A step's proposal, or the version that replaced it, if that is still pending, approved or applied. Looked up by the
-- step's key as well: a lost worker may not have noted the id. Null: there is none.
CREATE OR REPLACE FUNCTION open_proposal(s steps) RETURNS bigint LANGUAGE sql STABLE AS $$
  WITH RECURSIVE version AS (
    SELECT a.id, a.status, a.superseded_by_id FROM proposed_actions a
    WHERE a.tenant_id = s.tenant_id AND a.id = coalesce(s.proposed_action_id, (
      SELECT p.id FROM workflows f
      JOIN proposed_actions p ON p.tenant_id = f.tenant_id AND p.agent_id = f.agent_id
        AND p.idempotency_key = s.idempotency_key
      WHERE f.tenant_id = s.tenant_id AND f.id = s.workflow_id))
    UNION ALL
    SELECT a.id, a.status, a.superseded_by_id
    FROM version v JOIN proposed_actions a ON a.tenant_id = s.tenant_id AND a.id = v.superseded_by_id)
  SELECT v.id FROM version v WHERE v.superseded_by_id IS NULL AND v.status IN ('pending', 'approved', 'applied')
$$;
