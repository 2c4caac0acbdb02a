-- An event's number comes from its sequence alone. Whoever chose one far ahead would hide all later events from those
-- who read on from the newest: the streams, until such an event is gone.
REVOKE INSERT ON events FROM countersign_app;
GRANT INSERT (tenant_id, event_type, entity_type, entity_id, seq, prev_hash, hash, body_text, actor_kind, actor_label,
  occurred_at) ON events TO countersign_app;
