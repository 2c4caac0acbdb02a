-- Whether one more proposal of the agent may wait for people. Each count ends at its limit, so that a full inbox costs
-- no more than a limit's worth of an index; sequential scans are off, because they would read the whole table. Of a
-- proposal that is stored, the agent's pause is read after the insert, which waits for whoever changes the agent.
--
-- p_record, p_tier  of the proposal. Null: not known yet
-- p_own             1: the proposal is stored already and counts itself; 0: it is not
-- full_quota        the first quota without room; null: there is room in all
CREATE OR REPLACE FUNCTION proposal_room(
  p_tenant bigint, p_agent bigint, p_agent_max integer, p_record text, p_tier smallint, p_own integer,
  OUT paused boolean, OUT full_quota text, OUT quota_max integer, OUT waiting integer
) LANGUAGE plpgsql VOLATILE SET enable_seqscan = off AS $$
DECLARE
  -- A constant of the statement, which an index can begin at.
  v_now timestamptz := clock_timestamp();
  v_limits proposal_limits := proposal_limits_of(p_tenant);
  v_is_high boolean := coalesce(p_tier >= 4, false);
BEGIN
  SELECT a.paused_at IS NOT NULL INTO paused FROM agents a WHERE a.tenant_id = p_tenant AND a.id = p_agent;
  IF paused THEN RETURN; END IF;

  full_quota := 'agent-pending';
  quota_max := p_agent_max;
  SELECT count(*) INTO waiting FROM (
    SELECT FROM proposed_actions WHERE tenant_id = p_tenant AND agent_id = p_agent AND status = 'pending'
      AND expires_at > v_now LIMIT quota_max + p_own) AS few;
  IF waiting - p_own >= quota_max THEN RETURN; END IF;

  IF v_is_high THEN
    full_quota := 'agent-pending-high';
    quota_max := v_limits.agent_high_max;
    SELECT count(*) INTO waiting FROM (
      SELECT FROM proposed_actions WHERE tenant_id = p_tenant AND agent_id = p_agent AND status = 'pending'
        AND expires_at > v_now AND risk_level >= 4 LIMIT quota_max + p_own) AS few;
    IF waiting - p_own >= quota_max THEN RETURN; END IF;
  END IF;

  IF p_record IS NOT NULL THEN
    full_quota := 'record-pending';
    quota_max := v_limits.record_max;
    SELECT count(*) INTO waiting FROM (
      SELECT FROM proposed_actions WHERE tenant_id = p_tenant AND record_ref = p_record AND status = 'pending'
        AND expires_at > v_now LIMIT quota_max + p_own) AS few;
    IF waiting - p_own >= quota_max THEN RETURN; END IF;
    IF v_is_high THEN
      full_quota := 'record-pending-high';
      quota_max := v_limits.record_high_max;
      SELECT count(*) INTO waiting FROM (
        SELECT FROM proposed_actions WHERE tenant_id = p_tenant AND record_ref = p_record AND status = 'pending'
          AND expires_at > v_now AND risk_level >= 4 LIMIT quota_max + p_own) AS few;
      IF waiting - p_own >= quota_max THEN RETURN; END IF;
    END IF;
  END IF;

  full_quota := 'tenant-pending';
  quota_max := v_limits.pending_max;
  SELECT count(*) INTO waiting FROM (
    SELECT FROM proposed_actions WHERE tenant_id = p_tenant AND status = 'pending' AND expires_at > v_now
    LIMIT quota_max + p_own) AS few;
  IF waiting - p_own >= quota_max THEN RETURN; END IF;

  IF v_is_high THEN
    full_quota := 'tenant-pending-high';
    quota_max := v_limits.high_max;
    SELECT count(*) INTO waiting FROM (
      SELECT FROM proposed_actions WHERE tenant_id = p_tenant AND status = 'pending' AND risk_level IN (4, 5)
        AND expires_at > v_now LIMIT quota_max + p_own) AS few;
    IF waiting - p_own >= quota_max THEN RETURN; END IF;
  END IF;

  full_quota := NULL;
  quota_max := NULL;
END $$;
