-- approved → applied, with the mirror row. False: it was not approved.
CREATE OR REPLACE FUNCTION apply_action(p_tenant bigint, p_action bigint, p_ns_internal_id text, p_verification text)
  RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
  WITH applied AS (
    UPDATE proposed_actions
    SET status = 'applied', applied_at = clock_timestamp(), ns_internal_id = p_ns_internal_id
    WHERE tenant_id = p_tenant AND id = p_action AND status = 'approved' RETURNING *)
  INSERT INTO proposed_actions_applied_mirror (tenant_id, action_id, action_type, entity_type, entity_ref,
    payload_json, payload_hash, ns_internal_id, verification, decided_by_label, approved_at, applied_at)
  SELECT tenant_id, id, action_type, entity_type, entity_ref, payload_json, payload_hash, ns_internal_id,
    p_verification, decided_by_label, decided_at, applied_at
  FROM applied;
  RETURN FOUND;
END $$;
