-- Requests waiting pushes again under a new event id, one per action, at most p_limit of those after p_after. Returns
-- the last push that was considered (null: there were none), the number that were requested, and those that somebody
-- else held: they are left out here, so that nobody who stands still keeps the others waiting (wake_held_push).
CREATE OR REPLACE FUNCTION wake_waiting_pushes(
  p_tenant bigint, p_after bigint, p_limit integer, OUT last bigint, OUT woken integer, OUT held bigint[]
) LANGUAGE plpgsql AS $$
DECLARE
  v_ids bigint[];
  v_free bigint[];
BEGIN
  PERFORM set_config('app.tenant_id', p_tenant::text, true);
  SELECT array_agg(first.id ORDER BY first.id) INTO v_ids FROM (
    SELECT min(id) AS id FROM ns_pending_pushes WHERE tenant_id = p_tenant AND status = 'queued'
    GROUP BY action_id HAVING min(id) > p_after ORDER BY min(id) LIMIT p_limit) AS first;
  v_free := ARRAY(
    SELECT id FROM ns_pending_pushes WHERE tenant_id = p_tenant AND id = ANY (v_ids) FOR UPDATE SKIP LOCKED);
  woken := request_pushes(p_tenant, v_free);
  last := v_ids[cardinality(v_ids)];
  held := ARRAY(SELECT id FROM unnest(v_ids) AS id WHERE id <> ALL (v_free) ORDER BY id);
END $$;
