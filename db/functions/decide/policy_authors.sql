-- The publishers of the tenant's policy within the last seven days: a policy may ask for fewer approvals than
-- the one before it, and nobody loosens what binds them and then decides alone (docs/adr/0091). An event that was
-- written past the app may say anything: compared as text, and not of a later day.
CREATE OR REPLACE FUNCTION policy_authors(p_tenant bigint) RETURNS bigint[] LANGUAGE sql STABLE AS $$
  SELECT array(SELECT m.user_id FROM memberships m
    WHERE m.tenant_id = p_tenant AND m.user_id::text IN (
      SELECT e.body_text::jsonb #>> '{details,by_user_id}' FROM events e
      WHERE e.tenant_id = p_tenant AND e.event_type = 'policy.published' AND e.actor_kind = 'person'
        AND e.occurred_at > clock_timestamp() - interval '168 hours' AND e.occurred_at <= clock_timestamp()))
$$;
