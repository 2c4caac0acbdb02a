-- The step of a run that made a proposal, or the first version of an edited one. A step is known by its key and by its
-- workflow's agent, as in run_authors: its note of the proposal comes a moment later, and a re-run notes what the run
-- before it proposed. Null: no run proposed it.
CREATE OR REPLACE FUNCTION step_that_proposed(a proposed_actions) RETURNS bigint LANGUAGE sql STABLE AS $$
  WITH RECURSIVE version AS (
    SELECT a.idempotency_key, a.supersedes_id
    UNION
    SELECT p.idempotency_key, p.supersedes_id FROM version v
    JOIN proposed_actions p ON p.tenant_id = a.tenant_id AND p.id = v.supersedes_id AND p.agent_id = a.agent_id)
  SELECT s.id FROM version v
  JOIN workflows f ON f.tenant_id = a.tenant_id AND f.agent_id = a.agent_id
  JOIN steps s ON s.tenant_id = a.tenant_id AND s.workflow_id = f.id AND s.idempotency_key = v.idempotency_key
  LIMIT 1
$$;
