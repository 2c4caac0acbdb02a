-- Keeps the text by which a proposed action is found. It follows the tier as it rises and the prose as it is blanked.
CREATE OR REPLACE FUNCTION index_action() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM write_search_text(NEW.tenant_id, NEW.id);
  RETURN NULL;
END $$;
REVOKE EXECUTE ON FUNCTION index_action() FROM PUBLIC;
