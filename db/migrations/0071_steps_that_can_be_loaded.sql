-- See docs/adr/0113.

-- What a step needs is bounded from now on (is_step_within_reason), and an open row beyond could not even be leased:
-- its turn would fail, and that of every step beside it. No text makes such a row. Without its needs it differs from
-- its text, and fails.
ALTER TABLE steps DISABLE TRIGGER steps_guard;
UPDATE steps SET needs = '{}'
  WHERE status NOT IN ('succeeded', 'failed_terminal', 'cancelled')
    AND (pg_column_size(needs) > 65536 OR cardinality(needs) > 1000
         OR octet_length(array_to_string(needs, '')) > 65536);
ALTER TABLE steps ENABLE TRIGGER steps_guard;
