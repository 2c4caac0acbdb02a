-- See docs/adr/0113.

-- The walls of the table of steps in one function, and the times once.
ALTER TABLE steps DROP CONSTRAINT steps_safe_numbers, DROP CONSTRAINT steps_within_reason,
  DROP CONSTRAINT times_within_reason,
  ADD CONSTRAINT steps_within_reason CHECK (is_step_within_reason(steps)) NOT VALID;
-- A worker's turn is one statement, take_turn.
DROP FUNCTION IF EXISTS settle_steps(text, jsonb), load_steps(jsonb), load_step(bigint, bigint, boolean),
  free_lane(bigint, bigint, integer);
-- A tenant has few workflows. Without this index a lane's row moves within its page, and no lease walks over the places
-- of former turns in it.
DROP INDEX workflow_lanes_turn;
