-- A step of a run asks one question, and goes on when that has ended. See docs/adr/0116.
CREATE UNIQUE INDEX hil_interactions_of_step ON hil_interactions (tenant_id, execution_id, node_id)
  WHERE execution_id IS NOT NULL;

CREATE TRIGGER hil_interactions_wake AFTER UPDATE OF status ON hil_interactions
  FOR EACH ROW WHEN (OLD.status = 'pending' AND NEW.status <> 'pending' AND NEW.execution_id IS NOT NULL)
  EXECUTE FUNCTION wake_asking_step();
