-- See docs/adr/0135.

-- Of the span under which it was proposed, in the trace trace_id: what follows days later goes on from there. Null:
-- none was recorded.
ALTER TABLE proposed_actions ADD COLUMN span_id text
  CONSTRAINT spans_have_a_trace CHECK (span_id IS NULL OR (span_id ~ '^[0-9a-f]{16}$' AND trace_id IS NOT NULL));
GRANT INSERT (span_id) ON proposed_actions TO countersign_app;
ALTER TYPE decision_context ADD ATTRIBUTE span_id text;
