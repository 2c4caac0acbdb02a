-- The counts of each route since then. No row: nothing was refused there.
CREATE OR REPLACE FUNCTION count_refused_deliveries(p_since timestamptz)
RETURNS TABLE (route text, forged integer, malformed integer)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  RETURN QUERY SELECT r.route, sum(r.forged)::integer, sum(r.malformed)::integer FROM refused_deliveries r
    WHERE r.began_at > p_since GROUP BY r.route ORDER BY r.route;
END $$;
REVOKE EXECUTE ON FUNCTION count_refused_deliveries(timestamptz) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION count_refused_deliveries(timestamptz) TO countersign_app;
