-- Deletes or blanks at most p_limit rows of one kind whose period is over, of the transaction's own tenant alone, and
-- returns how many. The period is read here, so that no caller can ask for less. Skips rows that somebody holds; what a
-- claim locks is pending and never touched.
CREATE OR REPLACE FUNCTION enforce_retention(p_kind text, p_limit integer) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  v_tenant bigint := current_tenant_id();
  v_before timestamptz;
  v_said jsonb;
  v_count integer;
BEGIN
  -- No period is shorter than the ledger says: one that was shortened past it, for a moment, would leave no trace.
  SELECT (e.body_text::jsonb -> 'state' -> p_kind -> 'days') INTO v_said FROM events e
    WHERE e.tenant_id = v_tenant AND e.entity_type = 'retention_period' AND e.entity_id = v_tenant
    ORDER BY e.seq DESC LIMIT 1;
  SELECT clock_timestamp() - make_interval(hours => 24 * greatest(
           r.days, CASE WHEN v_said BETWEEN '1' AND '3650' THEN v_said::integer END))
    INTO STRICT v_before
    FROM retention_periods r WHERE r.tenant_id = v_tenant AND r.kind = p_kind;
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
  END CASE;
  GET DIAGNOSTICS v_count = ROW_COUNT;
  PERFORM set_config('countersign.blanking', '', true);
  RETURN v_count;
END $$;
REVOKE EXECUTE ON FUNCTION enforce_retention(text, integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION enforce_retention(text, integer) TO countersign_app;
