-- The newest runs below p_below, at most p_limit, of the caller's own tenant, that have this number, follow one of
-- these workflows, or whose trigger or beginner holds p_text, which is in small letters; the other arguments narrow
-- them down where they are not null. Text of one or two characters is looked for among the newest 20,000 alone.
--
-- The app's role could not ask the index itself: see find_actions. The offset keeps the planner from any other way.
CREATE OR REPLACE FUNCTION find_runs(
  p_text text, p_number bigint, p_named bigint[], p_below bigint, p_limit integer, p_statuses text[],
  p_workflow bigint, p_trigger text, p_agent bigint) RETURNS SETOF bigint
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp SET enable_seqscan = off
SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  v_tenant bigint := current_tenant_id();
  v_hashes bigint[] := ARRAY(
    SELECT DISTINCT hashtextextended(substr(p_text, i, 3), v_tenant) & 4294967295
    FROM generate_series(1, length(p_text) - 2) AS i);
  v_newest bigint;
  v_floor bigint;
  v_left integer := p_limit;
  v_found bigint[];
BEGIN
  SELECT max(r.id) INTO v_newest FROM runs r WHERE r.tenant_id = v_tenant AND r.id < p_below;
  v_floor := v_newest - 20000;
  WHILE v_newest IS NOT NULL AND v_left > 0 LOOP
    v_found := ARRAY(
      -- Once, and not anew for each run of the block.
      WITH hit AS MATERIALIZED (
        SELECT k.id FROM (
          SELECT id, trigger_ref, started_by_label FROM runs
          WHERE run_search_keys(tenant_id, id, run_text(trigger_ref, started_by_label))
            @> ARRAY(SELECT ((v_newest >> 12) << 32) | hash FROM unnest(v_hashes) AS hash)
            AND cardinality(v_hashes) > 0
          OFFSET 0) k
        WHERE strpos(run_text(k.trigger_ref, k.started_by_label), p_text) > 0
        UNION
        SELECT s.id FROM runs s WHERE cardinality(v_hashes) = 0 AND s.tenant_id = v_tenant
          AND s.id BETWEEN greatest((v_newest >> 12) << 12, v_floor) AND v_newest
          AND strpos(run_text(s.trigger_ref, s.started_by_label), p_text) > 0
        UNION
        SELECT f.id FROM runs f WHERE f.tenant_id = v_tenant AND f.workflow_id = ANY (p_named)
          AND f.id BETWEEN (v_newest >> 12) << 12 AND v_newest
        UNION
        SELECT p_number)
      SELECT r.id FROM hit h JOIN runs r ON r.tenant_id = v_tenant AND r.id = h.id
      WHERE r.id BETWEEN (v_newest >> 12) << 12 AND v_newest
        AND (p_statuses IS NULL OR r.status = ANY (p_statuses))
        AND (p_workflow IS NULL OR r.workflow_id = p_workflow) AND (p_trigger IS NULL OR r.trigger_type = p_trigger)
        AND (p_agent IS NULL OR r.started_by_agent_id = p_agent)
      ORDER BY r.id DESC LIMIT v_left);
    RETURN QUERY SELECT unnest(v_found);
    v_left := v_left - cardinality(v_found);
    SELECT max(r.id) INTO v_newest FROM runs r WHERE r.tenant_id = v_tenant AND r.id < (v_newest >> 12) << 12;
  END LOOP;
END $$;
REVOKE EXECUTE ON FUNCTION find_runs(text, bigint, bigint[], bigint, integer, text[], bigint, text, bigint) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION find_runs(text, bigint, bigint[], bigint, integer, text[], bigint, text, bigint)
  TO countersign_app;
ALTER FUNCTION find_runs(text, bigint, bigint[], bigint, integer, text[], bigint, text, bigint)
  OWNER TO countersign_lookup;
