-- False: not a live session of this person, or no live membership there.
CREATE OR REPLACE FUNCTION move_session(p_session bigint, p_user bigint, p_tenant bigint) RETURNS boolean
LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  WITH moved AS (
    UPDATE sessions s SET tenant_id = p_tenant WHERE s.id = p_session AND s.user_id = p_user AND s.ended_at IS NULL
      AND EXISTS (
        SELECT 1 FROM memberships m WHERE m.user_id = p_user AND m.tenant_id = p_tenant AND m.revoked_at IS NULL)
    RETURNING s.id)
  SELECT EXISTS (SELECT 1 FROM moved)
$$;
REVOKE EXECUTE ON FUNCTION move_session(bigint, bigint, bigint) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION move_session(bigint, bigint, bigint) TO countersign_app;
ALTER FUNCTION move_session(bigint, bigint, bigint) OWNER TO countersign_lookup;
