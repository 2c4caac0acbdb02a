-- Makes many decisions in one transaction, in the order given, each with its own outcome. Locks all rows first, in the
-- order of their ids, then the records, then the totals: a single decision takes the same three in the same order.
CREATE OR REPLACE FUNCTION decide_actions(p_tenant bigint, p_requests jsonb) RETURNS SETOF decide_outcome
  LANGUAGE plpgsql AS $$
DECLARE
  v_request jsonb;
BEGIN
  PERFORM set_config('app.tenant_id', p_tenant::text, true);
  PERFORM 1 FROM proposed_actions a
    WHERE a.tenant_id = p_tenant
      AND a.id IN (SELECT (q ->> 'action_id')::bigint FROM jsonb_array_elements(p_requests) AS q)
    ORDER BY a.id FOR UPDATE;
  PERFORM lock_records(p_tenant, 'push', coalesce((
    SELECT jsonb_agg(push - 'payload')
    FROM jsonb_array_elements(p_requests) AS q,
         jsonb_array_elements(CASE jsonb_typeof(q -> 'pushes') WHEN 'array' THEN q -> 'pushes' ELSE '[]' END) AS push),
    '[]'));
  PERFORM lock_totals(p_tenant, ARRAY(
    SELECT (q ->> 'action_id')::bigint FROM jsonb_array_elements(p_requests) AS q WHERE q ->> 'decision' = 'approve'));
  FOR v_request IN SELECT q FROM jsonb_array_elements(p_requests) WITH ORDINALITY AS e (q, n) ORDER BY n LOOP
    IF (v_request ->> 'tenant_id')::bigint IS DISTINCT FROM p_tenant THEN
      RAISE EXCEPTION 'a bulk decision speaks for one tenant' USING ERRCODE = 'CS003';
    END IF;
    RETURN NEXT decide_action(v_request);
  END LOOP;
END $$;
