-- The dashboard's figures of decisions, ends and writes after p_after and up to p_until, by day of the tenant's time
-- zone. Each moment is set once and never moves. Durations are in buckets that are 5 % wide: number b holds
-- 1.05 ^ b to 1.05 ^ (b + 1) milliseconds.
--
-- A generic plan: over a million actions Postgres took the values' own plan for the cheaper one, and planned for 0.8 ms
-- at each call. Each part of the plan is a range of an index, whatever the values are.
CREATE OR REPLACE FUNCTION figures_between(p_after timestamptz, p_until timestamptz)
RETURNS TABLE (day date, figure text, tier smallint, bucket smallint, count bigint) LANGUAGE sql STABLE
SET plan_cache_mode = force_generic_plan AS $$
  WITH found AS (
    SELECT a.decided_at AS at, a.risk_level, a.decision, a.decided_by_kind,
      extract(epoch FROM a.decided_at - a.created_at) * 1000 AS ms
    FROM proposed_actions a
    WHERE a.tenant_id = current_tenant_id() AND a.decided_at > p_after AND a.decided_at <= p_until
  ), moments (at, figure, tier, ms) AS (
    SELECT at, 'approved', 0, NULL::numeric FROM found WHERE decision = 'approve' AND decided_by_kind = 'person'
    UNION ALL SELECT at, 'rejected', 0, NULL FROM found WHERE decision = 'reject'
    UNION ALL SELECT at, 'by_policy', 0, NULL FROM found WHERE decided_by_kind = 'policy'
    UNION ALL SELECT at, 'decided', risk_level, ms FROM found WHERE decided_by_kind = 'person'
    UNION ALL
    SELECT a.ended_at, 'expired', 0, NULL FROM proposed_actions a
    WHERE a.tenant_id = current_tenant_id() AND a.status = 'expired' AND a.ended_at > p_after AND a.ended_at <= p_until
    UNION ALL
    SELECT a.applied_at, 'applied', 0, extract(epoch FROM a.applied_at - a.decided_at) * 1000 FROM proposed_actions a
    WHERE a.tenant_id = current_tenant_id() AND a.applied_at > p_after AND a.applied_at <= p_until
    UNION ALL
    SELECT p.applied_at, 'pushed', 0, NULL FROM ns_pending_pushes p
    WHERE p.tenant_id = current_tenant_id() AND p.status = 'applied' AND p.applied_at > p_after
      AND p.applied_at <= p_until
  )
  SELECT (m.at AT TIME ZONE t.time_zone)::date, m.figure, m.tier::smallint,
    coalesce(floor(ln(greatest(m.ms, 1)::float8) / ln(1.05::float8)), 0)::smallint, count(*)
  FROM moments m, tenants t WHERE t.id = current_tenant_id()
  GROUP BY 1, 2, 3, 4
$$;
