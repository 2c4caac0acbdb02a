-- The attempts of a delivery with one more. The newest thirty are kept.
CREATE OR REPLACE FUNCTION log_webhook(p_log jsonb, p_attempt jsonb) RETURNS jsonb LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE WHEN jsonb_array_length(p_log) < 30 THEN p_log ELSE p_log - 0 END || jsonb_build_array(p_attempt)
$$;
