-- The wall of the table of steps (docs/adr/0092, 0096): numbers are such as JavaScript holds exactly, texts, times and
-- JSON within reason. A CHECK that says so itself is read anew by each UPDATE, which took as long as the rest of it; a
-- function is read once a session. See docs/adr/0113. So what a status implies stands here too (docs/adr/0134).
CREATE OR REPLACE FUNCTION is_step_within_reason(s record) RETURNS boolean LANGUAGE plpgsql IMMUTABLE AS $$
BEGIN
  RETURN least(s.id, s.tenant_id, s.run_id, s.workflow_id, s.proposed_action_id) >= -9007199254740991
    AND greatest(s.id, s.tenant_id, s.run_id, s.workflow_id, s.proposed_action_id) <= 9007199254740991
    AND greatest(octet_length(s.step_id), octet_length(s.kind), octet_length(s.tool_name),
      octet_length(s.idempotency_key), octet_length(s.status), octet_length(s.lease_owner), octet_length(s.output_hash),
      octet_length(s.given_seal), octet_length(s.output_seal)) <= 1048576
    AND greatest(pg_column_size(s.item_json), pg_column_size(s.last_error), pg_column_size(s.input_hashes),
      pg_column_size(s.output_json)) <= 4194304
    AND pg_column_size(s.needs) <= 65536 AND cardinality(s.needs) <= 1000
    AND octet_length(array_to_string(s.needs, '')) <= 65536
    AND least(s.lease_expires_at, s.next_eligible_at, s.created_at, s.started_at, s.ended_at,
      s.leased_at) >= '1970-01-01 00:00:00+00'
    AND greatest(s.lease_expires_at, s.next_eligible_at, s.created_at, s.started_at, s.ended_at,
      s.leased_at) <= '2500-01-01 00:00:00+00'
    AND least(s.item, s.waits_for) >= 0
    AND (s.kind = 'item') = (s.item IS NOT NULL)
    AND (s.status = 'running') = (s.lease_owner IS NOT NULL)
    AND (s.lease_owner IS NULL) = (s.lease_expires_at IS NULL)
    AND (s.status <> 'waiting_approval' OR s.proposed_action_id IS NOT NULL);
END $$;
