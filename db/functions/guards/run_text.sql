-- The text by which a run is found, besides its number and its workflow. A change of it means a new index.
CREATE OR REPLACE FUNCTION run_text(p_trigger_ref text, p_started_by text) RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT lower(p_trigger_ref || E'\n' || p_started_by)
$$;
