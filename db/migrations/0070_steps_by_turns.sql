-- See docs/adr/0113.

-- The walls of the table of steps in one function, and the times once.
ALTER TABLE steps DROP CONSTRAINT steps_safe_numbers, DROP CONSTRAINT steps_within_reason,
  DROP CONSTRAINT times_within_reason,
  ADD CONSTRAINT steps_within_reason CHECK (is_step_within_reason(steps)) NOT VALID;
