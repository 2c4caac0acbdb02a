-- Makes messages of these questions and actions due again that do not show them as they are any more, or by which
-- people are to be told again. It compares rows, so no lost event leaves a card out of date. A message whose subject
-- has ended is closed after an hour, in which a decision may still be taken back and an answer corrected. A question
-- counts as ended once its result is taken up or it was not answered; an approved action does with its write. One of
-- which nobody knows whether it arrived is left to its own look. A message about how a write went wrong never changes,
-- nor does a digest. Returns how many are due.
CREATE OR REPLACE FUNCTION mark_messages_due(
  p_tenant bigint, p_interactions bigint[], p_actions bigint[], p_now timestamptz
) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
  v_due integer;
  v_of bigint[] := ARRAY(
    SELECT g.id FROM channel_messages g
      WHERE g.tenant_id = p_tenant AND g.interaction_id = ANY (p_interactions) AND g.state IN ('sent', 'unknown')
    UNION ALL SELECT g.id FROM channel_messages g
      WHERE g.tenant_id = p_tenant AND g.action_id = ANY (p_actions) AND g.state IN ('sent', 'unknown')
    UNION ALL SELECT g.id FROM channel_messages g
      WHERE g.tenant_id = p_tenant AND g.digest_on IS NOT NULL AND g.state IN ('sent', 'unknown'));
BEGIN
  WITH outdated AS (
    SELECT g.id FROM channel_messages g
      LEFT JOIN hil_interactions h ON h.tenant_id = p_tenant AND h.id = g.interaction_id
      LEFT JOIN proposed_actions c ON c.tenant_id = p_tenant AND c.id = g.action_id
    WHERE g.tenant_id = p_tenant AND g.id = ANY (v_of) AND g.outcome IS NULL AND g.digest_on IS NULL
      AND (g.state = 'sent' OR g.state = 'unknown' AND g.next_at IS NULL)
      AND CASE WHEN g.action_id IS NULL
        THEN (g.shown_status, g.shown_hash) IS DISTINCT FROM (h.status, question_version(h))
          OR h.status = 'pending' AND (h.warning_sent AND NOT g.warned OR h.reminders_sent > g.reminders_told)
        ELSE (g.shown_status, g.shown_hash) IS DISTINCT FROM (c.status, action_version(c)) END
    ORDER BY g.id FOR UPDATE OF g SKIP LOCKED)
  UPDATE channel_messages g SET state = 'due', next_at = p_now, attempts = 0
    FROM outdated o WHERE g.tenant_id = p_tenant AND g.id = o.id;
  GET DIAGNOSTICS v_due = ROW_COUNT;

  WITH over AS (
    SELECT g.id FROM channel_messages g
      LEFT JOIN hil_interactions h ON h.tenant_id = p_tenant AND h.id = g.interaction_id
    WHERE g.tenant_id = p_tenant AND g.id = ANY (v_of)
      AND g.state IN ('sent', 'unknown') AND g.settled_at < p_now - interval '1 hour'
      AND (g.state = 'sent' OR g.next_at IS NULL)
      AND CASE WHEN g.outcome IS NOT NULL OR g.digest_on IS NOT NULL THEN true
        WHEN g.action_id IS NULL
        THEN g.shown_status IN ('timeout', 'cancelled') OR g.shown_status = 'responded'
          AND (h.used_at IS NOT NULL OR h.ended_at < p_now - interval '48 hours')
        ELSE g.shown_status NOT IN ('pending', 'approved') END
    ORDER BY g.id FOR UPDATE OF g SKIP LOCKED)
  UPDATE channel_messages g SET state = 'closed' FROM over o WHERE g.tenant_id = p_tenant AND g.id = o.id;
  RETURN v_due;
END $$;
