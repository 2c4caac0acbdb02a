-- The webhook of a workflow by its number, which stands in its address. What signs a call is encrypted.
CREATE OR REPLACE FUNCTION find_webhook(p_id bigint)
RETURNS TABLE (tenant_id bigint, workflow_id bigint, name text, sealed text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT w.tenant_id, w.workflow_id, w.name, w.sealed FROM workflow_webhooks w WHERE w.id = p_id
$$;
REVOKE EXECUTE ON FUNCTION find_webhook(bigint) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION find_webhook(bigint) TO countersign_app;
ALTER FUNCTION find_webhook(bigint) OWNER TO countersign_lookup;
