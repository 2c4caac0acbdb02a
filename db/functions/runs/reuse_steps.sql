-- The steps of a new run that goes on from a former one of the same version: what succeeded there is done, with its
-- result. A step that proposed a write about which people may still decide, or that they approved, waits for it or has
-- it done: the same write is not proposed twice. Both count as writes of the new run, so that going on again and again
-- makes no more writes than one run may. Everything else is done anew.
-- p_seals: by the former step's id, the seal for the new run: of its result or, of an item that is not done, of its
-- value. Returns how many are done.
CREATE OR REPLACE FUNCTION reuse_steps(p_tenant bigint, p_run bigint, p_former bigint, p_seals jsonb)
RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
  v_done integer;
BEGIN
  INSERT INTO steps (tenant_id, run_id, workflow_id, step_id, step_index, kind, item, item_json, tool_name,
                     idempotency_key, needs, waits_for, status, leasable, attempts_max, next_eligible_at, output_json,
                     output_hash, skipped, proposed_action_id, write_taken, ended_at, given_seal, output_seal)
    SELECT s.tenant_id, p_run, s.workflow_id, s.step_id, s.step_index, s.kind, s.item, s.item_json, s.tool_name,
      p_run || ':' || s.step_id || coalesce(':' || s.item, ''), s.needs, d.open,
      CASE WHEN d.done THEN 'succeeded' ELSE 'ready' END, NOT d.done AND d.open = 0, s.attempts_max,
      CASE WHEN NOT d.done AND d.open = 0 THEN clock_timestamp() END,
      CASE WHEN d.done THEN s.output_json END, CASE WHEN d.done THEN s.output_hash END, d.done AND s.skipped,
      CASE WHEN d.done THEN s.proposed_action_id ELSE o.proposal END,
      d.done AND s.write_taken OR o.proposal IS NOT NULL, CASE WHEN d.done THEN clock_timestamp() END,
      CASE WHEN s.kind = 'item' AND NOT d.done THEN p_seals ->> s.id::text END,
      CASE WHEN d.done THEN p_seals ->> s.id::text END
    FROM steps s CROSS JOIN LATERAL (
      SELECT s.status = 'succeeded' AS done, CASE WHEN s.status = 'succeeded' OR s.kind = 'item' THEN 0 ELSE (
        SELECT count(*)::integer FROM steps n WHERE n.tenant_id = p_tenant AND n.run_id = p_former
          AND n.step_id = ANY (s.needs) AND n.status <> 'succeeded' AND NOT n.is_on_error) END AS open) d
    CROSS JOIN LATERAL (SELECT CASE WHEN NOT d.done THEN open_proposal(s) END AS proposal) o
    WHERE s.tenant_id = p_tenant AND s.run_id = p_former AND NOT s.is_on_error
    ORDER BY s.id;
  -- The cap may be lower by now: then nothing more is written.
  UPDATE runs r SET writes_used = least(r.writes_max, (
      SELECT count(*) FROM steps s WHERE s.tenant_id = p_tenant AND s.run_id = p_run AND s.write_taken))
    WHERE r.tenant_id = p_tenant AND r.id = p_run;
  SELECT count(*) INTO v_done FROM steps s
    WHERE s.tenant_id = p_tenant AND s.run_id = p_run AND s.status = 'succeeded';
  RETURN v_done;
END $$;
