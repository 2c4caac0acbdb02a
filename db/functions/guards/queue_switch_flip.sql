-- While an UPDATE waits for a row, more and more transactions can lock that row FOR SHARE: a steady stream of approvals
-- would keep a switch from being flipped. Advisory locks queue fairly, so a flip takes one first.
CREATE OR REPLACE FUNCTION queue_switch_flip() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('kill_switches', 0));
  RETURN NULL;
END $$;
