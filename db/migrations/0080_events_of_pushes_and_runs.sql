-- Outcomes of pushes and ends of runs may begin runs. See docs/adr/0128.

-- The run whose end began this one: its authors are authors of all that this one proposes.
ALTER TABLE runs ADD COLUMN event_run_id bigint,
  ADD CONSTRAINT event_is_of_a_run FOREIGN KEY (tenant_id, event_run_id) REFERENCES runs (tenant_id, id),
  ADD CONSTRAINT only_events_are_of_runs CHECK (
    event_run_id IS NULL OR trigger_type = 'event' AND event_action_id IS NULL);
GRANT INSERT (event_run_id) ON runs TO countersign_app;

-- Texts that wait for such events: most companies have none, and then nothing is sent.
CREATE INDEX workflow_versions_for_pushes ON workflow_versions (tenant_id)
  WHERE position('"event":"push.' IN definition_text) > 0;
CREATE INDEX workflow_versions_for_runs ON workflow_versions (tenant_id)
  WHERE position('"event":"run.' IN definition_text) > 0;

CREATE TRIGGER ns_pending_pushes_announced AFTER UPDATE OF status ON ns_pending_pushes FOR EACH ROW
  WHEN (NEW.status IS DISTINCT FROM OLD.status AND NEW.status IN ('applied', 'stale', 'dead'))
  EXECUTE FUNCTION announce_push();
