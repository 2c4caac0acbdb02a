-- Tells the ledger that a standing authorisation was signed, or revoked, with all its fields. To be called after every
-- change of one, in its transaction: one that differs from its last event is a fault.
CREATE OR REPLACE FUNCTION record_authorisation(
  p_tenant bigint, p_id bigint, p_actor_kind text, p_actor_label text, p_details jsonb
) RETURNS bigint LANGUAGE sql AS $$
  SELECT append_event(p_tenant, 'standing_authorisation', p_id,
    CASE WHEN s.revoked_at IS NULL THEN 'standing_authorisation.signed' ELSE 'standing_authorisation.revoked' END,
    p_actor_kind, p_actor_label, p_details || ledger_state(p_tenant, 'standing_authorisation', p_id))
  FROM standing_authorisations s WHERE s.tenant_id = p_tenant AND s.id = p_id
$$;
