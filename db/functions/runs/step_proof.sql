-- That by which the app sees whether it wrote a step's result itself: without the result, but for a list's, which says
-- how many items there are.
CREATE OR REPLACE FUNCTION step_proof(s steps) RETURNS jsonb LANGUAGE sql STABLE AS $$
  SELECT jsonb_build_object(
    'id', s.id, 'stepId', s.step_id, 'isOnError', s.is_on_error, 'kind', s.kind, 'item', s.item, 'status', s.status,
    'skipped', s.skipped, 'outputHash', s.output_hash, 'outputSeal', s.output_seal,
    'count', CASE WHEN s.kind = 'list' THEN s.output_json -> 'count' END)
$$;
