-- The app's seals on runs, on what their steps were given and gave, and on the ends of requests. See docs/adr/0107.
-- Null: written past the app, or before this; rows from before are sealed by the migrator.
DROP FUNCTION IF EXISTS reuse_steps(bigint, bigint, bigint);
ALTER TABLE runs ADD COLUMN seal text;
-- given_seal: of a step that is added while its run goes on: an item's value, or the error that on_error follows.
ALTER TABLE steps ADD COLUMN given_seal text, ADD COLUMN output_seal text;
-- The attempt of the step that sent last. It never goes back, so that the seal of an earlier end fits no later one.
ALTER TABLE step_receipts ADD COLUMN attempt integer NOT NULL DEFAULT 0, ADD COLUMN seal text;

GRANT INSERT (seal) ON runs TO countersign_app;
GRANT INSERT (given_seal, output_seal), UPDATE (output_seal) ON steps TO countersign_app;
GRANT INSERT (attempt), UPDATE (attempt, seal) ON step_receipts TO countersign_app;

-- A step always comes round again: guard_step bounds both times further. Rows from before are asked when they change.
ALTER TABLE steps ADD CONSTRAINT times_within_reason CHECK (
  next_eligible_at BETWEEN '1970-01-01 00:00:00+00' AND '2500-01-01 00:00:00+00'
  AND lease_expires_at BETWEEN '1970-01-01 00:00:00+00' AND '2500-01-01 00:00:00+00') NOT VALID;

-- Beginnings that wait for a checkpoint carry no seal yet: nobody vouches for them (ADR 0065).
UPDATE unsealed_events u SET predates_seals = true FROM events e
  WHERE e.id = u.event_id AND e.event_type = 'run.started';
