-- Tells the ledger that a version of a tenant's policy was published. To be called after its insertion, in its
-- transaction: a version that no event names is a fault.
CREATE OR REPLACE FUNCTION record_policy(
  p_tenant bigint, p_version integer, p_actor_kind text, p_actor_label text, p_details jsonb
) RETURNS bigint LANGUAGE sql AS $$
  SELECT append_event(p_tenant, 'policy', p_tenant, 'policy.published', p_actor_kind, p_actor_label,
    p_details || jsonb_build_object('version', v.version, 'hash', v.hash, 'note', v.note))
  FROM policies v WHERE v.tenant_id = p_tenant AND v.version = p_version
$$;
