-- Weighs people's approval of what a step of a run is about to send as that of a write at L4 that the run proposed (see
-- weigh_voters): how many of p_voters count, how many must, and why the last of them does not. p_needed: as many as the
-- policy or the step's text asks for.
CREATE OR REPLACE FUNCTION weigh_request(
  p_tenant bigint, p_step bigint, p_voters bigint[], p_needed integer,
  OUT counted integer, OUT needed integer, OUT refusal text, OUT because text
) LANGUAGE plpgsql STABLE AS $$
DECLARE
  v_write proposed_actions;
BEGIN
  SELECT p_tenant, f.agent_id, s.idempotency_key, 4, r.created_at, p_voters[1:cardinality(p_voters) - 1]
    INTO STRICT v_write.tenant_id, v_write.agent_id, v_write.idempotency_key, v_write.risk_level, v_write.created_at,
      v_write.approvers
    FROM steps s JOIN runs r ON r.tenant_id = p_tenant AND r.id = s.run_id
    JOIN workflows f ON f.tenant_id = p_tenant AND f.id = s.workflow_id
    WHERE s.tenant_id = p_tenant AND s.id = p_step;
  SELECT w.* INTO counted, needed, refusal, because
    FROM weigh_voters(v_write, p_voters[cardinality(p_voters)], p_needed) AS w;
END $$;
