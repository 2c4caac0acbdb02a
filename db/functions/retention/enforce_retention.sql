-- Deletes or blanks at most p_limit rows of one kind whose period is over, of the transaction's own tenant alone, and
-- returns how many. The period is read here, so that no caller can ask for less. Skips rows that somebody holds; what a
-- claim locks is pending and never touched.
CREATE OR REPLACE FUNCTION enforce_retention(p_kind text, p_limit integer) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  v_tenant bigint := current_tenant_id();
  v_before timestamptz := retention_cutoff(p_kind);
  v_count integer;
BEGIN
  PERFORM set_config('countersign.blanking', 'on', true);
  CASE p_kind
  WHEN 'sent_outbox' THEN
    DELETE FROM outbox WHERE tenant_id = v_tenant AND id IN (
      SELECT id FROM outbox WHERE tenant_id = v_tenant AND sent_at < v_before
      ORDER BY sent_at LIMIT p_limit FOR UPDATE SKIP LOCKED);
  WHEN 'edit_tokens' THEN
    DELETE FROM edit_tokens WHERE tenant_id = v_tenant AND id IN (
      SELECT id FROM edit_tokens WHERE tenant_id = v_tenant AND coalesce(used_at, expires_at) < v_before
      ORDER BY coalesce(used_at, expires_at) LIMIT p_limit FOR UPDATE SKIP LOCKED);
  WHEN 'dead_letter_payloads' THEN
    UPDATE ns_push_dlq_log SET payload_json = '{}',
      error_json = CASE jsonb_typeof(error_json) WHEN 'object' THEN error_json - 'details' ELSE '{}' END,
      payload_blanked_at = clock_timestamp()
    WHERE tenant_id = v_tenant AND id IN (
      SELECT id FROM ns_push_dlq_log
      WHERE tenant_id = v_tenant AND replayed_at < v_before AND payload_blanked_at IS NULL
      ORDER BY replayed_at LIMIT p_limit FOR UPDATE SKIP LOCKED);
  WHEN 'agent_prose' THEN
    UPDATE proposed_actions SET reason = '', evidence_json = '[]', conversation_ref = NULL,
      prose_blanked_at = clock_timestamp()
    WHERE tenant_id = v_tenant AND id IN (
      SELECT id FROM proposed_actions
      WHERE tenant_id = v_tenant AND prose_blanked_at IS NULL AND status NOT IN ('pending', 'approved')
        -- As the index proposed_actions_prose_kept spells it.
        AND (CASE WHEN applied_at IS NOT NULL THEN applied_at WHEN ended_at IS NOT NULL THEN ended_at
          ELSE decided_at END) < v_before
      ORDER BY (CASE WHEN applied_at IS NOT NULL THEN applied_at WHEN ended_at IS NOT NULL THEN ended_at
          ELSE decided_at END) LIMIT p_limit FOR UPDATE SKIP LOCKED);
  WHEN 'messages' THEN
    RETURN delete_old_messages(v_before, p_limit);
  WHEN 'deliveries' THEN
    DELETE FROM channel_deliveries WHERE tenant_id = v_tenant AND id IN (
      SELECT id FROM channel_deliveries
      WHERE tenant_id = v_tenant AND received_at < v_before AND handling_until < v_before
      ORDER BY received_at LIMIT p_limit FOR UPDATE SKIP LOCKED);
  WHEN 'webhook_deliveries' THEN
    DELETE FROM webhook_deliveries WHERE tenant_id = v_tenant AND id IN (
      SELECT d.id FROM webhook_deliveries d
        JOIN webhook_endpoints e ON e.tenant_id = v_tenant AND e.id = d.endpoint_id
      WHERE d.tenant_id = v_tenant AND d.occurred_at < v_before AND d.state <> 'sending'
        AND coalesce(d.settled_at < v_before, true) AND (d.state <> 'due' OR e.state <> 'enabled')
      ORDER BY d.occurred_at LIMIT p_limit FOR UPDATE OF d SKIP LOCKED);
  WHEN 'routing_versions' THEN
    DELETE FROM routing_versions WHERE tenant_id = v_tenant AND id IN (
      SELECT r.id FROM routing_versions r
      WHERE r.tenant_id = v_tenant AND EXISTS (
        SELECT FROM routing_versions n
        WHERE n.tenant_id = v_tenant AND n.version > r.version AND n.published_at < v_before)
      ORDER BY r.version LIMIT p_limit);
  WHEN 'step_attempts' THEN
    DELETE FROM step_attempts WHERE tenant_id = v_tenant AND id IN (
      SELECT a.id FROM step_attempts a JOIN steps s ON s.tenant_id = v_tenant AND s.id = a.step_id
      WHERE a.tenant_id = v_tenant AND a.ended_at < v_before AND s.ended_at < v_before
      ORDER BY a.ended_at LIMIT p_limit FOR UPDATE OF a SKIP LOCKED);
  END CASE;
  GET DIAGNOSTICS v_count = ROW_COUNT;
  PERFORM set_config('countersign.blanking', '', true);
  RETURN v_count;
END $$;
REVOKE EXECUTE ON FUNCTION enforce_retention(text, integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION enforce_retention(text, integer) TO countersign_app;
