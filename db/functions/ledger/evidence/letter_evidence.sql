-- The part of a dead letter that stays, as the text whose hash the event of its push's end holds. Retention blanks the
-- copy of the payload and NetSuite's own words. An error that is no object was written past the app.
CREATE OR REPLACE FUNCTION letter_evidence(d ns_push_dlq_log) RETURNS text LANGUAGE sql STABLE SET timezone = 'UTC'
AS $$
  SELECT jsonb_build_object(
    'id', d.id, 'tenant_id', d.tenant_id, 'push_id', d.push_id, 'action_id', d.action_id,
    'error', CASE jsonb_typeof(d.error_json) WHEN 'object' THEN d.error_json - 'details' ELSE d.error_json END,
    'attempts', d.attempts, 'last_at', d.last_at)::text
$$;
