-- Stores a signed checkpoint and takes the events that it covers off the waiting list. The app's role may write to
-- neither table itself. p_tenant is null for the chain of the global switches; any other is the transaction's own.
-- Raises where the checkpoint does not follow the one before it, or covers anything but events that wait.
CREATE OR REPLACE FUNCTION record_checkpoint(
  p_tenant bigint, p_body text, p_signature text, p_event_ids int8multirange
) RETURNS bigint LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  v_body jsonb := p_body::jsonb;
  v_last audit_checkpoints;
  v_count integer;
  v_id bigint;
BEGIN
  IF p_tenant IS NOT NULL AND p_tenant IS DISTINCT FROM current_tenant_id() THEN
    RAISE EXCEPTION 'a checkpoint is of the transaction''s own tenant' USING ERRCODE = 'CS003';
  END IF;
  SELECT * INTO v_last FROM audit_checkpoints WHERE tenant_id IS NOT DISTINCT FROM p_tenant ORDER BY seq DESC LIMIT 1;
  DELETE FROM unsealed_events WHERE tenant_id IS NOT DISTINCT FROM p_tenant
    AND event_id IN (
      SELECT u.event_id FROM unnest(p_event_ids) AS r, unsealed_events u
      WHERE u.tenant_id IS NOT DISTINCT FROM p_tenant AND u.event_id >= lower(r) AND u.event_id < upper(r));
  GET DIAGNOSTICS v_count = ROW_COUNT;
  IF ((v_body ->> 'tenant_id')::bigint, (v_body ->> 'seq')::integer, v_body ->> 'prev_hash', v_body ->> 'events',
      (v_body ->> 'count')::integer)
     IS DISTINCT FROM
     (p_tenant, coalesce(v_last.seq, 0) + 1, coalesce(v_last.hash, ''), p_event_ids::text, v_count) THEN
    RAISE EXCEPTION 'this checkpoint does not follow the one before it' USING ERRCODE = 'CS003';
  END IF;
  INSERT INTO audit_checkpoints (tenant_id, seq, body_text, hash, signature, key_id, event_ids, event_count, sealed_at)
    VALUES (p_tenant, (v_body ->> 'seq')::integer, p_body, hashed(p_body), p_signature, v_body ->> 'key_id',
            p_event_ids, v_count, (v_body ->> 'sealed_at')::timestamptz)
    RETURNING id INTO v_id;
  RETURN v_id;
END $$;
REVOKE EXECUTE ON FUNCTION record_checkpoint(bigint, text, text, int8multirange) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION record_checkpoint(bigint, text, text, int8multirange) TO countersign_app;
