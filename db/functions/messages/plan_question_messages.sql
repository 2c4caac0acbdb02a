-- Writes a message for everybody whom an open question asks at p_now, by each account of these kinds by which they can
-- be reached and want to be, at most p_limit. Whoever has one already gets no second. Returns how many it wrote.
CREATE OR REPLACE FUNCTION plan_question_messages(p_tenant bigint, p_kinds text[], p_now timestamptz, p_limit integer)
RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
  v_written integer;
BEGIN
  WITH asked AS (
    SELECT DISTINCT h.id AS interaction_id, m.user_id
    FROM hil_interactions h, LATERAL jsonb_array_elements(h.responders) WITH ORDINALITY AS r (value, place)
      JOIN memberships m ON m.tenant_id = p_tenant AND m.revoked_at IS NULL
        AND (m.user_id = (r.value ->> 'user_id')::bigint OR m.role = r.value ->> 'role'
          OR m.role = 'admin' AND r.value ? 'role')
      JOIN users u ON u.id = m.user_id AND u.disabled_at IS NULL
    WHERE h.tenant_id = p_tenant AND h.status = 'pending' AND h.timeout_at > p_now AND r.place <= h.asked)
  INSERT INTO channel_messages (tenant_id, account_id, ref, interaction_id, user_id, next_at, created_at)
  SELECT p_tenant, a.id, new_message_ref(), k.interaction_id, k.user_id, p_now, p_now
  FROM asked k
    JOIN channel_accounts a ON a.tenant_id = p_tenant AND a.state = 'open' AND a.kind = ANY (p_kinds)
    LEFT JOIN channel_preferences p ON p.tenant_id = p_tenant AND p.user_id = k.user_id AND p.kind = a.kind
  WHERE coalesce(p.questions, true) AND is_reachable(a, k.user_id)
    AND (
      -- Looked up for each: as an anti-join it took seconds for a thousand questions.
      SELECT g.id FROM channel_messages g
      WHERE g.tenant_id = p_tenant AND g.interaction_id = k.interaction_id AND g.action_id IS NULL
        AND g.account_id = a.id AND g.user_id = k.user_id LIMIT 1) IS NULL
  ORDER BY k.interaction_id, k.user_id LIMIT p_limit
  ON CONFLICT DO NOTHING;
  GET DIAGNOSTICS v_written = ROW_COUNT;
  RETURN v_written;
END $$;
