-- The health of the model that classifies replies, by the replies of the last hour. A company without a row had no
-- failure.
CREATE TABLE classifier_health (
  tenant_id bigint PRIMARY KEY REFERENCES tenants (id),
  health text NOT NULL CHECK (health IN ('ok', 'failing')),
  -- Since when the health is so.
  health_at timestamptz NOT NULL CHECK (health_at BETWEEN '1970-01-01 00:00:00+00' AND '2500-01-01 00:00:00+00')
);
SELECT wall_in('classifier_health');
GRANT INSERT (tenant_id, health, health_at), UPDATE (health, health_at) ON classifier_health TO countersign_app;

-- Replies about which a model was asked.
CREATE INDEX hil_responses_by_model ON hil_responses (tenant_id, received_at)
  WHERE classified_by IS NOT NULL AND (classified_by <> 'rules' OR model_failed);
