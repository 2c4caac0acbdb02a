-- Does nothing, and nothing calls it: 0007 made a trigger of it that 0012 drops again.
CREATE OR REPLACE FUNCTION queue_switch_flip() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RETURN NULL;
END $$;
