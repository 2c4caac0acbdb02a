-- The last live reading of each action whose record somebody looked at. decide_action refuses an approval that a
-- reading of the last 30 seconds speaks against. A later reading takes the place of an earlier one, never the reverse.
--
-- finding   holds      the record holds the values that the proposal starts from
--           moved      another value stands there, and the write does not depend on it
--           drifted    another value stands there: the write would be held back
--           missing    the record is gone
--           elsewhere  the proposal's names lead to another record by now
CREATE TABLE live_readings (
  tenant_id bigint NOT NULL,
  action_id bigint NOT NULL,
  read_at timestamptz NOT NULL,
  finding text NOT NULL CHECK (finding IN ('holds', 'moved', 'drifted', 'missing', 'elsewhere')),
  -- The tier of the same values from the live one; null where nothing moved, or nothing can be proposed from it.
  risk_level smallint CHECK (risk_level BETWEEN 1 AND 5),
  PRIMARY KEY (tenant_id, action_id),
  FOREIGN KEY (tenant_id, action_id) REFERENCES proposed_actions (tenant_id, id)
);
ALTER TABLE live_readings ENABLE ROW LEVEL SECURITY;
ALTER TABLE live_readings FORCE ROW LEVEL SECURITY;
CREATE POLICY owner_sets_up ON live_readings TO countersign_owner USING (true) WITH CHECK (true);
CREATE POLICY own_tenant ON live_readings TO countersign_app
  USING (tenant_id = current_tenant_id()) WITH CHECK (tenant_id = current_tenant_id());
GRANT SELECT, INSERT, UPDATE (read_at, finding, risk_level) ON live_readings TO countersign_app;
