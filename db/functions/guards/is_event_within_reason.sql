-- The wall of the table of events: see is_step_within_reason.
CREATE OR REPLACE FUNCTION is_event_within_reason(e record) RETURNS boolean LANGUAGE plpgsql IMMUTABLE AS $$
BEGIN
  RETURN least(e.id, e.tenant_id, e.entity_id) >= -9007199254740991
    AND greatest(e.id, e.tenant_id, e.entity_id) <= 9007199254740991
    AND greatest(octet_length(e.event_type), octet_length(e.entity_type), octet_length(e.prev_hash),
      octet_length(e.hash), octet_length(e.body_text), octet_length(e.actor_kind),
      octet_length(e.actor_label)) <= 262144
    AND e.occurred_at BETWEEN '1970-01-01 00:00:00+00' AND '2500-01-01 00:00:00+00';
END $$;
