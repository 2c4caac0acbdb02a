-- Turns the request that a step of a run is about to send into a proposed action at L4, proposed by that run when it
-- began, so that weigh_voters can weigh approvals of it. The row is only computed, never stored.
CREATE OR REPLACE FUNCTION request_as_write(p_tenant bigint, p_step bigint) RETURNS proposed_actions
LANGUAGE plpgsql STABLE AS $$
DECLARE
  v_write proposed_actions;
BEGIN
  SELECT p_tenant, f.agent_id, s.idempotency_key, 4, r.created_at
    INTO STRICT v_write.tenant_id, v_write.agent_id, v_write.idempotency_key, v_write.risk_level, v_write.created_at
    FROM steps s JOIN runs r ON r.tenant_id = p_tenant AND r.id = s.run_id
    JOIN workflows f ON f.tenant_id = p_tenant AND f.id = s.workflow_id
    WHERE s.tenant_id = p_tenant AND s.id = p_step;
  RETURN v_write;
END $$;
