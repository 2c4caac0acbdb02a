-- Everybody who had a hand in what a run proposed: whoever began that run, a run that it goes on from, or a run that
-- called one of these; where an agent began it, whoever made its key and whom it speaks for, or spoke for within seven
-- days before the proposal; and whoever has a hand in a workflow of these runs. Empty for an action that no run
-- proposed. The run is known by the key of the first version: its step notes the proposal later.
CREATE OR REPLACE FUNCTION run_authors(a proposed_actions) RETURNS bigint[] LANGUAGE sql STABLE AS $$
  WITH RECURSIVE version AS (
    SELECT a.supersedes_id, a.idempotency_key
    UNION ALL
    SELECT p.supersedes_id, p.idempotency_key
    FROM version v JOIN proposed_actions p ON p.tenant_id = a.tenant_id AND p.id = v.supersedes_id),
  run AS (
    SELECT s.run_id AS id FROM version v
    JOIN steps s ON s.tenant_id = a.tenant_id AND s.idempotency_key = v.idempotency_key
    JOIN workflows f ON f.tenant_id = a.tenant_id AND f.id = s.workflow_id AND f.agent_id = a.agent_id
    UNION
    SELECT above.id FROM run JOIN runs r ON r.tenant_id = a.tenant_id AND r.id = run.id
    CROSS JOIN LATERAL (
      SELECT r.rerun_of_id AS id
      UNION ALL
      SELECT s.run_id FROM steps s WHERE s.tenant_id = a.tenant_id AND s.id = r.parent_step_id) above
    WHERE above.id IS NOT NULL),
  hand AS (
    SELECT r.started_by_user_id, f.agent_id AS workflow_agent_id, r.started_by_agent_id
    FROM run JOIN runs r ON r.tenant_id = a.tenant_id AND r.id = run.id
    JOIN workflows f ON f.tenant_id = a.tenant_id AND f.id = r.workflow_id)
  SELECT coalesce(array_agg(DISTINCT x.user_id), '{}') FROM (
    SELECT h.started_by_user_id AS user_id FROM hand h
    UNION ALL
    SELECT unnest(g.key_makers) FROM hand h
      JOIN agents g ON g.tenant_id = a.tenant_id AND g.id IN (h.workflow_agent_id, h.started_by_agent_id)
    UNION ALL
    SELECT unnest(g.on_behalf_of_user_id || CASE WHEN g.principal_changed_at > a.created_at - interval '168 hours'
                                                 THEN g.former_principals END)
    FROM hand h JOIN agents g ON g.tenant_id = a.tenant_id AND g.id = h.started_by_agent_id) x
  WHERE x.user_id IS NOT NULL
$$;
