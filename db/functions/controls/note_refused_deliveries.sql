-- Adds to the counts of one route and five minutes, and forgets counts of more than 30 days ago.
CREATE OR REPLACE FUNCTION note_refused_deliveries(
  p_route text, p_began timestamptz, p_forged integer, p_malformed integer
) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO refused_deliveries AS r (route, began_at, forged, malformed)
    VALUES (p_route, p_began, p_forged, p_malformed)
    ON CONFLICT (route, began_at)
      DO UPDATE SET forged = r.forged + excluded.forged, malformed = r.malformed + excluded.malformed;
  -- By the earlier clock of the two: one that is ahead deletes nothing too early.
  DELETE FROM refused_deliveries WHERE began_at < least(p_began, clock_timestamp()) - interval '720 hours';
END $$;
REVOKE EXECUTE ON FUNCTION note_refused_deliveries(text, timestamptz, integer, integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION note_refused_deliveries(text, timestamptz, integer, integer) TO countersign_app;
