-- The waiting actions that would set another value at a place that this one sets, the oldest first, at most twenty: who
-- asks for it, how many such places there are, and one field and value among them. Places compare by the ids that
-- NetSuite gave, and by names where one of the two was never read. A list asks for each of its rows; most set no value,
-- and are answered by one look at a key. The planner has no statistics of rows that come and go within minutes, so
-- sequential scans are off, and OFFSET 0 makes it find each action by its id.
CREATE OR REPLACE FUNCTION conflicts_of(p_tenant_id bigint, p_action_id bigint) RETURNS jsonb
LANGUAGE plpgsql STABLE SET enable_seqscan = off AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM waiting_values WHERE tenant_id = p_tenant_id AND action_id = p_action_id) THEN
    RETURN '[]';
  END IF;
  RETURN (SELECT coalesce(jsonb_agg(to_jsonb(c) ORDER BY c.id), '[]') FROM (
    SELECT p.id, a.name AS agent, u.name AS author, d.field, d.value, d.places
    FROM (
      SELECT o.action_id, min(o.field) AS field, min(o.value) AS value, count(*)::integer AS places
      FROM waiting_values m
      CROSS JOIN LATERAL (
        SELECT w.action_id, w.field, w.value FROM waiting_values w
          WHERE w.tenant_id = m.tenant_id AND w.place = m.place
        UNION ALL
        SELECT w.action_id, w.field, w.value FROM waiting_values w
          WHERE w.tenant_id = m.tenant_id AND w.named_place = m.named_place AND w.place IS NULL
        UNION ALL
        SELECT w.action_id, w.field, w.value FROM waiting_values w
          WHERE m.place IS NULL AND w.tenant_id = m.tenant_id AND w.named_place = m.named_place
            AND w.place IS NOT NULL) o
      WHERE m.tenant_id = p_tenant_id AND m.action_id = p_action_id
        AND o.action_id <> m.action_id AND o.value <> m.value
      GROUP BY o.action_id ORDER BY o.action_id OFFSET 0) d
    CROSS JOIN LATERAL (
      SELECT id, agent_id, author_user_id, status, expires_at FROM proposed_actions
      WHERE tenant_id = p_tenant_id AND id = d.action_id OFFSET 0) p
    JOIN agents a ON a.tenant_id = p_tenant_id AND a.id = p.agent_id
    LEFT JOIN users u ON u.id = p.author_user_id
    WHERE p.status = 'pending' AND p.expires_at > clock_timestamp()
    ORDER BY d.action_id LIMIT 20) c);
END $$;
