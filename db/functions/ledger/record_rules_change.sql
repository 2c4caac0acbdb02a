-- Tells the ledger that a tenant's thresholds are now as they stand. To be called after every change of them, in its
-- transaction: rules that differ from the last event are a fault.
CREATE OR REPLACE FUNCTION record_rules_change(p_tenant bigint, p_actor_kind text, p_actor_label text, p_details jsonb)
  RETURNS bigint LANGUAGE plpgsql AS $$
BEGIN
  RETURN append_event(p_tenant, 'risk_tier_rules', p_tenant, 'risk_tier_rules.changed', p_actor_kind, p_actor_label,
    p_details || jsonb_build_object('rules_hash', rules_hash(p_tenant)));
END $$;
