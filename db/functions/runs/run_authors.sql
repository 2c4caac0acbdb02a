-- Everybody who had a hand in what a run proposed: whoever began that run, a run that it goes on from, or a run that
-- called one of these, or whose end began one of these; where an agent began it, whoever made its key and whom it
-- speaks for, or spoke for within seven days before the proposal or before the run began; whoever stored the version
-- that one of them follows; whoever answered a question that one of them asked; and whoever has a hand in its
-- workflow. Where an action's event began one, whoever wrote a version of that action or had it proposed, the same
-- people of its agent, and, where a run proposed it, of that run. Empty for an action that no run proposed. A run is
-- known by the key of the first version: its step notes the proposal later.
CREATE OR REPLACE FUNCTION run_authors(a proposed_actions) RETURNS bigint[] LANGUAGE sql STABLE AS $$
  WITH RECURSIVE line AS (
    -- Versions of actions and runs, one a row. Of the proposal itself weigh_voters knows the people.
    SELECT NULL::bigint AS run_id, a.agent_id, a.idempotency_key, a.supersedes_id, NULL::bigint[] AS people,
      false AS is_occasion
    UNION
    SELECT next.* FROM line l CROSS JOIN LATERAL (
      SELECT NULL::bigint, p.agent_id, p.idempotency_key, p.supersedes_id,
        CASE WHEN l.is_occasion THEN ARRAY[p.author_user_id, p.on_behalf_of_user_id] END, l.is_occasion
      FROM proposed_actions p WHERE p.tenant_id = a.tenant_id AND p.id = l.supersedes_id
      UNION ALL
      SELECT s.run_id, NULL, NULL, NULL, NULL, false FROM steps s
      JOIN workflows f ON f.tenant_id = a.tenant_id AND f.id = s.workflow_id AND f.agent_id = l.agent_id
      WHERE s.tenant_id = a.tenant_id AND s.idempotency_key = l.idempotency_key
      UNION ALL
      SELECT above.id, NULL, NULL, NULL, NULL, false
      FROM runs r LEFT JOIN steps s ON s.tenant_id = a.tenant_id AND s.id = r.parent_step_id
      CROSS JOIN LATERAL (VALUES (r.rerun_of_id), (s.run_id), (r.event_run_id)) AS above (id)
      WHERE r.tenant_id = a.tenant_id AND r.id = l.run_id AND above.id IS NOT NULL
      UNION ALL
      SELECT NULL, p.agent_id, p.idempotency_key, p.supersedes_id,
        ARRAY[p.author_user_id, p.on_behalf_of_user_id], true
      FROM runs r JOIN proposed_actions p ON p.tenant_id = a.tenant_id AND p.id = r.event_action_id
      WHERE r.tenant_id = a.tenant_id AND r.id = l.run_id) next),
  hand AS (
    SELECT r.started_by_user_id, v.created_by_user_id, f.agent_id AS workflow_agent_id, r.started_by_agent_id,
      r.began_for
    FROM line l JOIN runs r ON r.tenant_id = a.tenant_id AND r.id = l.run_id
    JOIN workflows f ON f.tenant_id = a.tenant_id AND f.id = r.workflow_id
    JOIN workflow_versions v ON v.tenant_id = a.tenant_id AND v.id = r.workflow_version_id),
  began AS (
    SELECT h.started_by_agent_id AS agent_id FROM hand h
    UNION
    SELECT l.agent_id FROM line l WHERE l.is_occasion)
  SELECT coalesce(array_agg(DISTINCT x.user_id), '{}') FROM (
    SELECT unnest(ARRAY[h.started_by_user_id, h.created_by_user_id]) AS user_id FROM hand h
    UNION ALL
    SELECT unnest(h.began_for) FROM hand h
    UNION ALL
    -- Approving what a step sends makes nobody an author, and neither does a reply that answered nothing.
    SELECT o.user_id FROM line l
      JOIN hil_interactions h ON h.tenant_id = a.tenant_id AND h.execution_id = l.run_id
      JOIN steps s ON s.tenant_id = a.tenant_id AND s.run_id = l.run_id AND s.idempotency_key = h.node_id
        AND s.tool_name = 'human.ask'
      JOIN hil_responses o ON o.tenant_id = a.tenant_id AND o.matched_interaction_id = h.id
        AND o.place IS NOT NULL
    UNION ALL
    SELECT unnest(l.people) FROM line l
    UNION ALL
    SELECT unnest(g.key_makers) FROM hand h
      JOIN agents g ON g.tenant_id = a.tenant_id AND g.id = h.workflow_agent_id
    UNION ALL
    SELECT unnest(g.key_makers || g.on_behalf_of_user_id || CASE
      WHEN g.principal_changed_at > a.created_at - interval '168 hours' THEN g.former_principals END)
    FROM began b JOIN agents g ON g.tenant_id = a.tenant_id AND g.id = b.agent_id) x
  WHERE x.user_id IS NOT NULL
$$;
