-- The names of a record beside its key, which is NetSuite's id where that could be read. A proposal made while it could
-- not has names alone, and waits for its turn with those that know the id. A bid's record has two: customer and bid.
ALTER TABLE ns_pending_pushes ADD COLUMN record_name text, ADD COLUMN record_alias text;
UPDATE ns_pending_pushes SET record_name = record_key;
ALTER TABLE ns_pending_pushes ALTER COLUMN record_name SET NOT NULL;
CREATE INDEX ns_pending_pushes_by_record_name ON ns_pending_pushes (tenant_id, record_name, id)
  WHERE status IN ('queued', 'pushing', 'unknown');
CREATE INDEX ns_pending_pushes_by_record_alias ON ns_pending_pushes (tenant_id, record_alias, id)
  WHERE status IN ('queued', 'pushing', 'unknown') AND record_alias IS NOT NULL;
