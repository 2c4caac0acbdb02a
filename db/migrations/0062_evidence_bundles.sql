-- Evidence bundles: one row for every run and every proposed action that has ended, in the transaction that ends it.
-- Empty until the bundle is sealed, which happens once. See docs/adr/0105.
CREATE TABLE evidence_bundles (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  tenant_id bigint NOT NULL REFERENCES tenants (id),
  subject_type text NOT NULL CHECK (subject_type IN ('run', 'proposed_action')),
  subject_id bigint NOT NULL,
  ended_at timestamptz NOT NULL,
  -- The signed in-toto statement, and the signature over it. The file is the DSSE envelope around both.
  payload bytea,
  signature text,
  key_id text,
  -- Of the file.
  sha256 text,
  size_bytes integer,
  -- The newest checkpoint when the bundle was sealed.
  checkpoint_seq integer,
  sealed_at timestamptz,
  UNIQUE (tenant_id, id),
  UNIQUE (tenant_id, subject_type, subject_id),
  CONSTRAINT sealed_whole CHECK (num_nulls(payload, signature, key_id, sha256, size_bytes, checkpoint_seq, sealed_at)
    IN (0, 7)),
  CONSTRAINT payload_within_reason CHECK (octet_length(payload) <= 33554432),
  CONSTRAINT hash_is_of_the_file CHECK (sha256 = encode(sha256(convert_to(
    '{"payload":"' || translate(encode(payload, 'base64'), E'\n', '')
    || '","payloadType":"application/vnd.in-toto+json","signatures":[{"keyid":"' || key_id || '","sig":"' || signature
    || '"}]}', 'UTF8')), 'hex'))
);
CREATE INDEX evidence_bundles_to_seal ON evidence_bundles (tenant_id, id) WHERE sealed_at IS NULL;
CREATE INDEX evidence_bundles_by_end ON evidence_bundles (tenant_id, ended_at, id);

-- Whatever ended before there were bundles gets one too.
INSERT INTO evidence_bundles (tenant_id, subject_type, subject_id, ended_at)
  SELECT tenant_id, 'run', id, ended_at FROM runs WHERE ended_at IS NOT NULL ORDER BY ended_at, id;
INSERT INTO evidence_bundles (tenant_id, subject_type, subject_id, ended_at)
  SELECT tenant_id, 'proposed_action', id, coalesce(applied_at, ended_at, decided_at, created_at)
  FROM proposed_actions WHERE status NOT IN ('pending', 'approved') ORDER BY 4, id;

CREATE TRIGGER runs_leave_evidence AFTER UPDATE OF status ON runs
  FOR EACH ROW WHEN (OLD.ended_at IS NULL AND NEW.ended_at IS NOT NULL) EXECUTE FUNCTION queue_evidence();
CREATE TRIGGER proposed_actions_leave_evidence AFTER UPDATE OF status ON proposed_actions
  FOR EACH ROW WHEN (OLD.status IN ('pending', 'approved') AND NEW.status NOT IN ('pending', 'approved'))
  EXECUTE FUNCTION queue_evidence();
CREATE TRIGGER evidence_bundles_guard BEFORE UPDATE ON evidence_bundles
  FOR EACH ROW EXECUTE FUNCTION guard_evidence_bundle();
CREATE TRIGGER evidence_bundles_kept BEFORE DELETE OR TRUNCATE ON evidence_bundles
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

SELECT wall_in('evidence_bundles');
GRANT UPDATE (payload, signature, key_id, sha256, size_bytes, checkpoint_seq, sealed_at)
  ON evidence_bundles TO countersign_app;
