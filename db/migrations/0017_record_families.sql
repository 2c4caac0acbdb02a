-- Whether a push's record was read at its proposal, and the family of records to which it belongs. A push that could
-- not read its record may write to any of its family, so it takes its turn with all of them (docs/adr/0049). Names
-- decide nothing any more.
ALTER TABLE ns_pending_pushes ADD COLUMN record_family text, ADD COLUMN record_unread boolean;
UPDATE ns_pending_pushes p SET
  record_family = CASE
    WHEN p.destination = 'internal' AND p.payload_json ->> 'action_type' = 'cache_invalidation' THEN 'cache'
    WHEN p.destination = 'internal' THEN p.payload_json ->> 'action_type'
    -- The key of a read record begins with NetSuite's type, the key of another one with ours.
    WHEN split_part(p.record_key, ':', 1) LIKE '%item' THEN 'item'
    WHEN p.record_key LIKE 'salesorder:%' THEN 'sales_order'
    WHEN p.record_key LIKE 'bomrevision:%' THEN 'bom'
    ELSE split_part(p.record_key, ':', 1) END,
  record_unread = p.destination = 'netsuite' AND p.payload_json #>> '{target,record_id}' IS NULL;
ALTER TABLE ns_pending_pushes ALTER COLUMN record_family SET NOT NULL, ALTER COLUMN record_unread SET NOT NULL,
  DROP COLUMN record_name, DROP COLUMN record_alias;
-- Finds the unread pushes of a family, and for an unread one the whole family.
CREATE INDEX ns_pending_pushes_by_family ON ns_pending_pushes (tenant_id, record_family, record_unread, id)
  WHERE status IN ('queued', 'pushing', 'unknown');
