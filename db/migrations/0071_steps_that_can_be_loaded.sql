-- See docs/adr/0113.

-- The list `needs` of a step is bounded from now on (is_step_within_reason). An open row beyond the bound could not be
-- leased, and would fail the turn of every step beside it. No text makes such a row. Emptied, it differs from its text,
-- and its step fails.
ALTER TABLE steps DISABLE TRIGGER steps_guard;
UPDATE steps SET needs = '{}'
  WHERE status NOT IN ('succeeded', 'failed_terminal', 'cancelled')
    AND (pg_column_size(needs) > 65536 OR cardinality(needs) > 1000
         OR octet_length(array_to_string(needs, '')) > 65536);
ALTER TABLE steps ENABLE TRIGGER steps_guard;
