-- The app's role says which write makes a version of a cache, and no more: number and time are set here, for a write
-- that is on its way, or one in NetSuite that was applied. A key that is known makes nothing.
CREATE OR REPLACE FUNCTION guard_new_cache_version() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  v_status text;
BEGIN
  IF current_user <> 'countersign_app' THEN
    RETURN NEW;
  END IF;
  PERFORM pg_advisory_xact_lock(hashtextextended(NEW.tenant_id || ':cache:' || NEW.name, 0));
  IF EXISTS (SELECT 1 FROM cache_versions WHERE tenant_id = NEW.tenant_id AND action_key = NEW.action_key) THEN
    RETURN NULL;
  END IF;
  NEW.version := 1 + coalesce((
    SELECT max(version) FROM cache_versions WHERE tenant_id = NEW.tenant_id AND name = NEW.name), 0);
  NEW.created_at := clock_timestamp();
  v_status := maker_status(NEW);
  IF (CASE WHEN NEW.action_key LIKE 'cache:%' THEN v_status = 'applied'
           ELSE v_status IN ('pushing', 'unknown') END) IS NOT TRUE THEN
    RAISE EXCEPTION 'no write makes this version of a cache' USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NEW;
END $$;
